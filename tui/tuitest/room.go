package tuitest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/tui"
)

// Room is a scripted room. Its methods deliver events in the order of their
// calls.
type Room struct {
	now    func() time.Time
	events chan client.Event
	seats  []wire.Seat

	mu       sync.Mutex
	sequence int64
	posts    []client.Draft
	have     int64
	woken    int
	pages    []int64
}

// NewRoom makes a room on a clock. The first of its seats is ours.
func NewRoom(now func() time.Time, seats ...string) *Room {
	r := &Room{now: now, events: make(chan client.Event, 4096)}
	for i, name := range seats {
		role := wire.RoleAgent
		if i == 0 {
			role = wire.RolePerson
		}
		r.seats = append(r.seats, wire.Seat{MemberID: "i_" + name, Name: name, Role: role, Presence: wire.PresenceOnline, JoinedAt: now()})
	}
	return r
}

// Watched is the room as the program is given it.
func (r *Room) Watched(name string) tui.Room { return tui.Room{Name: name, API: r, Run: r.run} }

func (r *Room) run(ctx context.Context, emit func(client.Event)) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, open := <-r.events:
			if !open {
				return nil
			}
			switch e := e.(type) {
			case fails:
				return e.error
			case panics:
				panic(e.what)
			}
			emit(e)
		}
	}
}

// fails ends the stream with an error.
type fails struct {
	client.Event
	error
}

// panics breaks the room's goroutine.
type panics struct {
	client.Event
	what string
}

// Break has the room's goroutine panic.
func (r *Room) Break(what string) { r.events <- panics{what: what} }

// Emit delivers events as they are.
func (r *Room) Emit(events ...client.Event) {
	for _, e := range events {
		r.events <- e
	}
}

// End ends the stream, with an error or without.
func (r *Room) End(err error) {
	if err != nil {
		r.events <- fails{error: err}
		return
	}
	close(r.events)
}

// Open welcomes us and goes live.
func (r *Room) Open() { r.OpenAs("limiter-room") }

// OpenAs is Open for a room that gives itself a name.
func (r *Room) OpenAs(name string) {
	w := client.Welcomed{
		Room: wire.Room{ID: "rom_1", Name: name}, Seats: r.seats, LastSequence: r.sequence,
		Capabilities: wire.Capabilities{wire.CanResume, wire.CanRepeat, wire.CanEvidence, wire.CanPresence, wire.CanState, wire.CanPage},
	}
	if len(r.seats) > 0 {
		w.You = &r.seats[0]
	}
	r.Emit(w, client.Status{State: client.StateLive, Since: r.now()})
}

// Say has a seat post a message and gives its sequence.
func (r *Room) Say(seat, content string) int64 { return r.Reply(seat, 0, content) }

// Reply has a seat answer a message.
func (r *Room) Reply(seat string, to int64, content string) int64 {
	m := r.Message(seat, to, content)
	r.Emit(client.Messages{Messages: []wire.Message{m}})
	return m.Sequence
}

// Message makes the next message without delivering it.
func (r *Room) Message(seat string, to int64, content string) wire.Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sequence++
	m := wire.Message{
		Sequence: r.sequence, ID: fmt.Sprintf("msg_%d", r.sequence), Type: wire.TypeMessage,
		Sender: wire.Sender{MemberID: "i_" + seat, Name: seat}, Content: content, CreatedAt: r.now(),
	}
	if to > 0 {
		m.ReplyTo = fmt.Sprintf("msg_%d", to)
	}
	return m
}

// Posts are the drafts that were posted so far.
func (r *Room) Posts() []client.Draft {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]client.Draft(nil), r.posts...)
}

// Accept stores the latest post and shows it to everybody.
func (r *Room) Accept() {
	posts := r.Posts()
	d := posts[len(posts)-1]
	m := r.Message(r.seats[0].Name, d.ReplyToSequence, d.Content)
	r.Emit(client.Posted{Posted: wire.Posted{ID: d.ID, Sequence: m.Sequence, MessageID: m.ID}},
		client.Messages{Messages: []wire.Message{m}})
}

// Refuse refuses the latest post.
func (r *Room) Refuse(code, why string) {
	posts := r.Posts()
	r.Emit(client.Refused{Refused: wire.Refused{ID: posts[len(posts)-1].ID, Error: wire.Error{Code: code, Message: why}}})
}

// Post implements tui.RoomAPI.
func (r *Room) Post(d client.Draft) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.posts = append(r.posts, d)
}

// Wake implements tui.RoomAPI.
func (r *Room) Wake() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.woken++
}

// Page implements tui.RoomAPI.
func (r *Room) Page(before int64, _ int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pages = append(r.pages, before)
}

// Pages are the sequences that older messages were asked for before.
func (r *Room) Pages() []int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]int64(nil), r.pages...)
}

// Have implements tui.RoomAPI.
func (r *Room) Have(seq int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.have = seq
}

// Seen is the highest sequence that we said we have, and how often we were
// asked to connect at once.
func (r *Room) Seen() (have int64, woken int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.have, r.woken
}
