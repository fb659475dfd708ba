package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention/ledger"
	"earshot/render"
)

// lineWriter writes a room as lines: first everything that the source holds, with its flags as they
// are by then, then every message as it arrives, and a line of its own when time alone or a later
// message changes what is flagged on an earlier one. So a person who reads lines, or hears them, is
// told what another sees change on the screen.
type lineWriter struct {
	out    io.Writer
	log    *roomLog
	count  func(string) int // nil leaves tokens out
	now    func() time.Time // the rooms' time
	finite bool             // the source ends: it is read as of its last message
	source string           // before every line where several sources are followed; "" otherwise
	wanted func(render.MessageInput) bool
	zone   *time.Location
	shown  shown // hears of what was written

	held    []held // what the source held when it was opened, until all of it is there
	settled bool
	lost    bool // the connection, and it was said
	changes announcer
	waiting waiting
}

// shown hears of every message that was written out, so that the room can be told that it was shown; nil
// where nobody is to hear.
type shown func(sequence int64)

func (s shown) mark(sequence int64) {
	if s != nil {
		s(sequence)
	}
}

// next is when time alone changes a flag, in the rooms' time.
func (w *lineWriter) next() time.Time {
	if w.finite || !w.settled {
		return time.Time{}
	}
	return w.view().NextChange()
}

// view is the ledger as of now, or as of a moment that the log ends at.
func (w *lineWriter) view() ledger.View {
	switch {
	case !w.log.until.IsZero():
		return w.log.ledger.At(w.log.until)
	case w.finite:
		return w.log.ledger.At(w.log.last)
	}
	return w.log.ledger.At(w.now().Add(w.log.offset))
}

// event takes one event of the source.
func (w *lineWriter) event(e client.Event) error {
	taken := w.log.apply(e)
	if !w.settled {
		w.hold(e, taken)
		if !settled(e) {
			return nil
		}
		return w.settle()
	}
	for _, t := range taken {
		if err := w.message(t, w.view()); err != nil {
			return err
		}
	}
	if text := w.notice(e); text != "" {
		if err := w.line("* " + text); err != nil {
			return err
		}
	}
	return w.announce()
}

// held is a message, or where notice is set something that was told in its place.
type held struct {
	message wire.Message
	notice  string
}

// hold keeps what the source held when it was opened, until it has told all of it.
func (w *lineWriter) hold(e client.Event, taken []entry) {
	for _, t := range taken {
		w.held = append(w.held, held{message: t.raw})
	}
	switch e := e.(type) {
	case client.Rebuilt:
		w.held = nil // nothing of it was written, so that there is nothing to say
	case client.Gap:
		w.held = append(w.held, held{notice: w.notice(e)})
	}
}

// settle writes what the source held when it was opened.
func (w *lineWriter) settle() error {
	w.settled = true
	view := w.view()
	for _, h := range w.held {
		var err error
		if h.notice != "" {
			err = w.line("* " + h.notice)
		} else {
			err = w.message(parsed(h.message), view)
		}
		if err != nil {
			return err
		}
	}
	w.held = nil
	return w.tellWaiting()
}

// notice is what the stream tells beside messages, "" for nothing.
func (w *lineWriter) notice(e client.Event) string {
	switch e := e.(type) {
	case client.Gap:
		if w.finite {
			return fmt.Sprintf("messages #%d to #%d are missing: the source does not hold them", e.From, e.To)
		}
		return fmt.Sprintf("messages #%d to #%d are missing: the room does not hand them out", e.From, e.To)
	case client.Rebuilt:
		w.changes, w.waiting = announcer{}, waiting{}
		return "the room's log is another one now, it is told again from the start: " + e.Reason
	case client.Status:
		switch {
		case e.State == client.StateReconnecting && !w.lost && e.Err != nil:
			w.lost = true
			return "connection lost, trying again: " + client.Explain(e.Err).What
		case e.State == client.StateLive && w.lost:
			w.lost = false
			return "connected again"
		}
	}
	return ""
}

func (w *lineWriter) line(text string) error {
	if w.source != "" && text != "" {
		text = " " + text
	}
	_, err := fmt.Fprintln(w.out, render.CleanLine(w.source+text))
	return err
}

// message writes one message with its flags as of a view.
func (w *lineWriter) message(e entry, view ledger.View) error {
	in := w.log.input(e, w.count, w.zone)
	in.State, in.Clock.Now = view.Message(e.Sequence), view.Now()
	if !w.finite {
		w.changes.printed(e.raw, in)
	}
	if !w.wanted(in) {
		return nil
	}
	if w.source != "" {
		if err := w.line(""); err != nil {
			return err
		}
	}
	if err := render.WritePlain(w.out, in); err != nil {
		return err
	}
	w.shown.mark(in.Sequence)
	return nil
}

// announce writes the flags that earlier messages have got since they were last looked at, and what
// has come to need the reader.
func (w *lineWriter) announce() error {
	if w.finite || !w.settled {
		return nil
	}
	view := w.view()
	for _, sequence := range w.changes.since(view) {
		in := w.log.input(parsed(w.changes.raw[sequence]), nil, w.zone)
		in.State, in.Clock.Now = view.Message(sequence), view.Now()
		fresh := w.changes.fresh(in)
		if len(fresh) == 0 || !w.wanted(in) {
			continue
		}
		err := w.line(fmt.Sprintf("* %s  #%d %s: %s", render.FormatTime(view.Now(), in.Clock), sequence, about(in), strings.Join(fresh, ", ")))
		if err != nil {
			return err
		}
	}
	return w.tellWaiting()
}

// about names a message in a few words: who, to whom, what.
func about(in render.MessageInput) string {
	if h := in.Doc.Header; h != nil {
		to := make([]string, len(h.To))
		for i, seat := range h.To {
			to[i] = seat.Text
		}
		return fmt.Sprintf("%s → %s %s %s", in.From, strings.Join(to, ", "), h.Intent.Text, h.Topic.Text)
	}
	return in.From
}
