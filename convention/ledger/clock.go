package ledger

import (
	"container/heap"
	"slices"
	"time"
)

// timer is a moment at which an item changes by time alone. It is stale when the
// item has another timer by then.
type timer struct {
	at   time.Time
	item *item
}

type timers []timer

func (t timers) Len() int           { return len(t) }
func (t timers) Less(i, j int) bool { return t[i].at.Before(t[j].at) }
func (t timers) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *timers) Push(x any)        { *t = append(*t, x.(timer)) }
func (t *timers) Pop() any {
	old := *t
	last := old[len(old)-1]
	*t = old[:len(old)-1]
	return last
}

// peek drops stale timers and returns the next moment of change, zero for never.
func (t *timers) peek() time.Time {
	for len(*t) > 0 {
		if top := (*t)[0]; top.item.timer.Equal(top.at) {
			return top.at
		}
		heap.Pop(t)
	}
	return time.Time{}
}

// At returns the view of a moment. Going forward costs what changes in between;
// going back costs every item that is not settled, once. The messages that were
// fed count whenever they were written: to see a room as it was, feed a ledger no
// further than that.
func (l *Ledger) At(now time.Time) View {
	l.replay()
	if now.Before(l.now) {
		l.now = now
		var all []*item
		l.live.each(func(it *item) { all = append(all, it) })
		for _, it := range all {
			l.show(it)
		}
		return View{l}
	}
	l.now = now
	for {
		next := l.timers.peek()
		if next.IsZero() || next.After(now) {
			return View{l}
		}
		l.show(heap.Pop(&l.timers).(timer).item)
	}
}

// show finds an item's state again and keeps every total that depends on it.
func (l *Ledger) show(it *item) {
	state, next := it.state(l.now, l.options.DueWindow)
	if !next.IsZero() && !next.Equal(it.timer) {
		heap.Push(&l.timers, timer{next, it})
	}
	it.timer = next
	if state != it.shown {
		if it.shown != "" {
			*l.counts.of(it.shown)--
		}
		*l.counts.of(state)++
		it.shown = state
	}
	l.showWaiting(it)
	alive := !state.Settled() || state == Defaulted || it.late == LateAfterDefault
	if alive != it.alive {
		it.alive = alive
		if alive {
			l.live.enter(it)
		} else {
			l.live.leave()
		}
	}
}

// showWaiting keeps whom the item waits for, and its line's group.
func (l *Ledger) showWaiting(it *item) {
	if w := it.waitsOn; w != nil {
		w.self().unsettled--
		if it.counted {
			w.self().owing--
		}
	}
	it.waitsOn, it.counted = nil, false
	if !it.shown.Settled() {
		it.waitsOn = it.owner.self()
		it.waitsOn.unsettled++
		if it.counted = it.shown != Claimed; it.counted {
			it.waitsOn.owing++
		}
	}
	answered := it.shown == Answered || it.shown == Proved || it.shown == Accepted
	if answered != it.isSettled {
		it.isSettled = answered
		if answered {
			it.group.settled++
		} else {
			it.group.settled--
		}
	}
}

// of returns the total that counts a state.
func (c *Counts) of(s State) *int {
	switch s {
	case Open:
		return &c.Open
	case Due:
		return &c.Due
	case Overdue:
		return &c.Overdue
	case Defaulted:
		return &c.Defaulted
	case Answered:
		return &c.Answered
	case Proved:
		return &c.Proved
	case Accepted:
		return &c.Accepted
	case Claimed:
		return &c.Claimed
	case Blocked:
		return &c.Blocked
	case Superseded:
		return &c.Superseded
	case Withdrawn:
		return &c.Withdrawn
	case Unreadable:
		return &c.Unreadable
	}
	return new(int)
}

func sortItems(list []*item) {
	slices.SortFunc(list, func(a, b *item) int {
		if a.place() == b.place() {
			return 0
		}
		if a.place().before(b.place()) {
			return -1
		}
		return 1
	})
}
