package ledger

import (
	"slices"
	"strings"
	"time"

	"earshot/convention"
)

// post is a message as the ledger keeps it. The parsed body is not kept: what it
// did is in the detail, and the rest can be read from the source again.
type post struct {
	seq       int64
	id        string
	at        time.Time
	from      *seat
	source    string
	topic     *topic // nil where there is no header
	intent    string
	replyTo   string // the reference as given
	reply     *post  // what it replies to
	target    *post  // the same, nudges followed to what they nudge
	flags     flags
	detail    *detail // nil while nothing is to be said of it
	series    *series // of equal bodies, nil while there is one alone
	alike     *post   // another body with its outline
	prior     *post   // the seat's message before it
	next      *post   // and after it
	addressed []*seat // often shared between messages, never changed
	weight    int     // how many messages it stands for
	cost      int32   // its tokens, once counted
}

type flags uint16

const (
	acts     flags = 1 << iota // well-formed, right count: obliges, answers, proves, decides
	isData                     // well-formed, wrong count
	isBroken                   // under a broken header
	reports                    // intent state or brief: only reports
	nudges                     // intent nudge
	repeated                   // an earlier message of the seat has this body
	prose                      // no header
	toAll
	operator // posted with an operator's rights
	replied  // it has a reply reference
)

func (p *post) is(f flags) bool { return p.flags&f != 0 }

// detail is what a post did or what is wrong with it.
type detail struct {
	asking      *asking
	items       []*item
	claims      []*claim
	dones       []*done
	rules       []*rule
	decisions   []*decision
	possibles   []*possible
	unaddressed []*loose
	data        *dataPost
	corrected   *post
	accepts     []*post // accept messages in reply to it
	answers     []*item // what it answered
	settled     []*item // reqs that it claims or proves
}

// more returns a post's detail, made when first needed.
func (l *Ledger) more(p *post) *detail {
	if p.detail == nil {
		p.detail = l.made.details.put(detail{})
	}
	return p.detail
}

// topic is what the room says about one topic.
type topic struct {
	name     string
	words    words // of its name: they distinguish nothing on it
	posts    []*post
	deciding []*deciding // asks whose decider is named, by decider
	rules    []*ruleBook // prohibitions by sender
	budgets  []*budget
}

func (l *Ledger) topic(name string) *topic {
	t := l.topics[name]
	if t == nil {
		t = &topic{name: name, words: textWords(name)}
		l.topics[name] = t
		l.topicOrder = append(l.topicOrder, t)
	}
	return t
}

// newPost files a message under its sender, its topic and what it replies to.
func (l *Ledger) newPost(m Message) *post {
	p := l.made.posts.put(post{seq: m.Sequence, id: m.ID, at: m.At, source: m.Doc.Source, from: l.member(m.From), weight: max(1, m.Repeats), replyTo: m.ReplyTo})
	if m.ReplyTo != "" {
		p.flags |= replied
		p.reply = l.byID[m.ReplyTo]
	}
	p.target = p.reply
	if r := p.reply; r != nil && r.is(nudges) && r.target != nil {
		p.target = r.target
	}
	if m.Operator {
		p.flags |= operator
	}
	p.read(l, m.Doc)
	if m.ID != "" && l.byID[m.ID] == nil {
		l.byID[m.ID] = p
	}
	l.posts = append(l.posts, p)
	if p.at.After(l.clock) {
		l.clock = p.at
	}
	return p
}

// read notes what the header says.
func (p *post) read(l *Ledger, doc *convention.Message) {
	switch {
	case doc.Form == convention.Prose || doc.Form == convention.JSON || doc.Form == convention.SCP:
		p.flags |= prose
	case doc.Form == convention.Broken:
		p.flags |= isBroken
	case doc.Data():
		p.flags |= isData
	case doc.Acts():
		p.flags |= acts
	}
	if doc.Header == nil {
		return
	}
	p.intent = strings.ToLower(doc.Header.Intent.Text)
	if name := doc.Header.Topic.Text; name != "" {
		p.topic = l.topic(name)
		p.topic.posts = append(p.topic.posts, p)
	}
	if doc.AddressedToAll() {
		p.flags |= toAll
	}
	switch p.intent {
	case "state", "brief":
		p.flags |= reports
	case "nudge":
		if p.is(acts) {
			p.flags |= nudges
		}
	}
}

// reaches reports whether the message is addressed to a seat.
func (p *post) reaches(to *seat) bool {
	return p.is(toAll) || slices.ContainsFunc(p.addressed, func(x *seat) bool { return same(x, to) })
}

// find returns the post with a sequence, or nil.
func (l *Ledger) find(sequence int64) *post {
	if len(l.posts) == 0 {
		return nil
	}
	low, high := 0, len(l.posts)
	if guess := sequence - l.posts[0].seq; guess >= 0 && guess < int64(high) && l.posts[guess].seq == sequence {
		return l.posts[guess]
	}
	for low < high {
		mid := int(uint(low+high) >> 1)
		if l.posts[mid].seq < sequence {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(l.posts) && l.posts[low].seq == sequence {
		return l.posts[low]
	}
	return nil
}
