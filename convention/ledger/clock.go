package ledger

import (
	"slices"
	"time"
)

// timer is a moment at which an item changes by time alone. It is stale when the
// item has another timer by then.
type timer struct {
	at   moment
	item *item
}

// timers is a heap, the earliest first.
type timers []timer

func (t *timers) push(x timer) {
	list := append(*t, x)
	*t = list
	at := len(list) - 1
	for at > 0 {
		up := (at - 1) / 2
		if list[up].at <= x.at {
			break
		}
		list[at] = list[up]
		at = up
	}
	list[at] = x
}

func (t *timers) pop() timer {
	list := *t
	top, x := list[0], list[len(list)-1]
	list[len(list)-1] = timer{}
	list = list[:len(list)-1]
	*t = list
	if len(list) == 0 {
		return top
	}
	at := 0
	for {
		down := 2*at + 1
		if down >= len(list) {
			break
		}
		if right := down + 1; right < len(list) && list[right].at < list[down].at {
			down = right
		}
		if x.at <= list[down].at {
			break
		}
		list[at] = list[down]
		at = down
	}
	list[at] = x
	return top
}

// peek drops stale timers and returns the next moment of change, zero for never.
func (t *timers) peek() moment {
	for len(*t) > 0 {
		if top := (*t)[0]; top.item.timer == top.at {
			return top.at
		}
		t.pop()
	}
	return 0
}

// At returns the view of a moment. Going forward costs what changes in between;
// going back costs every item that is not settled, once. The messages that were
// fed count whenever they were written: to see a room as it was, feed a ledger no
// further than that.
func (l *Ledger) At(now time.Time) View {
	l.replay()
	back := now.Before(l.now)
	l.now, l.moment = now, momentOf(now)
	if back {
		l.revision++
		var all []*item
		l.live.each(func(it *item) { all = append(all, it) })
		for _, it := range all {
			l.show(it)
		}
		return View{l}
	}
	for {
		next := l.timers.peek()
		if next.isZero() || next.after(l.moment) {
			return View{l}
		}
		l.revision++
		l.show(l.timers.pop().item)
	}
}

// show finds an item's state again and keeps every total that depends on it.
func (l *Ledger) show(it *item) {
	state, next := it.state(l.moment, l.options.DueWindow)
	if !next.isZero() && next != it.timer {
		l.timers.push(timer{next, it})
	}
	it.timer = next
	if n := numberOf(state); n != it.stands {
		if it.stands != 0 {
			*l.counts.of(it.shown())--
		}
		*l.counts.of(state)++
		it.stands = n
	}
	l.showWaiting(it, state)
	alive := !state.Settled() || state == Defaulted || it.late == lateAfterDefault
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
func (l *Ledger) showWaiting(it *item, state State) {
	it.uncount()
	if !state.Settled() {
		s := it.owner.self()
		it.counted, it.owing = true, state != Claimed
		s.unsettled++
		if it.owing {
			s.owing++
		}
		if it.overdue = state == Overdue; it.overdue {
			s.overdue++
		}
	}
	answered := state == Answered || state == Proved || state == Accepted
	if answered != it.settled {
		it.settled = answered
		switch {
		case it.group == nil:
		case answered:
			it.group.settled++
		default:
			it.group.settled--
		}
	}
}

// uncount takes an item off what its owner is waited for with.
func (it *item) uncount() {
	if !it.counted {
		return
	}
	s := it.owner.self()
	s.unsettled--
	if it.owing {
		s.owing--
	}
	if it.overdue {
		s.overdue--
	}
	it.counted, it.owing, it.overdue = false, false, false
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
