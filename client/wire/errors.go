package wire

// Error is what a room says when it refuses something. Message is the room's own sentence: text from outside.
// RetryAfter is in seconds, 0 where waiting does not help or is not told.
type Error struct {
	Code       string `json:"code"`
	Message    string `json:"message"`
	RequestID  string `json:"request_id,omitempty"`
	RetryAfter int    `json:"retry_after,omitempty"`
}

// Error gives code and message; neither ever holds a token of ours.
func (e *Error) Error() string {
	switch {
	case e.Message == "":
		return e.Code
	case e.Code == "":
		return e.Message
	}
	return e.Code + ": " + e.Message
}

// Error codes; the ones of SharedNet have SharedNet's meaning.
const (
	CodeInvalidJSON      = "invalid_json"
	CodeInvalidRequest   = "invalid_request"
	CodeInvalidID        = "invalid_id"
	CodeMissingKey       = "missing_idempotency_key"
	CodeInvalidKey       = "invalid_idempotency_key"
	CodeNoCredential     = "authentication_required"
	CodeBadCredential    = "invalid_credentials"
	CodeNotMember        = "room_membership_required"
	CodeWrongCredential  = "credential_class_forbidden"
	CodeMuted            = "seat_muted"
	CodeOrigin           = "origin_forbidden"
	CodeRouteNotFound    = "route_not_found"
	CodeRoomNotFound     = "room_not_found"
	CodeMethodNotAllowed = "method_not_allowed"
	CodeNameTaken        = "name_taken"
	CodeRoomClosed       = "room_closed"
	CodeRoomFull         = "room_full"
	CodeRoomPaused       = "room_paused"
	CodeKeyConflict      = "idempotency_conflict"
	CodeInviteExpired    = "invite_expired"
	CodeInviteRevoked    = "invite_revoked"
	CodeTooLarge         = "request_too_large"
	CodeMediaType        = "unsupported_media_type"
	CodeValidation       = "validation_failed"
	CodeReplyTarget      = "reply_target_invalid"
	CodeSecret           = "secret_in_content"
	CodePolicy           = "convention_errors"
	CodeUpgrade          = "cli_upgrade_required"
	CodeRateLimited      = "rate_limited"
	CodeInternal         = "internal_error"
	CodeUnavailable      = "service_unavailable"
)

// Close codes of the websocket: the registered ones in use, and 4000 + HTTP status.
const (
	CloseNormal      = 1000
	CloseGoingAway   = 1001
	CloseTooBig      = 1009
	CloseInternal    = 1011
	CloseBadRequest  = 4400
	CloseNoAuth      = 4401
	CloseForbidden   = 4403
	CloseNotFound    = 4404
	CloseTimeout     = 4408
	CloseConflict    = 4409
	CloseGone        = 4410
	CloseRateLimited = 4429
	CloseServerError = 4500
	CloseUnavailable = 4503
)

// CloseFor gives the close code that stands for an HTTP status.
func CloseFor(status int) int { return 4000 + status }

// Final tells whether a client must not try again after this close code: the same try would be refused again.
func Final(code int) bool {
	switch code {
	case CloseNoAuth, CloseForbidden, CloseNotFound, CloseConflict, CloseGone:
		return true
	}
	return false
}

// Transient tells whether a refusal with this code leaves open what became of the request, so that the same request, with
// the same id, has to be made again.
func Transient(code string) bool { return code == CodeInternal || code == CodeUnavailable }
