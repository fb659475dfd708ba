package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/ledger"
)

// seat finds the seat to look from: the one named, else the one the room seated us as.
func (l *roomLog) seat(name string) (ledger.Seat, error) {
	if name == "" && l.you != nil {
		return ledger.Seat{ID: l.you.MemberID, Name: convention.SeatToken(l.you.Name, l.you.MemberID)}, nil
	}
	if name == "" {
		return ledger.Seat{}, usage("The source does not say who you are.", "Name the seat with --as SEAT.")
	}
	known := l.allSeats()
	for _, s := range known {
		if convention.SameSeat(s.Name, name) || s.ID == name {
			return s, nil
		}
	}
	what := fmt.Sprintf("No seat %q is in the room or was addressed in it.", name)
	if len(known) == 0 {
		return ledger.Seat{}, usage(what, "Nobody sits there, and nothing was said.")
	}
	return ledger.Seat{}, usage(what, "The seats are "+listed(known)+".")
}

// listedMost is how many names a sentence holds.
const listedMost = 12

// listed names seats in a sentence.
func listed(seats []ledger.Seat) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = s.Name
	}
	return listedNames(names)
}

// listedNames is names in a sentence, in their order.
func listedNames(names []string) string {
	slices.Sort(names)
	if more := len(names) - listedMost; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:listedMost], ", "), more)
	}
	return strings.Join(names, ", ")
}

// mustKnow refuses a seat that nobody in the source is called: a misspelt name would read as "nothing
// waits for you". A room in which nothing was said and nobody sits knows no seat, and nothing waits there.
func (l *roomLog) mustKnow(as string) error {
	if as == "" || l.count == 0 && len(l.seats) == 0 {
		return nil
	}
	_, err := l.seat(as)
	return err
}

// seatCheck holds several sources to it that one of them at least knows the seat to look from.
type seatCheck struct {
	as string
	of int // sources
	nowhere
}

// in is told of each source once, when all of it was read. It refuses the last one where no source knows the
// seat.
func (c *seatCheck) in(l *roomLog) error {
	if c.as == "" {
		return nil
	}
	return c.refuse(l, c.of, l.mustKnow(c.as),
		usage(fmt.Sprintf("No seat %q is in any of the sources or was addressed there.", c.as), "Check the name given with --as."))
}

// topicCheck holds several sources to it that one of them at least is about a topic: a misspelt one would read
// as "nothing is owed".
type topicCheck struct {
	topic string
	of    int // sources
	nowhere
}

// in is told of each source once, when all of it was read. It refuses the last one where no source knows the
// topic.
func (c *topicCheck) in(l *roomLog) error {
	if c.topic == "" {
		return nil
	}
	var unknown error
	if !l.topics[c.topic] && l.count > 0 {
		do := "The topics are " + listedNames(slices.Collect(maps.Keys(l.topics))) + "."
		if len(l.topics) == 0 {
			do = "No message there names a topic."
		}
		unknown = usage(fmt.Sprintf("Nothing was said about a topic %q.", c.topic), do)
	}
	return c.refuse(l, c.of, unknown, usage(fmt.Sprintf("Nothing was said about a topic %q in any of the sources.", c.topic), "Check how it is written."))
}

// nowhere counts the sources that do not know something. It is safe for several goroutines.
type nowhere struct {
	mu           sync.Mutex
	empty, wrong int
}

// refuse takes what is wrong with one source of so many. It is refused where it was the last and each that holds
// anything was wrong: with its own error where it is the only one, else with that of all.
func (n *nowhere) refuse(l *roomLog, of int, wrong, all error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case wrong != nil:
		n.wrong++
	case l.count == 0 && len(l.seats) == 0:
		n.empty++
	}
	switch {
	case n.wrong == 0 || n.wrong+n.empty < of:
		return nil
	case of == 1:
		return wrong
	}
	return all
}

// before has the check made when a source has told everything it holds, before the consumer of its events
// hears of that.
func (c *seatCheck) before(l *roomLog, consumer func(client.Event) error) func(client.Event) error {
	asked := false
	return func(e client.Event) error {
		if !asked && settled(e) {
			asked = true
			if err := c.in(l); err != nil {
				return err
			}
		}
		return consumer(e)
	}
}

// sitsAs refuses to go on where a room seats us as somebody else than the one named: what is posted would
// be another seat's. An observer has no seat, and the name says whom to look from.
func sitsAs(name string, you *wire.Seat) error {
	if name == "" || you == nil || name == you.MemberID || convention.SameSeat(convention.SeatToken(you.Name, you.MemberID), name) {
		return nil
	}
	own := plainText(you.Name)
	return usage(fmt.Sprintf("The token that was given is the one of the seat %s, and --as names %s. Nothing was posted.", own, plainText(name)),
		fmt.Sprintf("To post as %s give that seat's own token, or none where it is kept: see %s and --token-file; to post as %s leave --as out.", plainText(name), tokenEnv, own))
}

// seatedAs ends a room that seats us as somebody else than the one named.
func seatedAs(run roomRun, name string) roomRun {
	return func(ctx context.Context, emit func(client.Event)) error {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		var wrong error // told of and asked for on the goroutine of the run, and after it
		err := run(ctx, func(e client.Event) {
			if wrong == nil {
				wrong = welcomed(name, e)
			}
			if wrong != nil {
				cancel(wrong)
				return
			}
			emit(e)
		})
		if wrong != nil {
			return wrong
		}
		return err
	}
}

// welcomed refuses a room that seats us as somebody else than the one named.
func welcomed(name string, e client.Event) error {
	if welcome, ok := e.(client.Welcomed); ok {
		return sitsAs(name, welcome.You)
	}
	return nil
}
