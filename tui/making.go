package tui

import (
	tea "charm.land/bubbletea/v2"

	"earshot/convention/ledger"
	"earshot/tui/views"
)

// The record of a large room and the brief of a busy seat take milliseconds.
// They are made once for each revision of the ledger, beside the keys: the
// record in pieces, the brief when the loop is free.

// making is what the views of record and seats show, and what is being made for
// them.
type making struct {
	asked bool // a foldMsg is on its way
	// listed is the log, and its length, whose topics the pane lists.
	listed struct {
		log *store
		n   int
	}

	record madeOf // the one on the screen
	of     madeOf // what fold makes
	fold   *ledger.Folding
	piece  int // how much one step of it does

	brief madeOf

	begun, steps, briefs int // so far
}

// madeOf is what a record or a brief is made of: equal ones make the same.
type madeOf struct {
	ledger   *ledger.Ledger
	revision uint64
	name     string // of the topic, or of the seat
	counted  bool
}

// foldMsg says that the loop is free to go on with what a view shows.
type foldMsg struct{ room int }

// recordCountedMsg brings what a record costs.
type recordCountedMsg struct {
	room   int
	text   string
	tokens int
}

const (
	// leastPiece is how much one step of a record does, in tenths of a
	// microsecond. It doubles each time that the ledger changes before the record
	// is done, so that a busy room has one too.
	leastPiece = 2500
	// countAtOnce is up to how many bytes a record is counted by the loop itself.
	countAtOnce = 1000
	// briefAtOnce is up to how many messages a brief is made within the key.
	briefAtOnce = 1000
)

func (r *room) madeOf(name string, counted bool) madeOf {
	return madeOf{r.ledger, r.view.Revision(), name, counted}
}

// refreshRecord sees to it that the pane has the record of the selected topic.
func (m *Model) refreshRecord(r *room) {
	r.listTopics()
	k, count := &r.making, m.countTokens()
	of := r.madeOf(r.record.Topic(), count != nil)
	if of == k.record {
		k.fold = nil
		return
	}
	switch {
	case k.fold == nil || k.of != of:
		k.begin(of, r.view.Fold(of.name, count))
	case k.asked:
		return // the next step is on its way
	}
	if k.record.name != of.name || k.record.ledger != of.ledger {
		k.record = madeOf{}
		r.record.SetMaking()
	}
	k.steps++
	if k.fold.Step(k.piece) {
		m.askFold(r)
		return
	}
	m.recordMade(r, k.fold.Record().Text, count)
	k.record, k.fold, k.piece = of, nil, 0
}

// begin begins a record; one that the ledger has overtaken is made faster.
func (k *making) begin(of madeOf, fold *ledger.Folding) {
	if k.fold != nil && k.of.name == of.name && k.of.ledger == of.ledger {
		k.piece *= 2
	} else {
		k.piece = leastPiece
	}
	k.of, k.fold = of, fold
	k.begun++
}

// recordMade shows a record, and has it counted.
func (m *Model) recordMade(r *room, text string, count func(string) int) {
	m.dirty = true
	switch {
	case count == nil:
		r.record.SetText(text, -1)
	case len(text) <= countAtOnce:
		r.record.SetText(text, count(text))
	default:
		r.record.SetText(text, -1)
		m.do(cmdCountRecord(r.index, text, count))
	}
}

func cmdCountRecord(room int, text string, count func(string) int) tea.Cmd {
	return func() tea.Msg { return recordCountedMsg{room, text, count(text)} }
}

func (m *Model) recordCounted(msg recordCountedMsg) {
	if r := m.rooms[msg.room]; r.record.Text() == msg.text {
		r.record.SetText(msg.text, msg.tokens)
		m.dirty = true
	}
}

// listTopics lists the topics anew where messages came.
func (r *room) listTopics() {
	l := &r.making.listed
	if l.log == r.log && l.n == r.log.Len() {
		return
	}
	l.log, l.n = r.log, r.log.Len()
	topics := []views.Topic{{Messages: r.log.Len()}}
	for _, t := range r.log.topicCounts() {
		topics = append(topics, views.Topic{Name: t.name, Messages: t.messages})
	}
	r.record.SetTopics(topics)
}

// refreshBrief sees to it that the pane has the brief of the selected seat.
func (m *Model) refreshBrief(r *room) {
	k := &r.making
	of := r.madeOf(r.roster.Seat(), false)
	if !r.roster.Open() || of == k.brief {
		return
	}
	if r.log.Len() > briefAtOnce {
		if k.brief.name != of.name || k.brief.ledger != of.ledger {
			k.brief = madeOf{}
			r.roster.SetBrief("")
		}
		m.askFold(r)
		return
	}
	m.makeBrief(r)
}

func (m *Model) makeBrief(r *room) {
	k := &r.making
	of := r.madeOf(r.roster.Seat(), false)
	if !r.roster.Open() || of == k.brief {
		return
	}
	k.briefs++
	r.roster.SetBrief(r.view.Brief("", ledger.Seat{ID: r.seatID(of.name), Name: of.name}, nil).Text)
	k.brief = of
	m.dirty = true
}

// askFold asks for the next step, after what the loop has to do meanwhile.
func (m *Model) askFold(r *room) {
	if !r.making.asked {
		r.making.asked = true
		index := r.index
		m.do(func() tea.Msg { return foldMsg{index} })
	}
}

// folded goes on with what the view on the screen shows; what it does not show
// any more is left.
func (m *Model) folded(msg foldMsg) {
	r := m.rooms[msg.room]
	r.making.asked = false
	shown := m.mainShown()
	if r != m.room() || shown != viewRecord {
		r.making.fold = nil
	}
	switch {
	case r != m.room():
	case shown == viewRecord:
		m.refreshRecord(r)
	case shown == viewSeats:
		m.makeBrief(r)
	}
}

// stillMaking names what the view on the screen is to show and has not yet, ""
// for nothing.
func (m *Model) stillMaking() string {
	r := m.room()
	switch {
	case m.view == viewRecord && r.record.Text() == "":
		return "the record is being made"
	case m.view == viewSeats && r.roster.Open() && r.roster.Text() == "":
		return "the brief is being made"
	}
	return ""
}
