package hall

import (
	"fmt"
	"time"

	"earshot/client/wire"
)

// Refusal is a request that was understood and is not done. Status is the HTTP status it stands for.
type Refusal struct {
	Status      int
	Code        string
	Message     string
	RetryAfter  time.Duration     // how long to wait, rounded up to seconds when told; 0 for not told
	Diagnostics []wire.Diagnostic // what was wrong with the body, where that is the reason
}

// Error gives code and message.
func (r *Refusal) Error() string { return r.Code + ": " + r.Message }

// Wire returns the refusal as it is sent.
func (r *Refusal) Wire() wire.Error {
	return wire.Error{Code: r.Code, Message: r.Message, RetryAfter: int((r.RetryAfter + time.Second - 1) / time.Second)}
}

func refuse(status int, code, format string, args ...any) *Refusal {
	return &Refusal{Status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}
