package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/tui/chrome"
	"earshot/tui/composer"
)

// How a post gets to the room exactly once, whatever ends the program.
//
// A post is kept with its id before it is handed to the room. One that the room
// had not confirmed when the program ended goes out again, under the same id, by
// which the room tells that it has it: the room knows ids for
// wire.IdempotencyFor.

const (
	// keptWithin is how long a post waits to be kept.
	keptWithin = time.Second
	// resendWithin is how old a post of an earlier run is at most that goes out
	// again by itself. An older one comes back as a draft, and so does one about
	// an item that changed meanwhile: what it says may be out of date.
	resendWithin = time.Hour
	// sameID is how old a post is at most that goes out again under its id. The
	// hour is for the way and for clocks that differ.
	sameID = wire.IdempotencyFor - time.Hour
	// clocksDiffer is how far the room's clock may stand behind ours.
	clocksDiffer = time.Minute
)

// sentText is a text that went out, and what as.
type sentText struct {
	sentAs
	content         string
	replyTo         string
	replyToSequence int64
}

func (u unsent) sentText() sentText {
	return sentText{u.sent, sentContent(u.Text), u.ReplyTo, u.ReplyToSequence}
}

// sentContent is what of a draft is sent.
func sentContent(text string) string { return strings.TrimRight(text, " \t\n") }

// is reports whether a draft is the text that went out, unchanged.
func (s sentText) is(text, replyTo string, replyToSequence int64) bool {
	return s.id != "" && s.content == sentContent(text) && s.replyTo == replyTo && s.replyToSequence == replyToSequence
}

// idFor is the id under which a draft goes out once more, "" where it is
// another post or the room may have forgotten the id.
func (s sentText) idFor(a composer.Send, now time.Time) string {
	if s.is(a.Content, a.ReplyTo, a.ReplyToSequence) && now.Sub(s.at) < sameID {
		return s.id
	}
	return ""
}

// keepAndPost keeps a post and then hands it to the room. A disk that does not
// answer holds it up for keptWithin.
func (m *Model) keepAndPost(r *room, p *post) {
	p.held = true
	due := postMsg{r.index, p.draft.ID}
	if m.keeper.drafts == nil {
		m.post(due)
		return
	}
	m.do(cmdAfter(keptWithin, due))
	if r.kept.loaded {
		m.keepThenPost(r, due)
	}
}

// keepThenPost has a post go out as soon as it is kept, or at once where it
// cannot be.
func (m *Model) keepThenPost(r *room, due postMsg) {
	text := r.unsent()
	if r.kept.unsafe || !m.keeper.offer(keep{room: r.cfg.Name, draft: &text, then: due}) {
		m.post(due)
		return
	}
	r.kept.savedDraft = text
}

// keepHeld keeps the posts that were sent before the drafts of an earlier run
// were read, which must not be written over.
func (m *Model) keepHeld(r *room) {
	for _, p := range slices.Clone(r.out.posts) {
		if p.held && !p.resumed {
			m.keepThenPost(r, postMsg{r.index, p.draft.ID})
		}
	}
}

// post hands a post to the room, once.
func (m *Model) post(msg postMsg) {
	r := m.rooms[msg.room]
	if p := r.out.find(msg.id); p != nil && p.held && !p.resumed {
		p.held = false
		r.cfg.API.Post(p.draft)
	}
}

// resume takes a post of an earlier run in. It waits for the room.
func (o *outbox) resume(u unsent) {
	p := o.add(client.Draft{ID: u.sent.id, Content: u.Text, ReplyTo: u.ReplyTo, ReplyToSequence: u.ReplyToSequence}, u.Start, u.sent.at)
	p.held, p.resumed, p.stood, p.by = true, true, u.stood, u.sent.by
}

// resume sees to the posts of an earlier run once the room is there.
func (m *Model) resume(r *room) {
	if r.status.State != client.StateLive || !r.kept.loaded || r.rebuild != nil {
		return
	}
	var back []parked
	told := ""
	now := r.now(m.now())
	for _, p := range slices.Clone(r.out.posts) {
		if !p.resumed {
			continue
		}
		p.resumed = false
		age, why, news := now.Sub(p.at), r.cannotPost(), m.whyNotAgain(r, p)
		switch {
		case why == "" && age < resendWithin && news == "":
			p.state, r.out.changed = "pending again", true
			m.post(postMsg{r.index, p.draft.ID})
			continue
		case r.holds(p) > 0:
			m.notify(chrome.Info, fmt.Sprintf("the room has the message that was on its way when the program ended: #%d", r.holds(p)))
		default:
			u := p.unsent()
			u.sent.pending = false
			if r.notOurs(p) != "" {
				u.sent = sentAs{}
			}
			told = cmp.Or(news, told)
			back = append(back, parked{u, titleOf(u.Start) + " (not confirmed)"})
		}
		r.out.remove(p)
		m.draftChanged(r)
	}
	if len(back) > 0 {
		m.comeAgain(r, back)
		m.notify(chrome.Warn, notConfirmed(len(back), told)+"; "+m.keyFor("compose")+" shows the text")
	}
}

// notConfirmed says why posts of before do not go out again: they are old, or of
// what they are about something came to pass.
func notConfirmed(n int, news string) string {
	what, old := "a message of before was never confirmed", " and is old by now"
	if n > 1 {
		what, old = fmt.Sprintf("%d messages of before were never confirmed", n), " and are old by now"
	}
	if news != "" {
		return what + ", and " + news
	}
	return what + old
}

// notOurs says why a post of an earlier run may be another seat's, "" where it
// is ours.
func (r *room) notOurs(p *post) string {
	switch {
	case p.by == "":
		return "it does not say which seat wrote it"
	case p.by != r.member():
		return "another seat wrote it"
	}
	return ""
}

// whyNotAgain says why a post of an earlier run does not go out again by itself
// even if it is not old, "" where it does.
func (m *Model) whyNotAgain(r *room, p *post) string {
	if why := r.notOurs(p); why != "" {
		return why
	}
	if news := m.overtaken(r, p); news != "" {
		return "meanwhile " + news
	}
	return ""
}

// holds is the number of the message that a post of ours became, 0 where it is
// not in the log.
func (r *room) holds(p *post) int64 {
	if r.you == nil {
		return 0
	}
	for i := r.log.Len() - 1; i >= 0; i-- {
		msg := r.log.At(i)
		if msg.At.Before(p.at.Add(-clocksDiffer)) {
			return 0
		}
		if msg.FromID == r.you.MemberID && msg.Body == p.draft.Content && r.idOf(msg.ReplyTo) == p.draft.ReplyTo {
			return msg.Sequence
		}
	}
	return 0
}

// idOf is the id of a message of the log, "" where it is not there.
func (r *room) idOf(sequence int64) string {
	if i, ok := r.log.Index(sequence); ok && sequence > 0 {
		return r.log.At(i).ID
	}
	return ""
}
