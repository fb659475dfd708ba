package tui

import (
	"fmt"
	"slices"

	"earshot/tui/chrome"
	"earshot/tui/composer"
)

// parked is a draft that made room in the composer for another one.
type parked struct {
	unsent
	title string
}

// openComposer begins a message, or goes on with the draft where the start
// says nothing of its own. A draft about something else is parked, and comes
// back once the composer is free.
func (m *Model) openComposer(r *room, s composer.Start) {
	m.notices.Settle(aboutDraft)
	plain := s.Kind == composer.Compose && s.Text == "" && s.ReplyToSequence == 0
	switch {
	case r.composer.Empty():
		r.begin(s, plain)
	case !plain && !(s.Text == "" && sameTarget(s, r.start)):
		m.notifyAbout(aboutDraft, chrome.Info, "the draft of "+r.draftOf+" is parked; it comes back after this one")
		r.park()
		r.begin(s, false)
	}
	if s.ReplyToSequence > 0 && m.showsTimeline() {
		r.goTo(s.ReplyToSequence) // what is answered stands above the answer
	}
	r.open = true
	m.composing = true
	m.shareRoom(r)
	m.heed(r)
	m.draftChanged(r)
	m.relayout()
}

// begin opens an empty composer on a start, or on a parked draft that goes on
// with it: that about the same thing, or the latest for a plain start.
func (r *room) begin(s composer.Start, plain bool) {
	for i := len(r.parked) - 1; i >= 0 && s.Text == ""; i-- {
		if plain || sameTarget(s, r.parked[i].Start) {
			r.unpark(i)
			return
		}
	}
	r.start, r.draftOf, r.sent, r.stood = s, titleOf(s), sentText{}, standing{}
	r.composer.Open(s)
}

// park puts the draft aside.
func (r *room) park() { r.parked = append(r.parked, parked{r.draft(), r.draftOf}) }

// draft is what stands in the composer.
func (r *room) draft() unsent {
	u := unsent{Start: r.start, stood: r.stood}
	u.Text = r.composer.Text()
	u.ByHand = r.composer.ByHand()
	u.ReplyTo, u.ReplyToSequence = r.composer.ReplyTo()
	if r.sent.is(u.Text, u.ReplyTo, u.ReplyToSequence) {
		u.sent = r.sent.sentAs
	}
	return u
}

// unpark brings a parked draft back into the composer, which has to be free.
func (r *room) unpark(i int) {
	p := r.parked[i]
	r.parked = slices.Delete(r.parked, i, i+1)
	r.start, r.draftOf, r.sent, r.stood = p.Start, p.title, p.sentText(), p.stood
	r.composer.Open(p.Start)
}

// freed brings the latest parked draft back where the composer is free.
func (m *Model) freed(r *room) {
	if len(r.parked) == 0 || !r.composer.Empty() {
		return
	}
	r.unpark(len(r.parked) - 1)
	m.heed(r)
	m.notifyAbout(aboutDraft, chrome.Info, "the draft of "+r.draftOf+" is back; "+m.keyFor("compose")+" goes on with it")
}

// restore takes in the drafts of an earlier run, the latest last. That goes
// into the composer where it is free; all others are parked, in front of those
// of this run. Posts that were not confirmed wait for the room.
func (m *Model) restore(r *room, all []unsent) {
	var before []parked
	for _, u := range all {
		if u.ReplyTo == "" && u.ReplyToSequence > 0 {
			u.ReplyToSequence, u.sent = 0, sentAs{} // the room may count anew by now, and the number name another message
		}
		if u.sent.pending && u.sent.id != "" {
			r.out.resume(u)
			continue
		}
		u.sent.pending = false
		before = append(before, parked{u, titleOf(u.Start)})
	}
	m.comeAgain(r, before)
	m.resume(r)
}

// comeAgain brings drafts back that stand before those of this run.
func (m *Model) comeAgain(r *room, before []parked) {
	if len(before) == 0 {
		return
	}
	r.parked = append(before, r.parked...)
	if !r.composer.Empty() {
		m.notifyAbout(aboutDraft, chrome.Info, drafts(len(before))+" of before came back and wait until this one is done")
		m.draftChanged(r)
		return
	}
	r.unpark(len(r.parked) - 1)
	m.heed(r)
	told := "a draft of before is here; " + m.keyFor("compose") + " goes on with it"
	if len(before) > 1 {
		told = fmt.Sprintf("%s of before are here; %s goes on with the latest (%s), the others follow", drafts(len(before)), m.keyFor("compose"), r.draftOf)
	}
	m.notifyAbout(aboutDraft, chrome.Info, told)
}

func drafts(n int) string {
	if n == 1 {
		return "a draft"
	}
	return fmt.Sprintf("%d drafts", n)
}

// sameTarget says that two messages are about the same thing: a reply to a
// message and an answer to the ask in it are.
func sameTarget(a, b composer.Start) bool {
	replies := func(k composer.Kind) bool {
		return k == composer.Compose || k == composer.Reply || k == composer.Answer || k == composer.Decide
	}
	return a.ReplyToSequence != 0 && a.ReplyToSequence == b.ReplyToSequence &&
		(a.Kind == b.Kind || replies(a.Kind) && replies(b.Kind))
}
