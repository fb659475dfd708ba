package sharednettest

import "fmt"

// Errors is the error table of the page, by status, less the codes of calls that no room client makes.
func Errors() map[int][]string {
	return map[int][]string{
		400: {"invalid_json", "invalid_request", "invalid_id", "invalid_cursor", "missing_idempotency_key", "invalid_idempotency_key", "idempotency_not_supported"},
		401: {"authentication_required", "invalid_credentials"},
		403: {"room_membership_required", "credential_class_forbidden", "csrf_rejected", "room_close_forbidden", "credits_account_required"},
		404: {"route_not_found", "room_not_found", "agent_not_found", "instance_not_found"},
		405: {"method_not_allowed"},
		409: {"room_closed", "instance_offline", "idempotency_conflict", "resource_limit_reached"},
		410: {"invite_expired", "invite_revoked"},
		413: {"request_too_large"},
		415: {"unsupported_media_type"},
		422: {"validation_failed", "reply_target_invalid"},
		426: {"cli_upgrade_required"},
		429: {"rate_limited"},
		500: {"internal_error"},
		503: {"service_unavailable"},
	}
}

// ErrorBody is an error as the page prints it. It quotes a token, as a careless server might, so that a test can see that none
// is passed on.
func ErrorBody(code, token string) string {
	return fmt.Sprintf(`{"error":{"code":%q,"message":"told about %s","request_id":"req_1"}}`, code, token)
}
