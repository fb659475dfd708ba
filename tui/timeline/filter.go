package timeline

import (
	"slices"

	"earshot/convention/ledger/filter"
)

// Filter is what picks the messages that are shown: an expression, or a
// thread, or both.
type Filter struct {
	Expression filter.Filter
	// Thread limits the view to the messages that a reply chain connects;
	// nil for no such limit.
	Thread map[int64]bool
	// Name is what the screen calls the filter.
	Name string
}

// Empty reports whether everything is shown.
func (f Filter) Empty() bool { return f.Thread == nil && f.Expression.Empty() }

// filtering is a filter at work. It goes from the newest message to the
// oldest, so that the end of the log shows first.
type filtering struct {
	spec Filter
	// next is the index of the log to look at next, -1 when everything was
	// looked at.
	next int
	// again gathers what is picked, newest first, while the filter runs over
	// messages that it ran over before; what is shown stays until it is done.
	again    []int32
	running  bool // again is being gathered
	upTo     int  // how long the log was when that began
	possible map[int64]bool
	// covered is what was shown before there was a filter, of the first
	// coveredTo messages; nil where that has to be found out again.
	covered   []int32
	coveredTo int
}

// SetFilter starts a filter; the empty one shows everything. Until
// [Timeline.Filtering] is false, [Timeline.FilterStep] has to be called.
func (t *Timeline) SetFilter(f Filter) {
	if t.filter.spec.Empty() {
		t.filter.covered, t.filter.coveredTo = t.items.ords, t.log.Len()
	}
	t.filter.spec = f
	t.restart()
}

// Filter is the one in force.
func (t *Timeline) Filter() Filter { return t.filter.spec }

// Filtering reports whether there is more of the log to look at.
func (t *Timeline) Filtering() bool { return t.filter.next >= 0 }

func (t *Timeline) restart() {
	t.filter.next, t.filter.running, t.filter.again = -1, false, nil
	if t.filter.spec.Empty() {
		t.showAll()
		return
	}
	t.learnPossible()
	t.filter.next = t.log.Len() - 1
	t.items.ords = nil
	t.list.Reset()
	t.FilterStep(firstSlice)
}

// firstSlice is how many messages are looked at within the key that sets a
// filter, so that small rooms never show a filter half done.
const firstSlice = 128

// FilterStep looks at up to n more messages, and reports whether more remain.
func (t *Timeline) FilterStep(n int) bool {
	found := t.pick(n)
	if t.filter.running {
		t.filter.again = append(t.filter.again, found...)
		if !t.Filtering() {
			t.swap()
		}
		return t.Filtering()
	}
	if len(found) > 0 {
		slices.Reverse(found)
		t.items.ords = append(found, t.items.ords...)
		t.list.Prepended(len(found))
		t.touch()
	}
	return t.Filtering()
}

// pick gives what the filter picks of the next n messages, newest first.
func (t *Timeline) pick(n int) []int32 {
	var found []int32
	for ; n > 0 && t.filter.next >= 0; n-- {
		i := t.filter.next
		t.filter.next--
		of := t.view.Message(t.log.Sequence(i)).RepeatOf
		if (of == 0 || !t.items.folds(of, int32(i))) && t.picks(i) {
			found = append(found, int32(i))
		}
	}
	return found
}

// Refilter looks at everything again where the filter asks for states that
// the ledger may have changed since. What is shown changes when that is done.
func (t *Timeline) Refilter() {
	if t.filter.spec.Empty() || t.filter.spec.Expression.TextOnly() || t.Filtering() {
		return
	}
	t.learnPossible()
	t.filter.running, t.filter.again = true, nil
	t.filter.upTo = t.log.Len()
	t.filter.next = t.filter.upTo - 1
	t.FilterStep(firstSlice)
}

// swap shows what was picked in a second run, and after it the messages that
// came meanwhile, which were picked one by one.
func (t *Timeline) swap() {
	picked := t.filter.again
	slices.Reverse(picked)
	at, _ := slices.BinarySearch(t.items.ords, int32(t.filter.upTo))
	picked = append(picked, t.items.ords[at:]...)
	t.filter.running, t.filter.again = false, nil
	if !slices.Equal(picked, t.items.ords) {
		t.items.ords = picked
		t.list.Reset()
	}
	t.touch()
}

func (t *Timeline) learnPossible() {
	t.filter.possible = nil
	for _, term := range t.filter.spec.Expression.Terms() {
		if term.Key != filter.Is || term.Value != "possible" {
			continue
		}
		t.filter.possible = make(map[int64]bool)
		for _, p := range t.view.Possible() {
			t.filter.possible[p.Sequence] = true
		}
	}
}

// picks asks the filter about message i of the log.
func (t *Timeline) picks(i int) bool {
	f := t.filter.spec
	seq := t.log.Sequence(i)
	if f.Thread != nil && !f.Thread[seq] {
		return false
	}
	if f.Expression.Empty() {
		return true
	}
	return f.Expression.Match(filter.Subject{
		From: t.log.At(i).From, Doc: t.log.Doc(i), State: t.view.Message(seq),
		Possible: t.filter.possible[seq], Unread: seq > t.mark,
	})
}

// ThreadOf collects the messages that replies connect with one, as far as
// limit messages before and behind it.
func (t *Timeline) ThreadOf(seq int64, limit int) map[int64]bool {
	thread := map[int64]bool{seq: true}
	at, ok := t.log.Index(seq)
	if !ok {
		return thread
	}
	for root := at; ; {
		up := t.log.At(root).ReplyTo
		i, known := t.log.Index(up)
		if up == 0 || !known || thread[up] || at-i > limit {
			at = root
			break
		}
		thread[up] = true
		root = i
	}
	for i := at + 1; i < min(t.log.Len(), at+2*limit); i++ {
		if m := t.log.At(i); m.ReplyTo != 0 && thread[m.ReplyTo] {
			thread[m.Sequence] = true
		}
	}
	return thread
}
