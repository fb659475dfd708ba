package main

import (
	"earshot/convention/ledger"
	"earshot/render"
)

// The JSON of triage. Field names are stable; source is there where several sources were given.
type (
	triageJSON struct {
		Now         *string           `json:"now,omitempty"`
		Messages    int               `json:"messages"`
		Items       []itemJSON        `json:"items"`
		Claims      []claimJSON       `json:"claims"`
		Unaddressed []unaddressedJSON `json:"unaddressed"`
		Data        []dataJSON        `json:"data"`
		Decisions   []decisionJSON    `json:"decisions"`
		Repeats     []repeatJSON      `json:"repeats"`
		Possible    []possibleJSON    `json:"possible"`
		Counts      map[string]int    `json:"counts"`
	}
	itemJSON struct {
		Source      string  `json:"source,omitempty"`
		Kind        string  `json:"kind"`
		State       string  `json:"state"`
		Sequence    int64   `json:"sequence"`
		Line        int     `json:"line"`
		Topic       string  `json:"topic,omitempty"`
		From        string  `json:"from"`
		Owes        string  `json:"owes"`
		Due         *string `json:"due,omitempty"`
		Text        string  `json:"text"`
		Default     string  `json:"default,omitempty"`
		AnsweredBy  int64   `json:"answered_by,omitempty"`
		AnsweredHow string  `json:"answered_how,omitempty"`
		Late        string  `json:"late,omitempty"`
		BlockedBy   int64   `json:"blocked_by,omitempty"`
		Holds       int     `json:"holds,omitempty"`
		Orphaned    bool    `json:"orphaned,omitempty"`
		Grade       string  `json:"grade,omitempty"`
	}
	claimJSON struct {
		Source   string `json:"source,omitempty"`
		Sequence int64  `json:"sequence"`
		Line     int    `json:"line"`
		Seat     string `json:"seat"`
		Topic    string `json:"topic,omitempty"`
		Text     string `json:"text"`
		Why      string `json:"why"`
	}
	unaddressedJSON struct {
		Source   string `json:"source,omitempty"`
		Sequence int64  `json:"sequence"`
		Line     int    `json:"line"`
		Seat     string `json:"seat"`
		Text     string `json:"text"`
	}
	dataJSON struct {
		Source   string `json:"source,omitempty"`
		Sequence int64  `json:"sequence"`
		Declared int    `json:"declared"`
		Facts    int    `json:"facts"`
	}
	decisionJSON struct {
		Source   string `json:"source,omitempty"`
		Sequence int64  `json:"sequence"`
		Line     int    `json:"line"`
		Seat     string `json:"seat"`
		Topic    string `json:"topic,omitempty"`
		Decider  string `json:"decider"`
		Text     string `json:"text"`
	}
	repeatJSON struct {
		Source string `json:"source,omitempty"`
		Seat   string `json:"seat"`
		First  int64  `json:"first"`
		Count  int    `json:"count"`
		Loop   bool   `json:"loop"`
	}
	possibleJSON struct {
		Source   string `json:"source,omitempty"`
		Kind     string `json:"kind"` // what it might be: an answer, an ask or a result
		Sequence int64  `json:"sequence"`
		Item     int64  `json:"item,omitempty"` // of an answer: what it might answer
		Line     int    `json:"line"`
		Seat     string `json:"seat"`
		To       string `json:"to,omitempty"` // of an ask: the seat or the role that it names
		Text     string `json:"text"`
	}
)

func newTriageJSON() *triageJSON {
	return &triageJSON{
		Items: []itemJSON{}, Claims: []claimJSON{}, Unaddressed: []unaddressedJSON{}, Data: []dataJSON{},
		Decisions: []decisionJSON{}, Repeats: []repeatJSON{}, Possible: []possibleJSON{}, Counts: map[string]int{},
	}
}

// add puts what one source owes into the document. source is "" where there is one source alone. The
// moment of the document is that of the last one.
func (t *triageJSON) add(source, me string, r *reading, v ledger.View) {
	t.Now = instant(r.now)
	t.Messages += r.count
	for _, i := range inPaneOrder(v, me) {
		t.Items = append(t.Items, itemOf(source, i))
	}
	for _, c := range v.Claims() {
		t.Claims = append(t.Claims, claimJSON{source, c.Sequence, c.Line, c.Seat.Name, c.Topic, c.Text, c.Why})
	}
	for _, l := range v.Unaddressed() {
		t.Unaddressed = append(t.Unaddressed, unaddressedJSON{source, l.Sequence, l.Line, l.Seat.Name, l.Text})
	}
	for _, d := range v.Data() {
		t.Data = append(t.Data, dataJSON{source, d.Sequence, d.Declared, d.Facts})
	}
	for _, d := range v.Decisions() {
		t.Decisions = append(t.Decisions, decisionJSON{source, d.Sequence, d.Line, d.Seat.Name, d.Topic, d.Decider.Name, d.Text})
	}
	for _, r := range v.Repeats() {
		t.Repeats = append(t.Repeats, repeatJSON{source, r.Seat.Name, r.First, r.Count, r.Loop})
	}
	for _, p := range v.Possible() {
		t.Possible = append(t.Possible, possibleJSON{source, p.Kind, p.Sequence, p.Item, p.Line, p.Seat.Name, p.To.Name, p.Text})
	}
	c := v.Counts()
	for name, n := range map[string]int{
		"open": c.Open, "due": c.Due, "overdue": c.Overdue, "defaulted": c.Defaulted, "answered": c.Answered,
		"proved": c.Proved, "accepted": c.Accepted, "claimed": c.Claimed, "blocked": c.Blocked,
		"superseded": c.Superseded, "withdrawn": c.Withdrawn, "unreadable": c.Unreadable,
		"claims": c.Claims, "unaddressed": c.Unaddressed, "data": c.Data, "decisions": c.Decisions,
		"conflicts": c.Conflicts, "repeats": c.Repeats, "loops": c.Loops, "possible": c.Possible, "orphaned": c.Orphaned,
	} {
		t.Counts[name] += n
	}
}

// inPaneOrder lists every item: those that somebody has to look at in the order of the triage pane,
// then the settled ones in the order of the room.
func inPaneOrder(v ledger.View, me string) []ledger.Item {
	type key struct {
		sequence int64
		line     int
		seat     ledger.Seat
	}
	of := func(i *ledger.Item) key { return key{i.Sequence, i.Line, i.Owes} }
	var items []ledger.Item
	listed := map[key]bool{}
	for _, row := range render.Triage(render.TriageOf(v), me) {
		if row.Item == nil {
			continue
		}
		for _, item := range append([]*ledger.Item{row.Item}, row.Others...) {
			if !listed[of(item)] {
				listed[of(item)] = true
				items = append(items, *item)
			}
		}
	}
	for _, item := range v.Items() {
		if !listed[of(&item)] {
			items = append(items, item)
		}
	}
	return items
}

func itemOf(source string, i ledger.Item) itemJSON {
	return itemJSON{
		Source: source, Kind: i.Kind, State: string(i.State), Sequence: i.Sequence, Line: i.Line, Topic: i.Topic,
		From: i.From.Name, Owes: i.Owes.Name, Due: instant(i.Due), Text: i.Text, Default: i.Default,
		AnsweredBy: i.AnsweredBy, AnsweredHow: i.AnsweredHow, Late: i.Late, BlockedBy: i.BlockedBy,
		Holds: i.Holds, Orphaned: i.Orphaned, Grade: i.Grade,
	}
}
