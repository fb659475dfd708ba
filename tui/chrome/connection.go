package chrome

import (
	"fmt"
	"time"

	"earshot/client"
	"earshot/render"
)

// Connection says in words how things stand with the room. Remaining is the
// time until the next attempt; it matters while reconnecting alone.
func Connection(s client.Status, readOnly bool, remaining time.Duration) (render.Safe, render.Role) {
	switch s.State {
	case client.StateConnecting:
		return render.Word("connecting"), render.FlagInfo
	case client.StateCatchingUp:
		return render.Word("catching up"), render.FlagInfo
	case client.StateLive:
		if readOnly {
			return render.Word("live, read-only"), render.Good
		}
		return render.Word("live"), render.Good
	case client.StateReconnecting:
		if remaining > 0 {
			seconds := int((remaining + time.Second - 1) / time.Second)
			return render.Word(fmt.Sprintf("reconnecting in %ds (%d)", seconds, s.Attempt)), render.FlagWarn
		}
		return render.Word(fmt.Sprintf("reconnecting (%d)", s.Attempt)), render.FlagWarn
	case client.StateRefused:
		reason := "no reason given"
		if s.Err != nil {
			reason = s.Err.Error()
		}
		return render.Join(render.Word("refused: "), render.CleanLine(reason)), render.FlagBad
	case client.StateEnded:
		return render.Word("ended, read-only"), render.Dim
	}
	return render.Word("unknown"), render.Dim
}
