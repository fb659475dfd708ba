package tui

import (
	"strings"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/render"
	"earshot/tui/composer"
	"earshot/tui/timeline"
	"earshot/tui/triage"
	"earshot/tui/views"
)

// room is everything known of one watched room, and its panes.
type room struct {
	index int
	cfg   Room
	log   *store
	// ledger has been fed with the log; while it is built anew over an older
	// log, rebuild holds the one to come.
	ledger        *ledger.Ledger
	ledgerOptions ledger.Options
	view          ledger.View
	looks         uint64 // how often the ledger was looked at
	// epoch counts how often the log was discarded; results of commands that
	// were asked for under another one are dropped.
	epoch     uint64
	rebuild   *rebuild
	told      told
	feed      feeding
	name      string
	known     bool        // the room has said who it is, or has none to say it
	seats     []wire.Seat // in the order in which they came
	you       *wire.Seat
	caps      wire.Capabilities
	offset    time.Duration
	status    client.Status
	announced int64 // the room's last sequence as it says
	over      bool  // the stream has ended
	left      leftOut
	v1        v1Share
	out       outbox
	confirmed []*post // that the room has, of which what came before them is still to be told
	kept      kept
	history   history
	seen      seen
	paging    paging
	uncounted uncounted
	stepping  bool // a stepMsg is on its way

	timeline *timeline.Timeline
	triage   *triage.Triage
	chosen   bool // the person has chosen a row of triage
	stale    bool // triage has not heard of the latest changes
	sorting  sorting
	close    time.Time // the first due time that is less than a minute past, zero for none
	composer *composer.Composer
	start    composer.Start // that the draft was begun with
	sent     sentText       // what the draft went out as before, if it did
	stood    standing       // how what the draft is about stood when it was begun
	draftOf  string         // what the composer's title calls the draft
	parked   []parked
	open     bool // the composer is on the screen
	away     away // from where the reader was
	shared   bool // the composer was told of the room
	record   *views.Record
	roster   *views.Roster
	costs    *views.Costs
	aside    asides
	heeded   heeded
	costing  costing
	making   making
	readers  int // that costs are reckoned with; 0 for those of the room
}

// v1Share is how many of the latest messages keep to the convention.
type v1Share struct {
	share float64
	of    int
}

// paging is the asking for older messages than the room delivers by itself.
type paging struct {
	asked bool // a page is on its way
	done  bool // there is nothing older
}

// seen is what stood on the screen, and what of it the room was told.
type seen struct {
	highest, told int64
	due           bool // a seenDueMsg is on its way
}

// seenEvery is how often the room is told at most.
const seenEvery = time.Second

func newRoom(index int, cfg Room, m *Model) *room {
	r := &room{
		index: index, cfg: cfg, log: newStore(), ledger: ledger.New(m.opts.Ledger), ledgerOptions: m.opts.Ledger,
		name: cfg.Name, triage: triage.New(), told: told{repeats: make(map[int64]wire.Repeat)},
		record: views.NewRecord(), roster: views.NewRoster(), costs: views.NewCosts(),
		composer: composer.New(composer.Options{Measure: m.measure, Keys: m.opts.Keys, Templates: m.opts.Templates, Clock: m.pressClock}),
	}
	r.timeline = timeline.New(r.log)
	r.triage.SetNotes(&r.aside)
	r.dress(m)
	r.look(m.now())
	return r
}

// dress hands the room's panes what the program as a whole decides.
func (r *room) dress(m *Model) {
	r.timeline.SetMeasure(m.measure)
	r.timeline.SetClockMode(m.clockMode, m.opts.Zone)
	r.timeline.SetDictionary(m.opts.Dictionary)
	r.timeline.SetKnown(r.knowsSeat)
	r.triage.SetMeasure(m.measure)
	r.triage.SetClockMode(m.clockMode, m.opts.Zone)
}

// now is the room's own time: that of the clock and the room's distance to
// it, or of the last message where the source is finished.
func (r *room) now(clock time.Time) time.Time {
	if r.cfg.Standing && r.log.Len() > 0 {
		return r.log.At(r.log.Len() - 1).At
	}
	return clock.Add(r.offset)
}

// me is the name of our seat, or of the one whose view was asked for.
func (r *room) me() string {
	if r.you != nil {
		return convention.SeatToken(r.you.Name, r.you.MemberID)
	}
	return r.cfg.As
}

// member is the id of our seat, "" where it is not known.
func (r *room) member() string {
	if r.you != nil {
		return r.you.MemberID
	}
	return r.cfg.Member
}

// cannotPost says why nothing can be posted here, "" where it can.
func (r *room) cannotPost() string {
	switch {
	case r.cfg.API == nil || r.cfg.ReadOnly:
		return "this source is read-only"
	case r.status.State == client.StateRefused:
		return "the room refuses us"
	case r.you == nil && r.status.State == client.StateLive:
		return "observers cannot post; join the room to take a seat"
	}
	return ""
}

func (r *room) knowsSeat(name string) bool {
	if strings.EqualFold(name, "all") || len(r.seats) == 0 {
		return true
	}
	for _, s := range r.seats {
		if convention.SameSeat(convention.SeatToken(s.Name, s.MemberID), name) {
			return true
		}
	}
	return false
}

// apply takes one event in. What the panes have to hear of is gathered in
// r.feed until settle.
func (r *room) apply(e client.Event, m *Model) {
	switch e := e.(type) {
	case client.Welcomed:
		r.welcomed(e)
		if r.you != nil && r.out.sentBy(r.you.MemberID) {
			m.draftChanged(r)
		}
	case client.Messages:
		r.messages(e)
	case client.Status:
		r.statusChanged(e, m)
	case client.Seats:
		r.mergeSeats(e.Seats)
	case client.Repeat:
		r.told.repeats[e.Sequence] = e.Repeat
		r.ledger.Repeat(e.Sequence, e.Count, e.LastAt)
		r.feed.changed = true
	case client.Verdict:
		r.told.verdicts = append(r.told.verdicts, e.Verdict)
		r.ledger.Verdict(e.Sequence, e.Line, e.Reference, verdict(e.Verdict))
		r.feed.changed = true
	case client.Posted:
		m.posted(r, e)
	case client.Refused:
		m.returned(r, e.ID, "refused: "+e.Refused.Error.Message, true)
	case client.Failed:
		m.returned(r, e.ID, "failed: "+failure(e.Err), false)
	case client.Gap:
		r.timeline.AddNote(e.From-1, timeline.Note{Text: gapText(e), Role: render.FlagWarn})
	case client.Rebuilt:
		r.discard(e.Reason, m)
	}
}

func (r *room) welcomed(e client.Welcomed) {
	r.known = true
	if e.Room.Name != "" {
		r.name = e.Room.Name
	} else if r.name == "" {
		r.name = e.Room.ID
	}
	r.you, r.caps, r.offset, r.announced = e.You, e.Capabilities, e.Offset, e.LastSequence
	r.seats = nil
	r.mergeSeats(e.Seats)
}

func (r *room) messages(e client.Messages) {
	if e.Page {
		r.paging.asked = false
		r.paging.done = r.paging.done || len(e.Messages) == 0
	}
	c := r.log.add(e.Messages)
	for _, msg := range e.Messages {
		r.out.arrived(msg.Sequence)
	}
	if c.disordered {
		r.feed.again = true
	}
	if r.feed.again || r.rebuild != nil {
		r.feed.appended += c.appended
		return
	}
	for i := r.log.Len() - c.appended; i < r.log.Len(); i++ {
		r.ledger.Feed(r.log.ledgerMessage(i))
	}
	r.feed.appended += c.appended
	r.feed.changed = r.feed.changed || c.appended > 0
}

// statusChanged notes how the connection stands.
func (r *room) statusChanged(s client.Status, m *Model) {
	was := r.status.State
	r.status = s
	if s.State == client.StateLive {
		m.notices.Settle(aboutLink)
	}
	if s.State == client.StateReconnecting && was == client.StateLive && s.Err != nil {
		m.lost(r, s.Err)
	}
}

// mergeSeats takes in seats that changed, and tells the ledger.
func (r *room) mergeSeats(changed []wire.Seat) {
	for _, s := range changed {
		at := -1
		for i := range r.seats {
			if r.seats[i].MemberID == s.MemberID {
				at = i
			}
		}
		if at < 0 {
			r.seats = append(r.seats, s)
			continue
		}
		r.seats[at] = s
	}
	r.ledger.Seats(r.seatStates())
	if r.rebuild != nil {
		r.rebuild.ledger.Seats(r.seatStates())
	}
	r.timeline.SetKnown(r.knowsSeat)
	r.feed.changed = true
}

func (r *room) seatStates() []ledger.SeatState {
	states := make([]ledger.SeatState, len(r.seats))
	for i, s := range r.seats {
		states[i] = ledger.SeatState{
			Seat: ledger.Seat{ID: s.MemberID, Name: convention.SeatToken(s.Name, s.MemberID)},
			Left: !s.LeftAt.IsZero(), JoinedAt: s.JoinedAt, LeftAt: s.LeftAt,
			FetchKnown: r.caps.Has(wire.CanDelivery), Fetched: s.Fetched, FetchedAt: s.FetchedAt, PostedAt: s.PostedAt,
		}
	}
	return states
}

// online counts the seats that are there; -1 where the room does not tell.
func (r *room) online() int {
	if !r.caps.Has(wire.CanPresence) {
		return -1
	}
	n := 0
	for _, s := range r.seats {
		if s.LeftAt.IsZero() && s.Presence == wire.PresenceOnline {
			n++
		}
	}
	return n
}

// seated counts the seats that have not left.
func (r *room) seated() int {
	n := 0
	for _, s := range r.seats {
		if s.LeftAt.IsZero() {
			n++
		}
	}
	return n
}

// discard forgets the log: the room's is another one now.
func (r *room) discard(reason string, m *Model) {
	r.log, r.rebuild = newStore(), nil
	r.ledger = ledger.New(m.opts.Ledger)
	r.ledger.Seats(r.seatStates())
	r.epoch++
	r.feed = feeding{changed: true}
	r.timeline.Replace(r.log)
	r.timeline.AddNote(0, timeline.Note{Text: render.Join(render.Word("the room's log was replaced: "), render.CleanLine(reason)), Role: render.FlagWarn})
	r.told = told{repeats: make(map[int64]wire.Repeat)}
	r.uncounted.restart(0)
	r.costing = costing{busy: r.costing.busy}
	r.out.highest = 0
	r.seen = seen{due: r.seen.due}
	r.paging = paging{}
	r.v1, r.heeded = v1Share{}, nil
}

// unread counts the messages behind the reader's mark; 0 where there is none.
func (r *room) unread() int {
	if r.timeline.Mark() == 0 {
		return 0
	}
	return r.log.Len() - r.log.after(r.timeline.Mark())
}
