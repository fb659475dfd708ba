package ledger

import (
	"encoding/json"
	"strings"

	"earshot/convention"
	"earshot/convention/evidence"
)

// trailer is the object on such a line, as far as it is read.
type trailer struct {
	Type     string `json:"type"`
	To       string `json:"to"`
	Task     string `json:"task"`
	Question string `json:"question"`
	Reason   string `json:"reason"`
	Note     string `json:"note"`
	Text     string `json:"text"`
}

// readTrailer returns the typed trailer of a message and its line; false where
// there is none that can be read.
func readTrailer(doc *convention.Message) (t trailer, line int, ok bool) {
	object, fact, ok := doc.Typed()
	if !ok || json.Unmarshal([]byte(object), &t) != nil {
		return trailer{}, 0, false
	}
	return t, doc.Facts[fact].Line, true
}

// hearTyped reads a typed trailer: a request is a req of the seat that it names, and
// that seat's result in reply to it is a done without proof. What names no seat, or
// more than one, is only possible: there "to" is a role, and nobody can tell who
// speaks for it. So is a human review, because no seat is the operator.
func (l *Ledger) hearTyped(p *post, doc *convention.Message) {
	t, line, ok := readTrailer(doc)
	if !ok || p.is(repeated) {
		return
	}
	said := &typed{}
	x := &possible{flag: flag{post: p, line: uint32(line)}, typed: said}
	switch t.Type {
	case "work.request":
		x.kind, said.text, said.role = mayAsk, t.says(t.Task, t.Text, t.Note), t.To
		if to := l.onlySeated(p, t.To); to != nil {
			l.openTyped(p, line, to, said.text)
			return
		}
	case "work.result":
		x.kind, said.text = mayResult, t.says(t.Reason, t.Text, t.Note)
		if it := p.target().typedReq(); it != nil && same(it.owner, p.from) {
			l.settleTyped(p, line, it, said.text)
			return
		}
	case "human_review":
		x.kind, said.text, said.role = mayAsk, t.says(t.Question, t.Text, t.Note), "operator"
	default:
		return
	}
	l.list(x)
}

// says returns the first of the texts that is not blank, in one line.
func (t *trailer) says(texts ...string) string {
	for _, text := range texts {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			return text
		}
	}
	return t.Type
}

// standsFor returns the line that a typed trailer stands for, in a message of its
// own whose words and times are read like those of any other.
func standsFor(label, text string) *convention.Message {
	return convention.Parse("v1 note work to all n=1\n" + label + " " + text)
}

// saidIn notes what a trailer says. Messages that are typed and ask or report are
// on the topic without a name: it is the one that they share.
func (l *Ledger) saidIn(p *post, text string) {
	l.rare(p).typed = text
	p.topic = l.topic("")
}

// openTyped makes an item of a typed request to one seat.
func (l *Ledger) openTyped(p *post, line int, to *seat, text string) {
	l.saidIn(p, text)
	a := l.made.askings.put(asking{post: p})
	l.more(p).asking = a
	a.items = l.made.items.take(1)[:0]
	l.openLine(a, standsFor("req", text), 0, []*seat{to}, false)
	it := &a.items[0]
	it.line, it.text, it.timed = uint32(line), typedText(), false
	l.opened(a)
}

// typedReq returns the item of a message that is a typed request, or nil.
func (p *post) typedReq() *item {
	if p.asks() == nil || !p.is(prose) {
		return nil
	}
	return &p.items()[0]
}

// result is a done that says itself which req it is of.
type result struct {
	*done
	of *item
}

// settleTyped notes a typed result of the seat that owes a typed request.
func (l *Ledger) settleTyped(p *post, line int, it *item, text string) {
	l.saidIn(p, text)
	doc, d := standsFor("done", text), p.from.self().desk(p.topic)
	proof := doc.Proofs()[0]
	done := l.made.dones.put(done{post: p, line: uint32(line), text: typedText(), words: l.wordsOf(doc.Source, &doc.Facts[0], nil),
		proof: proof.Grade, need: evidence.SetOf(proof.Needs...)})
	l.more(p).dones = done
	l.perform(d, act{kind: actResult, post: p, what: &result{done, it}})
}

func (l *Ledger) playResult(d *desk, a *act) {
	r := a.what.(*result)
	if r.of.job.entry.on == &d.reqs {
		l.claimed(r.of, a.post)
	}
	l.openClaim(d, l.asClaim(r.done))
}
