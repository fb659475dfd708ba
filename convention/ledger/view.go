package ledger

import (
	"time"

	"earshot/convention"
	"earshot/convention/evidence"
)

// Why a line is only a claim.
const (
	WhyClaim           = "claim"            // it says so itself
	WhyNoEvidence      = "no-evidence"      // a done without ev
	WhyEvidenceKind    = "evidence-kind"    // no ev of a kind that can prove it
	WhyEvidenceMissing = "evidence-missing" // a resolver found the evidence missing, or the run failed
)

// Claim is a line that nothing proves yet.
type Claim struct {
	Sequence    int64
	Line        int
	Seat        Seat
	Topic, Text string
	Why         string          // one of the Why constants
	Needs       []evidence.Kind // what would prove it; nil: any kind
}

// Line is a demand that no seat was addressed with.
type Line struct {
	Sequence int64
	Line     int
	Seat     Seat
	Modality convention.Modality
	Text     string
}

// Data is a message whose count is wrong: nothing in it may be acted on.
type Data struct {
	Sequence        int64
	Seat            Seat
	Declared, Facts int
}

// Decision is a line that decides what another seat was asked to decide.
type Decision struct {
	Sequence int64
	Line     int
	Seat     Seat
	Topic    string
	Decider  Seat
	Text     string
	Ask      int64 // the asking message
}

// Repeat is a body that one seat posted several times.
type Repeat struct {
	Seat        Seat
	First, Last int64
	Count       int // how many messages carry it, the first and the server's count included
	Loop        bool
}

// The kinds of a Possible.
const (
	PossibleAnswer = "answer" // might answer Item
	PossibleAsk    = "ask"    // prose that names a seat and asks it something
	PossibleResult = "result" // prose that states a result without a reference
)

// Possible is something that the convention does not settle: never counted among
// the items.
type Possible struct {
	Kind     string
	Sequence int64 // the message
	Item     int64 // the asking message, of an answer
	Line     int   // of the message
	Seat     Seat  // who wrote it
	To       Seat  // of an ask: whom it asks
	Text     string
}

// Counts are totals as of the view's moment. Open to Unreadable count items by
// the state they show.
type Counts struct {
	Open, Due, Overdue, Defaulted, Answered         int
	Proved, Accepted, Claimed, Blocked              int
	Superseded, Withdrawn, Unreadable               int
	Claims, Unaddressed, Data, Decisions, Conflicts int // Conflicts: late after default, and Decisions
	Repeats, Loops, Possible, Orphaned              int
	Messages                                        int
}

// MessageState is everything flagged on one message.
type MessageState struct {
	Data      *Data
	RepeatOf  int64   // the first of the series, on a copy
	Repeat    *Repeat // of the series, on the first and on each copy
	Corrected bool    // by a later message of the same seat
	// CorrectedBy is that message.
	CorrectedBy int64
	// Lines holds the flagged lines by their number.
	Lines map[int]LineState
}

// LineState is what is flagged on one line.
type LineState struct {
	Items       []Item
	Claim       *Claim
	Unaddressed bool
	Decision    *Decision
	Proved      bool   // a done that its evidence proves
	Grade       string // of a done or ev line
	Detail      string // what the resolver said of an ev line
	Lifted      int64  // of a must-not: the message that lifted it
	Possible    *Possible
}

// View is the ledger as of one moment. It is valid until the next Feed, Seats,
// Repeat, Verdict or At of its ledger, and belongs to the same goroutine. Its
// times are in UTC, whole microseconds.
type View struct {
	l *Ledger
}

// Now is the moment of the view.
func (v View) Now() time.Time { return v.l.now }

// Revision is another one whenever something that views say may have changed,
// but for their moment: what was made of the ledger at a revision is true for as
// long as the ledger has it. It says nothing about other ledgers.
func (v View) Revision() uint64 { return v.l.revision }

// Items lists every item, by sequence, line and order of addressing.
func (v View) Items() []Item {
	list := []Item{}
	for n := range v.l.posts.n {
		items := v.l.posts.at(n).items()
		for i := range items {
			list = append(list, items[i].public())
		}
	}
	return list
}

// Live lists the items that somebody may have to look at: those that are not
// settled, those that silence has decided, and the conflicts.
func (v View) Live() []Item {
	list := make([]Item, 0, v.l.live.live)
	v.l.live.each(func(it *item) { list = append(list, it.public()) })
	return list
}

// ItemsOf lists the items of one message.
func (v View) ItemsOf(sequence int64) []Item {
	p := v.l.posts.find(sequence)
	if p == nil || p.detail == nil {
		return nil
	}
	items := p.items()
	list := make([]Item, len(items))
	for i := range items {
		list[i] = items[i].public()
	}
	return list
}

func (v View) publics(items []*item) []Item {
	list := make([]Item, len(items))
	for i, it := range items {
		list[i] = it.public()
	}
	return list
}

// Claims lists what is claimed without proof.
func (v View) Claims() []Claim { return publics(&v.l.claims, (*claim).public) }

// Unaddressed lists demands in messages that address no seat.
func (v View) Unaddressed() []Line { return publics(&v.l.loose, (*loose).public) }

// Data lists the messages with a wrong count that nobody corrected.
func (v View) Data() []Data { return publics(&v.l.data, (*dataPost).public) }

// Decisions lists decisions by others than the decider.
func (v View) Decisions() []Decision { return publics(&v.l.decisions, (*decision).public) }

// Repeats lists the bodies that were posted more than once.
func (v View) Repeats() []Repeat { return publics(&v.l.series, (*series).public) }

// Possible lists what might be an answer, an ask or a result.
func (v View) Possible() []Possible { return publics(&v.l.possibles, (*possible).public) }

// Budgets lists the budgets of which a seat reports to have spent 80 % or more.
func (v View) Budgets() []Budget { return publics(&v.l.budgets, (*budget).public) }

func publics[T member, P any](r *roll[T], public func(T) P) []P {
	list := make([]P, 0, r.live)
	r.each(func(x T) { list = append(list, public(x)) })
	return list
}

// Counts returns the totals. It costs the number of seats.
func (v View) Counts() Counts {
	c := v.l.counts
	for _, s := range v.l.roster.all {
		if s.state.Left {
			c.Orphaned += s.unsettled
		}
	}
	return c
}

// NextChange returns when something changes by time alone; zero means never.
func (v View) NextChange() time.Time { return v.l.timers.peek().time() }

// Load is what a seat has in hand.
type Load struct {
	Seat
	Owes    int // its items that are not settled
	Overdue int // those of them that are overdue
	Claims  int // its lines that nothing proves
}

// Loads lists what the seats have in hand, those that have nothing too. It costs
// the number of seats.
func (v View) Loads() []Load {
	list := make([]Load, len(v.l.roster.all))
	for i, s := range v.l.roster.all {
		list[i] = Load{Seat: s.public(), Owes: s.unsettled, Overdue: s.overdue, Claims: s.claimed}
	}
	return list
}

// Silence is a seat that somebody waits for and that gives no sign of life.
type Silence struct {
	Seat
	Since     time.Time // its last sign: the later of fetched and posted, else when it joined
	Owing     int       // how many items wait for it
	Fetched   int64     // the highest sequence it has fetched
	FetchedAt time.Time
}

// silentAfter is how long a seat that owes something may give no sign of life.
const silentAfter = 15 * time.Minute

// Silent lists the seats that owe something and have neither fetched nor posted
// for 15 minutes. A seat of which the room does not know what it fetched is never
// listed. It costs the number of seats.
func (v View) Silent() []Silence {
	list := []Silence{}
	for _, s := range v.l.roster.all {
		if s.owing == 0 || !s.known || !s.state.FetchKnown || s.state.Left {
			continue
		}
		since := latest(s.state.JoinedAt, s.state.FetchedAt, s.state.PostedAt, s.spoke.time())
		if v.l.now.Sub(since) >= silentAfter {
			list = append(list, Silence{Seat: s.public(), Since: since, Owing: s.owing, Fetched: s.state.Fetched, FetchedAt: s.state.FetchedAt})
		}
	}
	return list
}

func latest(times ...time.Time) time.Time {
	var last time.Time
	for _, t := range times {
		if t.After(last) {
			last = t
		}
	}
	return last
}
