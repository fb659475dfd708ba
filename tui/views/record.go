package views

import (
	"fmt"

	"earshot/render"
)

// Topic is a topic of the room that has a state record.
type Topic struct {
	Name     string // "" is the room as a whole
	Messages int
}

// Record is the pane of the state records: the topics, and the record of the
// selected one.
type Record struct {
	window
	topics []Topic
	chosen choice
	text   string // "" while it is being made
	tokens int    // -1 where not counted
	body   wrapped
}

// NewRecord makes the pane without topics.
func NewRecord() *Record { return &Record{tokens: -1} }

// SetTopics sets the topics in their order; the selection stays by name.
func (v *Record) SetTopics(topics []Topic) {
	name := v.Topic()
	v.topics = topics
	v.chosen.set(len(topics))
	for i, t := range topics {
		if t.Name == name {
			v.chosen.at = i
		}
	}
}

// Topic is the selected topic's name, "" for the room as a whole.
func (v *Record) Topic() string {
	if v.chosen.at < len(v.topics) {
		return v.topics[v.chosen.at].Name
	}
	return ""
}

// SetText sets the record of the selected topic and its cost.
func (v *Record) SetText(text string, tokens int) { v.text, v.tokens = text, tokens }

// SetMaking says that the record of the selected topic is being made.
func (v *Record) SetMaking() { v.SetText("", -1) }

// Text is the record, a v1 message; "" while it is being made.
func (v *Record) Text() string { return v.text }

// Next and Prev select a topic.
func (v *Record) Next() { v.chosen.move(1); v.top = 0 }

// Prev selects the topic before.
func (v *Record) Prev() { v.chosen.move(-1); v.top = 0 }

// ClickAt selects the topic on a row.
func (v *Record) ClickAt(y int) {
	if y += v.firstTopic(); y < len(v.topics) && y < v.topicRows() {
		v.chosen.at = y
	}
}

// topicRows is how many rows the list of topics takes above the record: a
// third of the pane at most.
func (v *Record) topicRows() int { return min(len(v.topics), max(v.h/3, 1)) }

func (v *Record) firstTopic() int {
	return min(max(v.chosen.at-v.topicRows()/2, 0), max(len(v.topics)-v.topicRows(), 0))
}

// Rows draws the pane.
func (v *Record) Rows(m render.Measure) []render.Row {
	var rows []render.Row
	first := v.firstTopic()
	for i := first; i < first+v.topicRows(); i++ {
		rows = append(rows, m.Fit(v.topicRow(i), v.w))
	}
	title := " the record as a message"
	switch {
	case v.text == "":
		title = " the record is being made…"
	case v.tokens >= 0:
		title += fmt.Sprintf(", %d tokens", v.tokens)
	}
	rows = append(rows, nil, m.Fit(render.Row{text(title, render.Dim)}, v.w))
	body := v.body.of(v.text, v.w, m, v.recordRows)
	inner := window{w: v.w, h: max(v.h-len(rows), 0), top: v.top}
	shown := inner.cut(body)
	v.top, v.total = inner.top, len(body)+len(rows)
	return append(rows, shown...)
}

func (v *Record) topicRow(i int) render.Row {
	t := v.topics[i]
	name, role := t.Name, render.Plain
	if name == "" {
		name = "the whole room"
	}
	if v.chosen.is(i) {
		role = render.Strong
	}
	return render.Row{bar(v.chosen.is(i)), text(" "+name, role), text("  "+plural(t.Messages, "message"), render.Dim)}
}

func (v *Record) recordRows(m render.Measure) []render.Row {
	var rows []render.Row
	for _, line := range render.Clean(v.text).Lines() {
		for i, part := range m.Wrap(line, max(v.w-4, 1)) {
			indent := "  "
			if i > 0 {
				indent = "    "
			}
			rows = append(rows, m.Fit(render.Row{text(indent, render.Plain), {Text: part}}, v.w))
		}
	}
	return rows
}
