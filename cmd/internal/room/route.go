package room

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
)

// handler answers one kind of request.
type handler func(s *Server, r *request)

// action is what can be done at one path below a room.
type action struct {
	methods map[string]handler
	query   []string   // parameters it takes; any other is an error
	class   hall.Class // the only class of token it takes; "" for every one that reads
}

// actions is the table of paths below /api/v1/rooms/{room}.
func actions() map[string]action {
	get := func(h handler, query ...string) action {
		return action{methods: map[string]handler{http.MethodGet: h}, query: query}
	}
	post := func(h handler) action { return action{methods: map[string]handler{http.MethodPost: h}} }
	join := post((*Server).join)
	join.class = hall.Invite
	operate := func(h handler) action {
		a := post(h)
		a.class = hall.Operator
		return a
	}
	messages := get((*Server).messages, "after", "before", "order", "limit", "to")
	messages.methods[http.MethodPost] = (*Server).post
	return map[string]action{
		"":           get((*Server).room),
		"join":       join,
		"messages":   messages,
		"wait":       get((*Server).wait, "after", "timeout", "limit", "to"),
		"log":        get((*Server).log, "after", "limit"),
		"transcript": get((*Server).transcript, "after", "limit"),
		"state":      get((*Server).state, "topic"),
		"brief":      get((*Server).brief, "seat", "topic"),
		"stop":       operate((*Server).stopRoom),
		"resume":     operate((*Server).resumeRoom),
		"remove":     operate((*Server).removeSeat),
		"revoke":     operate((*Server).revokeToken),
		"reseat":     operate((*Server).reseat),
		"invites":    operate((*Server).invite),
	}
}

// Handler answers websocket upgrades and HTTP requests.
func (s *Server) Handler() http.Handler {
	table := actions()
	return http.HandlerFunc(func(w http.ResponseWriter, hr *http.Request) {
		r := &request{Request: hr, w: w}
		defer s.recovered(r)
		s.route(r, table)
	})
}

// recovered keeps a defect in one request from ending the server.
func (s *Server) recovered(r *request) {
	switch p := recover(); p {
	case nil:
	case http.ErrAbortHandler: // an answer that must not look whole
		panic(p)
	default:
		s.fail(r, fmt.Errorf("panic: %v", p))
	}
}

// route takes the path apart by itself: no cleaning, no redirects, no escapes; a path is one that
// this server would write or it is none.
func (s *Server) route(r *request, table map[string]action) {
	path := strings.TrimSuffix(r.URL.EscapedPath(), "/")
	if path == "/api/v1" {
		s.discover(r)
		return
	}
	if room, found := strings.CutPrefix(path, "/rooms/"); found && !strings.ContainsAny(room, "/%") {
		s.upgrade(r, room)
		return
	}
	rest, found := strings.CutPrefix(path, "/api/v1/rooms/")
	room, name, _ := strings.Cut(rest, "/")
	a, known := table[name]
	if !found || !known || strings.HasSuffix(rest, "/") || strings.ContainsAny(rest, "%") {
		s.fail(r, refusal(http.StatusNotFound, wire.CodeRouteNotFound, "There is nothing at this address. GET /api/v1 tells what there is."))
		return
	}
	s.act(r, room, a)
}

func (s *Server) act(r *request, room string, a action) {
	handle := a.methods[r.Method]
	if handle == nil {
		methods := make([]string, 0, len(a.methods))
		for m := range a.methods {
			methods = append(methods, m)
		}
		slices.Sort(methods)
		r.w.Header().Set("Allow", strings.Join(methods, ", "))
		s.fail(r, refusal(http.StatusMethodNotAllowed, wire.CodeMethodNotAllowed, "This address takes "+strings.Join(methods, " and ")+"."))
		return
	}
	token, given := bearer(r.Request)
	if !given {
		s.fail(r, noCredential())
		return
	}
	h, who, refused := s.admit(room, token, r.RemoteAddr)
	if refused == nil {
		refused = fits(who, a.class)
	}
	if refused == nil {
		refused = checkQuery(r, a.query)
	}
	if refused != nil {
		s.fail(r, refused)
		return
	}
	r.hall, r.who = h, who
	if seat, found := h.Seat(who.Member); found {
		r.name = seat.Name
	}
	done, err := h.Ask(who)
	if err != nil {
		s.fail(r, err)
		return
	}
	defer done()
	handle(s, r)
}

// fits tells whether a token is of the class that an action takes.
func fits(who hall.Credential, class hall.Class) *hall.Refusal {
	switch {
	case class == "" && !who.Reads():
		return refusal(http.StatusForbidden, wire.CodeWrongCredential, "This is an invite: it takes a seat (POST …/join) and opens nothing else.")
	case class == hall.Invite && who.Class != class:
		return refusal(http.StatusForbidden, wire.CodeWrongCredential, "Taking a seat needs an invite (rit_).")
	case class == hall.Operator && who.Class != class:
		return refusal(http.StatusForbidden, wire.CodeWrongCredential, "This needs the operator's token (opr_).")
	}
	return nil
}

func checkQuery(r *request, known []string) *hall.Refusal {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return refusal(http.StatusBadRequest, wire.CodeInvalidRequest, "The parameters cannot be read.")
	}
	for key, values := range query {
		if !slices.Contains(known, key) {
			return refusal(http.StatusBadRequest, wire.CodeInvalidRequest, fmt.Sprintf("There is no parameter %.40q here.", key))
		}
		if len(values) > 1 {
			return refusal(http.StatusBadRequest, wire.CodeInvalidRequest, "The parameter "+key+" is given twice.")
		}
	}
	return nil
}
