package main

import (
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"
	"time"
	"unicode"

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

	held    []wire.Message // what the source held when it was opened, until all of it is there
	settled bool
	watched map[int64]*watched
}

// watched is an earlier message whose flags may still change.
type watched struct {
	input render.MessageInput
	told  map[string]bool // flags that were printed, without their figures
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
		for _, t := range taken {
			w.held = append(w.held, t.raw)
		}
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
	if err := w.notice(e); err != nil {
		return err
	}
	return w.announce()
}

// settle writes what the source held when it was opened.
func (w *lineWriter) settle() error {
	w.settled = true
	view := w.view()
	for _, m := range w.held {
		if err := w.message(parsed(m), view); err != nil {
			return err
		}
	}
	w.held = nil
	return nil
}

// notice writes what the stream tells beside messages.
func (w *lineWriter) notice(e client.Event) error {
	switch e := e.(type) {
	case client.Gap:
		return w.line(fmt.Sprintf("* messages #%d to #%d are missing: the room does not hand them out", e.From, e.To))
	case client.Rebuilt:
		clear(w.watched)
		return w.line("* the room's log is another one now, it is told again from the start: " + e.Reason)
	case client.Status:
		if e.State == client.StateReconnecting && e.Attempt == 0 && e.Err != nil {
			return w.line("* connection lost, trying again: " + client.Explain(e.Err).What)
		}
	}
	return nil
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
		w.watched[e.Sequence] = &watched{input: in, told: told(in)}
	}
	if !w.wanted(in) {
		return nil
	}
	if w.source != "" {
		if err := w.line(""); err != nil {
			return err
		}
	}
	return render.WritePlain(w.out, in)
}

// announce writes the flags that earlier messages have got since they were last looked at.
func (w *lineWriter) announce() error {
	if w.finite || !w.settled {
		return nil
	}
	view := w.view()
	for _, sequence := range w.changing(view) {
		seen := w.watched[sequence]
		seen.input.State, seen.input.Clock.Now = view.Message(sequence), view.Now()
		var fresh []string
		for _, f := range render.Flags(seen.input) {
			if key := flagKey(f, seen.input.State); key != "" && !seen.told[key] {
				seen.told[key] = true
				fresh = append(fresh, f.Word.String())
			}
		}
		if len(fresh) == 0 || !w.wanted(seen.input) {
			continue
		}
		if err := w.line(fmt.Sprintf("* %s  #%d %s: %s", render.FormatTime(view.Now(), seen.input.Clock), sequence, about(seen.input), strings.Join(fresh, ", "))); err != nil {
			return err
		}
	}
	return nil
}

// changing lists the watched messages that something may be said of, and forgets the others.
func (w *lineWriter) changing(view ledger.View) []int64 {
	open := map[int64]bool{}
	for _, i := range view.Live() {
		open[i.Sequence] = true
	}
	for _, r := range view.Repeats() {
		open[r.First] = true
	}
	var sequences []int64
	for sequence, seen := range w.watched {
		if open[sequence] || len(seen.told) > 0 {
			sequences = append(sequences, sequence)
		}
	}
	slices.Sort(sequences)
	return sequences
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

func told(in render.MessageInput) map[string]bool {
	keys := map[string]bool{}
	for _, f := range render.Flags(in) {
		if key := flagKey(f, in.State); key != "" {
			keys[key] = true
		}
	}
	return keys
}

// flagKey is a flag without the figures that change from minute to minute: its words in capitals. A
// count of repeats is told again each time it has doubled.
func flagKey(f render.Flag, state ledger.MessageState) string {
	var words []string
	for word := range strings.FieldsSeq(f.Word.String()) {
		if strings.ContainsFunc(word, unicode.IsLower) || !strings.ContainsFunc(word, unicode.IsUpper) {
			break
		}
		words = append(words, word)
	}
	key := strings.Join(words, " ")
	if key == "REPEAT" && state.Repeat != nil {
		key += fmt.Sprint(bits.Len(uint(state.Repeat.Count)))
	}
	return key
}
