package client

import (
	"errors"
	"fmt"
	"strings"

	"earshot/client/wire"
)

// CloseError is how a room ended a connection or refused to open one: a close code of the websocket, where a refused upgrade
// counts as 4000 + its HTTP status, and what the room said, if anything. It is ErrRefused where trying again is no use.
type CloseError struct {
	Code   int
	Reason *wire.Error
}

// Error gives code and reason; neither holds a token.
func (e *CloseError) Error() string {
	if e.Reason == nil {
		return fmt.Sprintf("the room closed the connection with code %d", e.Code)
	}
	return fmt.Sprintf("the room closed the connection with code %d (%s)", e.Code, Redact(e.Reason.Error()))
}

// Is tells whether trying again is no use.
func (e *CloseError) Is(target error) bool { return target == ErrRefused && wire.Final(e.Code) }

// overFrame tells whether the room closed because of a frame that it was sent.
func (e *CloseError) overFrame() bool {
	switch e.Code {
	case 1002, 1003, 1007, 1008, wire.CloseTooBig, wire.CloseBadRequest, wire.CloseFor(413):
		return true
	}
	return false
}

// closedWith is the CloseError of a close frame. Rooms put their error code, or a sentence, into its text.
func closedWith(code int, text string) *CloseError {
	e := &CloseError{Code: code}
	switch {
	case text == "":
	case strings.Trim(text, "abcdefghijklmnopqrstuvwxyz_") == "":
		e.Reason = &wire.Error{Code: text}
	default:
		e.Reason = &wire.Error{Message: text}
	}
	return e
}

// withReason adds the room's error frame, which says more than a close frame can, to the error that ended the connection.
func withReason(err error, told *wire.Error) error {
	var closed *CloseError
	if !errors.As(err, &closed) {
		return fmt.Errorf("%w (%s)", err, Redact(told.Error()))
	}
	return &CloseError{closed.Code, told}
}
