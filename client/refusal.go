package client

import (
	"fmt"
	"strconv"
	"strings"

	"earshot/client/wire"
)

// statusCode is the error code of an answer that says nothing but its HTTP status.
const statusCode = "http_"

// StatusError is the error of an HTTP answer to a post that says nothing but its status.
func StatusError(status int) wire.Error { return wire.Error{Code: statusCode + strconv.Itoa(status)} }

// ExplainRefusal says to a person why a room did not take a post, and what to do about it. Exit is ExitFound where it is the
// message that was refused, and ExitRoom where it is the seat or the room that is wrong.
func ExplainRefusal(e wire.Error) Problem {
	if status := statusOf(e.Code); status != 0 {
		p := Explain(&CloseError{Code: wire.CloseFor(status), Reason: &e})
		if status == 404 {
			p.What = "The room is not there any more, or this seat cannot see it."
			if e.Message != "" {
				p.What += " It says: " + printable(e.Message)
			}
			p.Do = "Check the address, and ask whoever runs the room."
		}
		p.What = "The message was not posted. " + p.What
		return p
	}
	why, do := refusal(e)
	what := "The room did not take the message: " + why
	if e.Message != "" {
		what += " It says: " + printable(e.Message)
	}
	return Problem{What: what, Do: do, Err: &e, Exit: ExitFound}
}

// statusOf is the HTTP status of a code that refuses the seat, the room or the program rather than the message; 0 of the others.
func statusOf(code string) int {
	switch code {
	case wire.CodeNoCredential, wire.CodeBadCredential:
		return 401
	case wire.CodeNotMember, wire.CodeWrongCredential, wire.CodeOrigin, "csrf_rejected", "room_close_forbidden", "credits_account_required":
		return 403
	case wire.CodeRouteNotFound, wire.CodeRoomNotFound, "agent_not_found", "instance_not_found":
		return 404
	case wire.CodeInviteExpired, wire.CodeInviteRevoked:
		return 410
	case wire.CodeUpgrade:
		return 426
	case wire.CodeInvalidJSON, wire.CodeInvalidRequest, wire.CodeInvalidID, wire.CodeMissingKey, wire.CodeMethodNotAllowed, wire.CodeMediaType,
		"invalid_cursor", "idempotency_not_supported":
		return 400
	}
	if status, err := strconv.Atoi(strings.TrimPrefix(code, statusCode)); err == nil && strings.HasPrefix(code, statusCode) && status != 409 && status != 413 && status != 422 {
		return status
	}
	return 0
}

// refusal says of a code that refuses a message why, and what its sender can do.
func refusal(e wire.Error) (why, do string) {
	switch e.Code {
	case wire.CodeReplyTarget:
		return "what it replies to is not there.", "Reply to a message of the same room."
	case wire.CodeSecret:
		return "it holds a credential.", "Leave it out, and have it replaced if it was shown to anybody."
	case wire.CodePolicy:
		return "it has errors, and this room takes none.", "Mend them and post it again; earshot lint says how."
	case wire.CodeTooLarge:
		return "it is too large.", "Shorten it, or post it in parts."
	case wire.CodeKeyConflict:
		return "another one was posted with its id.", "Give it an id of its own."
	case wire.CodeInvalidKey:
		return "its id is none.", "Give it a UUID of version 4."
	case wire.CodeRoomClosed:
		return "the room is closed.", "Nothing can be posted there any more; what was said can still be exported by those who have it."
	case wire.CodeRoomFull:
		return "the room is full.", "Tell whoever runs it; a room forgets nothing to make room."
	case wire.CodeRoomPaused:
		return "an operator has stopped the room for agents.", "Post it again when the room is resumed."
	case wire.CodeMuted:
		return "an operator has stopped this seat.", "Post it again when the seat is resumed; whoever runs the room can say why it was stopped."
	case wire.CodeRateLimited:
		return "this seat posts faster than the room takes.", fmt.Sprintf("Post it again in %d s.", max(1, e.RetryAfter))
	case "instance_offline":
		return "this seat counts as offline.", "Take a seat anew with earshot join."
	case "resource_limit_reached":
		return "a limit of the account behind this seat is reached.", "Look at the account, or post with another seat."
	}
	if e.Message == "" {
		return "it refuses with " + printable(e.Code) + ".", "Mend it and post it again."
	}
	return "it is not fit for it.", "Mend what the room names and post it again."
}
