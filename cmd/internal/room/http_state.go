package room

import (
	"net/http"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
	"earshot/convention/ledger"
)

// fact is one line of a state record or a brief.
type fact struct {
	Text     string  `json:"text"`
	Sequence int64   `json:"sequence"`
	Line     int     `json:"line"`
	Seat     string  `json:"seat,omitempty"`
	Due      *string `json:"due,omitempty"`
}

// recordBody is a state record or a brief as it is answered: the v1 message, and the same as lists.
type recordBody struct {
	Name       string `json:"name,omitempty"` // of the seat that asks
	Topic      string `json:"topic,omitempty"`
	Seat       string `json:"seat,omitempty"` // whose brief it is
	Now        string `json:"now"`
	Paused     bool   `json:"paused,omitempty"` // agents' posts are refused
	Sequence   int64  `json:"last_sequence"`
	Text       string `json:"text"`
	Must       []fact `json:"must"`
	MustNot    []fact `json:"must_not"`
	May        []fact `json:"may"`
	Decided    []fact `json:"decided"`
	Defaults   []fact `json:"defaults"`
	Proved     []fact `json:"proved"`
	Claimed    []fact `json:"claimed"`
	BlockedNow []fact `json:"blocked"`
	Options    []fact `json:"options"`
	Risks      []fact `json:"risks"`
	Costs      []fact `json:"costs"`
}

func factsOf(entries []ledger.Entry) []fact {
	facts := make([]fact, 0, len(entries))
	for _, e := range entries {
		f := fact{Text: e.Text, Sequence: e.Sequence, Line: e.Line, Seat: e.Seat.Name, Due: stamp(e.Due)}
		facts = append(facts, f)
	}
	return facts
}

// state answers with the state record of a topic, or without one of the room.
func (s *Server) state(r *request) {
	last := r.hall.Last()
	record, err := r.hall.State(r.Context(), r.URL.Query().Get("topic"))
	if err != nil {
		s.fail(r, err)
		return
	}
	s.answerValue(r, http.StatusOK, recordBody{
		Name: r.name, Topic: record.Topic, Now: wire.FormatTime(s.config.Now()), Paused: r.hall.Paused(), Sequence: last, Text: record.Text,
		Must: factsOf(record.Must), MustNot: factsOf(record.MustNot), May: factsOf(record.May), Decided: factsOf(record.Decided),
		Defaults: factsOf(record.Defaults), Proved: factsOf(record.Proved), Claimed: factsOf(record.Claimed),
		BlockedNow: factsOf(record.Blocked), Options: factsOf(record.Options), Risks: factsOf(record.Risks), Costs: factsOf(record.Costs),
	})
}

// brief answers with what a seat must, must not and may do: the seat that asks, or a named one.
func (s *Server) brief(r *request) {
	name := r.URL.Query().Get("seat")
	if name == "" {
		name = r.name
	}
	if name == "" {
		s.fail(r, refusal(http.StatusBadRequest, wire.CodeInvalidRequest, "Whose brief? seat=NAME."))
		return
	}
	seat, found := r.hall.Named(name)
	if !found {
		s.fail(r, refusal(http.StatusNotFound, hall.CodeSeatNotFound, "There is no seat of that name in this room."))
		return
	}
	last := r.hall.Last()
	b, err := r.hall.Brief(r.Context(), r.URL.Query().Get("topic"), seat)
	if err != nil {
		s.fail(r, err)
		return
	}
	s.answerValue(r, http.StatusOK, recordBody{
		Name: r.name, Topic: b.Topic, Seat: seat.Name, Now: wire.FormatTime(s.config.Now()), Paused: r.hall.Paused(), Sequence: last, Text: b.Text,
		Must: factsOf(b.Must), MustNot: factsOf(b.MustNot), May: factsOf(b.May), Decided: factsOf(b.Decided),
		Defaults: factsOf(b.Defaults), Proved: factsOf(b.Proved), Claimed: factsOf(b.Claimed),
		BlockedNow: factsOf(b.Blocked), Options: factsOf(b.Options), Risks: factsOf(b.Risks), Costs: factsOf(b.Costs),
	})
}
