package room

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
)

// bearer reads the token of a request; ok is false where there is no such header.
func bearer(r *http.Request) (token string, ok bool) {
	values := r.Header.Values("Authorization")
	if len(values) == 0 {
		return "", false
	}
	scheme, token, found := strings.Cut(values[0], " ")
	if len(values) > 1 || !found || !strings.EqualFold(scheme, "Bearer") || strings.ContainsFunc(token, notToken) {
		return "", true // a header that holds no token holds a bad one
	}
	return token, true
}

func notToken(r rune) bool { return r <= ' ' || r > '~' || r == ',' }

// admit finds the hall of a room that a token opens. What it tells a stranger is the same for rooms
// that exist and rooms that do not.
func (s *Server) admit(room, token, remote string) (*hall.Hall, hall.Credential, *hall.Refusal) {
	h := s.halls[room]
	if h != nil {
		look := h.Recognize
		if s.tries.spent(remote) {
			look = h.Authenticate
		}
		switch c, standing := look(token); {
		case standing == hall.Good:
			return h, c, nil
		case standing == hall.Removed:
			return nil, hall.Credential{}, refusal(http.StatusForbidden, wire.CodeNotMember, "This seat is no member of the room any more.")
		case standing == hall.Revoked && c.Class == hall.Invite:
			return nil, hall.Credential{}, refusal(http.StatusGone, wire.CodeInviteRevoked, "This invite was ended. Ask for a new one.")
		}
	}
	for _, other := range s.halls {
		if _, standing := other.Authenticate(token); other != h && standing == hall.Good {
			if h == nil {
				return nil, hall.Credential{}, refusal(http.StatusNotFound, wire.CodeRoomNotFound, "There is no room of that name here.")
			}
			return nil, hall.Credential{}, refusal(http.StatusForbidden, wire.CodeNotMember, "This token is for another room.")
		}
	}
	if wait := s.tries.fail(remote); wait > 0 {
		refused := refusal(http.StatusTooManyRequests, wire.CodeRateLimited, "Too many bad tokens from this address. A good token is taken at any time.")
		refused.RetryAfter = wait
		return nil, hall.Credential{}, refused
	}
	return nil, hall.Credential{}, refusal(http.StatusUnauthorized, wire.CodeBadCredential, "This token is not valid here.")
}

func noCredential() *hall.Refusal {
	return refusal(http.StatusUnauthorized, wire.CodeNoCredential, "A token is needed: Authorization: Bearer TOKEN.")
}

func refusal(status int, code, message string) *hall.Refusal {
	return &hall.Refusal{Status: status, Code: code, Message: message}
}

// allowOrigin decides whether a page may open a websocket: programs send no origin, pages of the
// server's own host and of the configured ones may.
func (s *Server) allowOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	if len(origins) > 1 {
		return false
	}
	u, err := url.Parse(origins[0])
	if err != nil || u.Host == "" {
		return false
	}
	if strings.EqualFold(u.Host, r.Host) && (u.Scheme == "http" || u.Scheme == "https") {
		return true
	}
	return slices.ContainsFunc(s.config.Origins, func(allowed string) bool { return strings.EqualFold(allowed, origins[0]) })
}
