package render

import (
	"sort"
	"strconv"
	"time"

	"earshot/convention/ledger"
)

// itemHistory draws what became of one item.
func (d *detail) itemHistory(it ledger.Item) {
	label := Row{{Text: Word(it.Kind), Role: Demand}}
	text := Row{{Text: d.name(it.Owes.Name), Role: Strong}, {Text: Word(owing(it)), Role: Dim}, {Text: CleanLine(Conceal(it.Text))}}
	d.line(label, text, ItemFlags(it, d.drawing.in.Clock))
	for _, e := range events(it) {
		d.line(Row{{Text: spaces(d.labelCol)}}, d.event(e), nil)
	}
}

// owing says in which capacity the seat owes the item.
func owing(it ledger.Item) string {
	if it.Decider {
		return " decides: "
	}
	return " owes: "
}

// event is one thing that happened to an item.
type event struct {
	sequence int64
	at       time.Time
	what     string
	text     string // text from outside
}

// events are the things that happened to an item in the order of the room;
// what has no message of its own stands at the end.
func events(it ledger.Item) []event {
	list := []event{{sequence: it.Sequence, at: it.At, what: "asked by " + it.From.Name}}
	for _, n := range it.Nudges {
		list = append(list, event{sequence: n, what: "nudged"})
	}
	for _, a := range it.Acks {
		list = append(list, event{sequence: a.Sequence, at: a.At, what: "acknowledged by " + a.Seat.Name, text: a.Text})
	}
	for _, h := range it.Handovers {
		list = append(list, event{sequence: h.Sequence, at: h.At, what: "handed over by " + h.From.Name + " to " + h.To.Name})
	}
	if it.BlockedBy > 0 {
		list = append(list, event{sequence: it.BlockedBy, what: "blocked", text: it.BlockedText})
	}
	if it.Progress > 0 {
		list = append(list, event{sequence: it.Progress, what: "progress"})
	}
	if it.AnsweredBy > 0 {
		list = append(list, event{sequence: it.AnsweredBy, at: it.AnsweredAt, what: answeredHow(it)})
	}
	if it.ClosedBy > 0 {
		list = append(list, event{sequence: it.ClosedBy, what: string(it.State)})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].sequence < list[j].sequence })
	if it.Holds > 0 {
		list = append(list, event{what: "held " + strconv.Itoa(it.Holds) + "×"})
	}
	if !it.Due.IsZero() {
		list = append(list, event{at: it.Due, what: "due"})
	}
	return list
}

// answeredHow says how an answer was recognised.
func answeredHow(it ledger.Item) string {
	word := "answered"
	if it.Kind == ledger.Req {
		word = "reported done"
	}
	switch it.AnsweredHow {
	case ledger.ByReply:
		return word + " in a reply"
	case ledger.ByTopic:
		return word + " on the topic"
	}
	return word
}

func (d *detail) event(e event) Row {
	row := Row{}
	if e.sequence > 0 {
		row = append(row, Seg{Text: Join(number(e.sequence), spaces(1)), Role: Dim})
	}
	row = append(row, Seg{Text: CleanLine(e.what)})
	if !e.at.IsZero() {
		row = append(row, Seg{Text: Word(" " + FormatTime(e.at, d.drawing.in.Clock)), Role: Dim})
	}
	if e.text != "" {
		row = append(row, Seg{Text: Word(": "), Role: Dim}, Seg{Text: CleanLine(Conceal(e.text))})
	}
	return row
}
