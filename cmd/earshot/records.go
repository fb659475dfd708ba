package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"earshot/convention/ledger"
	"earshot/convention/tokens"
	"earshot/render"
)

// The JSON of a state record and of a brief. Field names are stable; source is there where several
// sources were given, and text then holds their messages one after the other.
type (
	recordJSON struct {
		Now      *string `json:"now,omitempty"`
		Messages int     `json:"messages"`
		Topic    string  `json:"topic,omitempty"`
		Seat     string  `json:"seat,omitempty"`
		listsJSON
		Text string `json:"text"`
	}
	listsJSON struct {
		Must     []entryJSON `json:"must"`
		MustNot  []entryJSON `json:"must_not"`
		May      []entryJSON `json:"may"`
		Decided  []entryJSON `json:"decided"`
		Defaults []entryJSON `json:"defaults"`
		Proved   []entryJSON `json:"proved"`
		Claimed  []entryJSON `json:"claimed"`
		Blocked  []entryJSON `json:"blocked"`
		Options  []entryJSON `json:"options"`
		Risks    []entryJSON `json:"risks"`
		Costs    []entryJSON `json:"costs"`
	}
	entryJSON struct {
		Source   string  `json:"source,omitempty"`
		Text     string  `json:"text"`
		Sequence int64   `json:"sequence"`
		Line     int     `json:"line"`
		Seat     string  `json:"seat,omitempty"`
		Due      *string `json:"due,omitempty"`
	}
)

// folded is what one source was folded into: a message, and the same as lists.
type folded struct {
	topic, seat, text string
	lists             ledger.Lists
}

// readCounted reads a source, which has to know the seat to look from, and loads the counter that bounds
// what is folded from it.
func (o *sourceOptions) readCounted(cmd *cobra.Command, p process, argument string, knows *seatCheck) (*reading, *tokens.Counter, error) {
	counter, err := p.counter()
	if err != nil {
		return nil, nil, fmt.Errorf("load the token counter: %w", err)
	}
	r, err := o.read(cmd.Context(), p, argument)
	if err != nil {
		return nil, nil, err
	}
	if err := knows.in(r.roomLog); err != nil {
		return nil, nil, err
	}
	r.tellMoment(p)
	return r, counter, nil
}

// fold reads every source, folds it, and writes the results: as text one after the other, as JSON in one
// document. One of the sources at least has to know the topic, unless it is "".
func (o *sourceOptions) fold(cmd *cobra.Command, p process, sources []string, topic string, asJSON bool, into func(*reading, *tokens.Counter) (folded, error)) error {
	document := newRecordJSON()
	knows := &seatCheck{as: o.as, of: len(sources)}
	about := &topicCheck{topic: topic, of: len(sources)}
	for i, argument := range sources {
		r, counter, err := o.readCounted(cmd, p, argument, knows)
		if err != nil {
			return err
		}
		if err := about.in(r.roomLog); err != nil {
			return err
		}
		f, err := into(r, counter)
		if err != nil {
			return err
		}
		label := ""
		if len(sources) > 1 {
			label = r.name
		}
		document.add(label, r, f)
		if asJSON {
			continue
		}
		if err := heading(p, label, i > 0); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(p.out, plainText(f.text)); err != nil {
			return err
		}
	}
	if asJSON {
		return writeJSON(p.out, document)
	}
	return nil
}

// heading writes which source follows; nothing where there is one alone.
func heading(p process, label string, gap bool) error {
	if label == "" {
		return nil
	}
	before := ""
	if gap {
		before = "\n"
	}
	_, err := fmt.Fprintf(p.out, "%s%s\n", before, render.CleanLine(label))
	return err
}

func newRecordJSON() *recordJSON {
	none := []entryJSON{}
	return &recordJSON{listsJSON: listsJSON{none, none, none, none, none, none, none, none, none, none, none}}
}

// add puts what one source was folded into into the document. Its moment is that of the last one.
func (d *recordJSON) add(source string, r *reading, f folded) {
	d.Now, d.Topic, d.Seat = instant(r.now), f.topic, f.seat
	d.Messages += r.count
	d.Text = strings.TrimPrefix(d.Text+"\n\n"+f.text, "\n\n")
	for _, list := range []struct {
		to   *[]entryJSON
		from []ledger.Entry
	}{
		{&d.Must, f.lists.Must}, {&d.MustNot, f.lists.MustNot}, {&d.May, f.lists.May}, {&d.Decided, f.lists.Decided},
		{&d.Defaults, f.lists.Defaults}, {&d.Proved, f.lists.Proved}, {&d.Claimed, f.lists.Claimed}, {&d.Blocked, f.lists.Blocked},
		{&d.Options, f.lists.Options}, {&d.Risks, f.lists.Risks}, {&d.Costs, f.lists.Costs},
	} {
		for _, e := range list.from {
			*list.to = append(*list.to, entryJSON{source, e.Text, e.Sequence, e.Line, e.Seat.Name, instant(e.Due)})
		}
	}
}
