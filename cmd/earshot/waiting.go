package main

import (
	"fmt"
	"slices"

	"earshot/convention/ledger"
	"earshot/render"
)

// waiting knows what was told to wait for the person whose seat reads along. The zero value has told
// nothing.
type waiting struct {
	told map[string]int64 // the rows of triage under "needs you", by id, with their message
}

// changes are the rows that have come to need the person since the last time, and the messages of which
// nothing needs them any more, in the order of the room.
func (w *waiting) changes(view ledger.View, me string) (come []render.TriageRow, gone []int64) {
	now, still := map[string]int64{}, map[int64]bool{}
	for _, r := range render.Triage(render.TriageOf(view), me) {
		if r.Group != render.NeedsYou {
			continue
		}
		id := r.ID()
		now[id], still[r.Sequence] = r.Sequence, true
		if _, known := w.told[id]; !known {
			come = append(come, r)
		}
	}
	for _, sequence := range w.told {
		if !still[sequence] {
			gone = append(gone, sequence)
		}
	}
	w.told = now
	slices.Sort(gone)
	return come, slices.Compact(gone)
}

// tellWaiting writes what has come to need the reader's answer, in the words of triage, and what does
// not need it any more. Who has no seat of their own is told nothing.
func (w *lineWriter) tellWaiting() error {
	if w.finite || !w.settled || w.log.you == nil {
		return nil
	}
	view := w.view()
	come, gone := w.waiting.changes(view, w.log.you.Name)
	clock := render.Clock{Now: view.Now(), Zone: w.zone}
	for _, r := range come {
		if !w.tells(r.Sequence, view) {
			continue
		}
		if err := w.line("* needs you: " + render.TriageLines(r, clock)[0]); err != nil {
			return err
		}
	}
	for _, sequence := range gone {
		if !w.tells(sequence, view) {
			continue
		}
		if err := w.line(fmt.Sprintf("* #%d does not need you any more", sequence)); err != nil {
			return err
		}
	}
	return nil
}

// tells says that a message was written and passes the filter.
func (w *lineWriter) tells(sequence int64, view ledger.View) bool {
	raw, printed := w.changes.raw[sequence]
	if !printed {
		return false
	}
	in := w.log.input(parsed(raw), nil, w.zone)
	in.State, in.Clock.Now = view.Message(sequence), view.Now()
	return w.wanted(in)
}
