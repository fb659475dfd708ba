package room

import (
	"context"
	"net/http"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
)

// seatBody names a seat; where one is not needed it may be left out.
type seatBody struct {
	Seat string `json:"seat"`
}

// stopRoom has the room refuse agents' posts, or those of one seat, until it is resumed.
func (s *Server) stopRoom(r *request) { s.order(r, r.hall.Stop) }

// resumeRoom undoes stopRoom.
func (s *Server) resumeRoom(r *request) { s.order(r, r.hall.Resume) }

func (s *Server) order(r *request, do func(context.Context, string) (hall.Posted, error)) {
	var body seatBody
	if err := decodeBody(r, &body); err != nil {
		s.fail(r, err)
		return
	}
	posted, err := do(r.Context(), body.Seat)
	if err != nil {
		s.fail(r, err)
		return
	}
	s.answerPosted(r, posted)
}

// seatNeeded reads a body that must name a seat.
func seatNeeded(r *request) (string, error) {
	var body seatBody
	if err := decodeBody(r, &body); err != nil {
		return "", err
	}
	if body.Seat == "" {
		return "", refusal(http.StatusUnprocessableEntity, wire.CodeValidation, "A seat is needed: {\"seat\":\"…\"}.")
	}
	return body.Seat, nil
}

func (s *Server) removeSeat(r *request) {
	name, err := seatNeeded(r)
	var seat wire.Seat
	if err == nil {
		seat, err = r.hall.Remove(r.Context(), name)
	}
	if err != nil {
		s.fail(r, err)
		return
	}
	s.answerValue(r, http.StatusOK, map[string]any{"membership": membershipOf(r.hall.Name(), seat)})
}

// revokeToken ends one token, or all tokens of a seat.
func (s *Server) revokeToken(r *request) {
	var body struct {
		Token string `json:"token"`
		Seat  string `json:"seat"`
	}
	err := decodeBody(r, &body)
	revoked := false
	switch {
	case err != nil:
	case (body.Token == "") == (body.Seat == ""):
		err = refusal(http.StatusUnprocessableEntity, wire.CodeValidation, "Either a token or a seat is needed.")
	case body.Seat != "":
		revoked, err = true, r.hall.RevokeSeat(r.Context(), body.Seat)
	default:
		revoked, err = r.hall.RevokeToken(r.Context(), body.Token)
	}
	if err != nil {
		s.fail(r, err)
		return
	}
	s.answerValue(r, http.StatusOK, map[string]any{"revoked": revoked})
}

func (s *Server) reseat(r *request) {
	name, err := seatNeeded(r)
	var seat wire.Seat
	var token string
	if err == nil {
		seat, token, err = r.hall.Reseat(r.Context(), name)
	}
	if err != nil {
		s.fail(r, err)
		return
	}
	s.answerValue(r, http.StatusOK, map[string]any{"membership": membershipOf(r.hall.Name(), seat), "member_token": token})
}

// invite makes an invite for agents or for people.
func (s *Server) invite(r *request) {
	var body struct {
		Role string `json:"role"`
	}
	err := decodeBody(r, &body)
	if err == nil && body.Role != wire.RoleAgent && body.Role != wire.RolePerson {
		err = refusal(http.StatusUnprocessableEntity, wire.CodeValidation, "The role of those it seats is needed: {\"role\":\"agent\"} or {\"role\":\"person\"}.")
	}
	var token string
	if err == nil {
		token, err = r.hall.Issue(r.Context(), hall.Invite, body.Role, "")
	}
	if err != nil {
		s.fail(r, err)
		return
	}
	s.answerValue(r, http.StatusCreated, map[string]any{"role": body.Role, "invite": token})
}
