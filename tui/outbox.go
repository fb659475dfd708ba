package tui

import (
	"time"

	"earshot/client"
	"earshot/convention"
	"earshot/tui/composer"
	"earshot/tui/timeline"
)

// post is a message of ours between send and the moment the room shows it.
type post struct {
	number int64
	draft  client.Draft
	start  composer.Start // that the draft was begun with
	stood  standing       // of what it is about, then
	at     time.Time
	by     string // the member id of the seat that sends it; "" until that is known
	// state is what the timeline says of it.
	state string
	// sequence is set once the room has stored it; the message itself comes
	// in the stream.
	sequence int64
	back     bool // refused or failed: the text waits to be taken back
	refused  bool // the room has said that it did not store it
	held     bool // not handed to the room yet: it is being kept first
	resumed  bool // of an earlier run; it waits for the room to be there
}

// outbox holds our posts until the stream shows them. No text leaves it but
// into the room or back into the composer.
type outbox struct {
	posts   []*post
	last    int64
	highest int64 // the highest sequence seen in the stream
	changed bool
}

// add takes a draft in as pending.
func (o *outbox) add(d client.Draft, begun composer.Start, at time.Time) *post {
	o.last++
	p := &post{number: o.last, draft: d, start: begun, at: at, state: "pending"}
	o.posts = append(o.posts, p)
	o.changed = true
	return p
}

// arrived takes out the post that the stream shows as message seq.
func (o *outbox) arrived(seq int64) {
	o.highest = max(o.highest, seq)
	for _, p := range o.posts {
		if p.sequence == seq {
			o.remove(p)
			return
		}
	}
}

// posted notes where the room has put a post. The message may have come
// before its answer.
func (o *outbox) posted(id string, seq int64) (p *post, ok bool) {
	p = o.find(id)
	if p == nil {
		return nil, false
	}
	p.sequence, p.state = seq, "sent"
	o.changed = true
	if seq <= o.highest {
		o.remove(p)
	}
	return p, true
}

// fail notes that a post came back.
func (o *outbox) fail(id, state string) (p *post, ok bool) {
	p = o.find(id)
	if p == nil {
		return nil, false
	}
	p.state, p.back = state, true
	o.changed = true
	return p, true
}

// sentBy notes which seat sends the posts of this run that went into the outbox
// before that was known, and reports whether there are any.
func (o *outbox) sentBy(member string) (any bool) {
	for _, p := range o.posts {
		if p.by == "" && !p.resumed {
			p.by, any = member, true
		}
	}
	return any
}

func (o *outbox) find(id string) *post {
	for _, p := range o.posts {
		if p.draft.ID == id {
			return p
		}
	}
	return nil
}

func (o *outbox) numbered(n int64) *post {
	for _, p := range o.posts {
		if p.number == n {
			return p
		}
	}
	return nil
}

func (o *outbox) remove(p *post) {
	kept := o.posts[:0]
	for _, q := range o.posts {
		if q != p {
			kept = append(kept, q)
		}
	}
	o.posts = kept
	o.changed = true
}

// unconfirmed are the posts that the room has not stored as far as we know,
// oldest first.
func (o *outbox) unconfirmed() []unsent {
	var all []unsent
	for _, p := range o.posts {
		if p.sequence == 0 {
			all = append(all, p.unsent())
		}
	}
	return all
}

// unsent is a post as it is kept.
func (p *post) unsent() unsent {
	u := unsent{Start: p.asDraft(), stood: p.stood}
	if !p.refused {
		u.sent = sentAs{id: p.draft.ID, at: p.at, pending: !p.back, by: p.by}
	}
	return u
}

// asDraft is a post as a draft to go on with.
func (p *post) asDraft() composer.Start {
	s := p.start
	s.Text, s.ReplyTo, s.ReplyToSequence = p.draft.Content, p.draft.ReplyTo, p.draft.ReplyToSequence
	return s
}

// shown is the outbox as the timeline draws it.
func (o *outbox) shown(from string) []timeline.Outgoing {
	out := make([]timeline.Outgoing, len(o.posts))
	for i, p := range o.posts {
		out[i] = timeline.Outgoing{
			Number: p.number, From: from, At: p.at, Doc: convention.Parse(p.draft.Content),
			ReplyTo: p.draft.ReplyToSequence, State: p.state,
		}
	}
	return out
}
