package timeline

import (
	"cmp"
	"slices"

	"earshot/tui/vlist"
)

// flagReach is how many messages are asked one by one before every finding of
// the ledger is listed: where flags are many one is near, where they are few
// the list is short.
const flagReach = 2000

// ShowFlagged points at the next line with a flag, below what is pointed at or
// above it. It reports whether there is one.
func (t *Timeline) ShowFlagged(down bool) bool {
	m, ok := t.Current()
	if !ok {
		return false
	}
	if t.flagInside(m, down) {
		return true
	}
	at, step := t.place(m.Sequence), 1
	if !down {
		step = -1
	}
	for reached := 0; reached < flagReach; reached++ {
		if at += step; at < 0 || at >= len(t.items.ords) {
			return false
		}
		if t.pointFrom(t.log.Sequence(int(t.items.ords[at])), down) {
			return true
		}
	}
	return t.showFarFlag(m.Sequence, down)
}

// place is the index among the items of a message, or of the one behind where
// it would stand.
func (t *Timeline) place(seq int64) int {
	at, _ := slices.BinarySearchFunc(t.items.ords, seq, func(ord int32, want int64) int {
		return cmp.Compare(t.log.Sequence(int(ord)), want)
	})
	return at
}

// showFarFlag looks through every finding of the ledger.
func (t *Timeline) showFarFlag(from int64, down bool) bool {
	best := int64(0)
	for _, seq := range t.flagged() {
		nearer := down && seq > from && (best == 0 || seq < best) || !down && seq < from && seq > best
		if !nearer {
			continue
		}
		if i, known := t.log.Index(seq); known && t.items.has(i) {
			best = seq
		}
	}
	return best != 0 && t.pointFrom(best, down)
}

// flagged lists every message that carries a flag, in no order and perhaps
// more than once.
func (t *Timeline) flagged() []int64 {
	var all []int64
	for _, i := range t.view.Live() {
		if pressing(i) {
			all = append(all, i.Sequence)
		}
	}
	for _, c := range t.view.Claims() {
		all = append(all, c.Sequence)
	}
	for _, l := range t.view.Unaddressed() {
		all = append(all, l.Sequence)
	}
	for _, d := range t.view.Data() {
		all = append(all, d.Sequence)
	}
	for _, d := range t.view.Decisions() {
		all = append(all, d.Sequence)
	}
	for _, r := range t.view.Repeats() {
		all = append(all, r.First)
	}
	return all
}

// ShowTopic shows the next message of the current one's topic below it, or
// above it. It reports whether there is one.
func (t *Timeline) ShowTopic(down bool) bool {
	m, ok := t.Current()
	if !ok {
		return false
	}
	i, _ := t.log.Index(m.Sequence)
	topic := t.log.Topic(i)
	if topic == 0 {
		return false
	}
	at, _ := t.items.find(i)
	step := 1
	if !down {
		step = -1
	}
	for at += step; at >= 0 && at < len(t.items.ords); at += step {
		if t.log.Topic(int(t.items.ords[at])) == topic {
			return t.showItem(at)
		}
	}
	return false
}

// ShowNumber shows the message with a sequence, or the nearest one that is
// here and shown; exact reports which.
func (t *Timeline) ShowNumber(seq int64) (exact, ok bool) {
	if t.Show(seq) {
		return true, true
	}
	if len(t.items.ords) == 0 {
		return false, false
	}
	return false, t.showItem(min(t.place(seq), len(t.items.ords)-1))
}

// ShowOutgoing shows one of our messages that is on its way.
func (t *Timeline) ShowOutgoing(number int64) bool {
	t.list.Select(vlist.ID(-number))
	return t.list.ShowID(vlist.ID(-number))
}
