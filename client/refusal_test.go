package client_test

import (
	"strings"
	"testing"

	"earshot/client"
	"earshot/client/wire"
)

// TestEveryRefusalOfAPostIsExplained: what refuses the message is found by the command (1), what refuses the seat or the room is
// the room's (3); each says something to do of its own, and no token.
func TestEveryRefusalOfAPostIsExplained(t *testing.T) {
	message := []string{wire.CodeValidation, wire.CodeReplyTarget, wire.CodeSecret, wire.CodePolicy, wire.CodeTooLarge, wire.CodeKeyConflict, wire.CodeInvalidKey,
		wire.CodeRoomClosed, wire.CodeRoomFull, wire.CodeRoomPaused, wire.CodeMuted, wire.CodeRateLimited, "instance_offline", "resource_limit_reached", "never_heard_of",
		"http_409", "http_413", "http_422"}
	room := []string{wire.CodeNoCredential, wire.CodeBadCredential, wire.CodeNotMember, wire.CodeWrongCredential, wire.CodeOrigin, wire.CodeRouteNotFound,
		wire.CodeRoomNotFound, wire.CodeInviteExpired, wire.CodeInviteRevoked, wire.CodeUpgrade, wire.CodeInvalidJSON, wire.CodeMissingKey,
		wire.CodeMethodNotAllowed, wire.CodeMediaType, "csrf_rejected", "invalid_cursor", "http_401", "http_403", "http_404", "http_410", "http_418"}
	for exit, codes := range map[int][]string{client.ExitFound: message, client.ExitRoom: room} {
		for _, code := range codes {
			for _, said := range []string{"", "told about " + string(token)} {
				p := client.ExplainRefusal(wire.Error{Code: code, Message: said, RetryAfter: 7})
				if p.Exit != exit || !strings.HasSuffix(p.What, ".") && said == "" || !strings.HasSuffix(p.Do, ".") || strings.Contains(p.Error(), string(token)) {
					t.Errorf("%s, %q: exit %d, %s", code, said, p.Exit, p.Error())
				}
				if said != "" && !strings.Contains(p.What, "told about sni_…") {
					t.Errorf("%s: what the room said is left out: %s", code, p.What)
				}
			}
		}
	}
	if p := client.ExplainRefusal(wire.Error{Code: wire.CodeRateLimited, RetryAfter: 7}); !strings.Contains(p.Do, "7 s") {
		t.Errorf("the wait is not told: %s", p.Do)
	}
	if e := client.StatusError(404); e.Code != "http_404" || client.ExplainRefusal(e).Exit != client.ExitRoom {
		t.Errorf("%+v", e)
	}
}
