package ledger

import (
	"slices"
	"strings"

	"earshot/convention"
	"earshot/convention/internal/word"
)

// deciding is the asks that a seat is named the decider of, on one topic.
type deciding struct {
	decider *seat
	posts   []*post
}

// watch notes an asking message under each of its deciders.
func (l *Ledger) watch(a *asking) {
	if len(a.deciders()) == 0 {
		return
	}
	t := a.post.topic
	for _, s := range a.deciders() {
		var d *deciding
		for _, x := range t.deciding {
			if same(x.decider, s) {
				d = x
			}
		}
		if d == nil {
			d = &deciding{decider: s}
			t.deciding = append(t.deciding, d)
		}
		d.add(a.post)
	}
}

// add keeps the posts in log order, each once.
func (d *deciding) add(p *post) {
	at := len(d.posts)
	for at > 0 && d.posts[at-1].seq > p.seq {
		at--
	}
	if at == 0 || d.posts[at-1] != p {
		d.posts = slices.Insert(d.posts, at, p)
	}
}

// pending drops what is closed and returns the decider's asks that are open or
// defaulted, the newest first, of the defaulted only the last oldAsks.
func (d *deciding) pending(l *Ledger) []*post {
	kept, old := make([]*post, 0, len(d.posts)), 0
	for i := len(d.posts) - 1; i >= 0; i-- {
		p := d.posts[i]
		if !p.detail.asking.decidedBy(d.decider) {
			continue
		}
		switch l.stage(p.detail.asking, d.decider) {
		case stageOpen:
			kept = append(kept, p)
		case stageDefaulted:
			if old++; old <= oldAsks {
				kept = append(kept, p)
			}
		}
	}
	d.posts = d.posts[:0]
	for i := len(kept) - 1; i >= 0; i-- {
		d.posts = append(d.posts, kept[i])
	}
	return kept
}

// flagDecision lists a message that decides in another seat's place: once for
// each decider whose asks wait on its topic.
func (l *Ledger) flagDecision(p *post, doc *convention.Message) {
	t := p.topic
	if r := p.target(); p.is(prose) && r != nil {
		t = r.topic
	}
	if t == nil || len(t.deciding) == 0 || p.is(reports|repeated) || p.decidesOwn(t) {
		return
	}
	lines := decisive(p, doc)
	if len(lines) == 0 {
		return
	}
	for _, d := range t.deciding {
		if same(d.decider, p.from) {
			continue
		}
		if ask := l.usurped(p, lines, d); ask != nil {
			l.flagLine(p, lines[0], d.decider, ask)
		}
	}
}

// decidesOwn reports whether the message answered an ask of the topic as its
// decider.
func (p *post) decidesOwn(t *topic) bool {
	if p.detail == nil {
		return false
	}
	for it := p.detail.answers; it != nil; it = it.fellow {
		if it.post().topic == t && it.asking.decidedBy(p.from) {
			return true
		}
	}
	return false
}

// usurped returns the ask that the lines decide in its decider's place: one that
// waits, unless silence has decided and a line names just that.
func (l *Ledger) usurped(p *post, lines []*convention.Fact, d *deciding) *post {
	for _, ask := range d.pending(l) {
		a := ask.detail.asking
		if ask == p || l.stage(a, d.decider) == stageDefaulted && a.namesSilence(p, lines) {
			continue
		}
		return ask
	}
	return nil
}

func (l *Ledger) flagLine(p *post, f *convention.Fact, decider *seat, ask *post) {
	d := l.rare(p)
	x := &decision{flag: flag{post: p, line: uint32(f.Line), nth: uint32(len(d.decisions)), on: true}, text: spanOf(f.TextSpan), decider: decider, ask: ask}
	d.decisions = append(d.decisions, x)
	l.counts.Decisions++
	l.counts.Conflicts++
	l.decisions.enter(x)
}

// namesSilence reports whether a line names what the default has decided: the
// option that the default names or, where it names none, its words.
func (a *asking) namesSilence(p *post, lines []*convention.Fact) bool {
	var picked []string
	for _, o := range a.options {
		if holdsToken(a.silence, o.ID) {
			picked = append(picked, o.ID)
		}
	}
	silence := textWords(a.silence)
	for _, f := range lines {
		for _, id := range picked {
			if holdsToken(f.Text, id) {
				return true
			}
		}
		if len(picked) == 0 && appendWords(nil, p.source, f, nil).sorted().shared(silence) >= silence.enough() {
			return true
		}
	}
	return false
}

func holdsToken(text, token string) bool {
	if token == "" {
		return false
	}
	for i := 0; ; {
		start, end := word.Next(text, i, len(text))
		if start == end {
			return false
		}
		if text[start:end] == token {
			return true
		}
		i = end
	}
}

// decisive returns the lines of a message that read as a decision taken: by its
// intent any done or plain line, else those that say so.
func decisive(p *post, doc *convention.Message) []*convention.Fact {
	byIntent := p.is(acts) && (p.intent.name == "decide" || p.intent.name == "decision")
	var said, rest, other []*convention.Fact
	for i := range doc.Facts {
		f := &doc.Facts[i]
		m := f.Label.Modality
		plain := m == convention.Done || m == convention.None
		if m == convention.Ask || !plain && !byIntent {
			continue
		}
		decided, undecided := readDecision(f.Text)
		switch {
		case undecided:
		case !plain:
			other = append(other, f)
		case decided:
			said = append(said, f)
		case byIntent:
			rest = append(rest, f)
		}
	}
	switch {
	case !byIntent:
		return said
	case len(said)+len(rest) > 0:
		return append(said, rest...)
	}
	return other
}

// readDecision reports whether a line says that something is decided, and whether
// it says that something is still to be decided.
func readDecision(text string) (decided, undecided bool) {
	if strings.IndexByte(text, '?') >= 0 {
		return false, true
	}
	decided = len(text) >= 9 && strings.EqualFold(text[:9], "decision:")
	going := false
	var buf [16]byte
	for i := 0; ; {
		start, end := word.Next(text, i, len(text))
		if start == end {
			return decided, false
		}
		i = end
		after := going
		going = false
		if n := end - start; n < len("open") || n > len("approved") {
			continue
		}
		switch string(word.Lower(text[start:end], &buf)) {
		case "decided", "approved", "chosen":
			decided = true
		case "going":
			going = true
		case "with":
			decided = decided || after
		case "need", "needs", "needed", "pending", "open", "await", "awaits":
			return decided, true
		}
	}
}
