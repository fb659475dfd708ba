package ledger

import (
	"time"
	"unicode"
	"unicode/utf8"

	"earshot/convention"
)

const (
	// loopRun is how many of a seat's own messages in a row, all the same, are a
	// loop.
	loopRun = 3
	// loopRepeats repeats of any of a seat's bodies within loopWindow are one too.
	loopRepeats = 5
	loopWindow  = 10 * time.Minute
)

// outline is a quick key of seat, reply reference and folded body, equal for
// repeats. Bodies with one outline are compared as folded, so that no message
// passes for a repeat that is none.
func outline(who *seat, replyTo, body string) uint64 {
	h := uint64(hashOffset)
	for _, part := range [...]string{who.id, who.key(), replyTo} {
		h = mix(h, part)
	}
	for body != "" && (body[len(body)-1] == '\n' || body[len(body)-1] == ' ') {
		body = body[:len(body)-1]
	}
	if !isFolded(body) {
		body = convention.Fold(body)
	}
	return mix(h, body)
}

const (
	each = 0x0101010101010101 // one in each of eight bytes
	high = 0x80 * each
)

// isFolded reports whether folding is known to leave a body as it is: there is no
// white space in it but single spaces and line feeds. It looks at eight bytes at a
// time, and may say no where another look would say yes.
func isFolded(body string) bool {
	before := uint64(0x80) // the mark of a blank in front of the next byte
	for i := 0; i < len(body); i += 8 {
		x := load(body[i:])
		feeds := zeros(x ^ '\n'*each)
		blanks := feeds | zeros(x^' '*each)
		controls := (x - ' '*each) &^ x & high
		switch {
		case blanks&(blanks<<8|before) != 0, controls&^feeds != 0:
			return false
		case x&high != 0 && wideBlank(body[i:min(i+8, len(body))], body[i:]):
			return false
		}
		before = blanks >> 56
	}
	return before == 0
}

// zeros marks the zero bytes by their highest bit; it may mark a one above a zero
// too.
func zeros(x uint64) uint64 { return (x - each) &^ x & high }

// wideBlank reports whether white space beyond ASCII, or a byte order mark, starts
// in the first bytes of a text.
func wideBlank(first, text string) bool {
	for i := range len(first) {
		switch first[i] {
		case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF:
			if r, _ := utf8.DecodeRuneInString(text[i:]); unicode.IsSpace(r) || r == '\uFEFF' {
				return true
			}
		}
	}
	return false
}

// load returns the first eight bytes of a text, the first one lowest; behind its
// end there are letters.
func load(s string) uint64 {
	if len(s) >= 8 {
		return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	}
	x := uint64('x' * each)
	for i := len(s) - 1; i >= 0; i-- {
		x = x<<8 | uint64(s[i])
	}
	return x
}

// mix adds a part to a hash.
func mix(h uint64, part string) uint64 {
	n := len(part)
	for ; len(part) >= 8; part = part[8:] {
		h = stir(h, load(part))
	}
	return stir(stir(h, load(part)), uint64(n))
}

// key is the name a seat without an id is known by.
func (s *seat) key() string {
	if s.id != "" {
		return ""
	}
	return foldName(s.token)
}

// mostAlike is how many different bodies of one outline are compared. Only a seat
// that sets out to collide has more.
const mostAlike = 16

// original returns the seat's first message with the same body in reply to the
// same message, and notes p where there is none.
func (l *Ledger) original(p *post) *post {
	reference := l.reference(p)
	h := outline(p.from.self(), reference, p.source)
	seen, fold := 0, ""
	at := l.bodies.find(h, func(n uint32) bool {
		q := l.posts.at(int(n))
		if seen++; seen > mostAlike {
			return false
		}
		if !same(q.from, p.from) || l.reference(q) != reference {
			return false
		}
		if q.source == p.source {
			return true
		}
		if fold == "" {
			fold = convention.Fold(p.source)
		}
		return convention.Fold(q.source) == fold
	})
	switch {
	case at != nil:
		return l.posts.at(int(*at))
	case seen < mostAlike:
		l.bodies.put(h, p.number)
	}
	return nil
}

// series is the messages of one seat with one body.
type series struct {
	first, last *post
	count       int
	loop        bool
	inRoll      bool
}

func (s *series) place() place  { return place{sequence: s.first.seq} }
func (s *series) listed() bool  { return true }
func (s *series) rolled() *bool { return &s.inRoll }

// copied is a repeat of one of a seat's bodies: n copies at a moment.
type copied struct {
	post *post
	n    int
}

// repeats finds whether a message repeats an earlier one of its seat.
func (l *Ledger) repeats(p *post) {
	first := l.original(p)
	if first != nil {
		p.flags |= repeated
		l.copy(first, p, l.weight(p))
	}
	s := p.from
	if s.last != nil {
		p.prior, s.last.next = s.last.number+1, p.number+1
	}
	s.last = p
	if first == nil && p.is(heavy) {
		l.copy(p, p, l.weight(p)-1)
	}
	if p.is(inSeries) {
		l.findLoop(p)
	}
}

// seriesOf returns the messages with the body of p; nil where there is no other.
func (l *Ledger) seriesOf(p *post) *series {
	if p.is(inSeries) {
		return l.bySeries[p.number]
	}
	return nil
}

func (l *Ledger) enlist(p *post, x *series) {
	p.flags |= inSeries
	l.bySeries[p.number] = x
}

// copy counts n more messages with the body of first, the last of them p.
func (l *Ledger) copy(first, p *post, n int) {
	x := l.seriesOf(first)
	if x == nil {
		x = &series{first: first, count: 1}
		l.enlist(first, x)
		l.counts.Repeats++
		l.series.enter(x)
	}
	x.count += n
	if x.last == nil || p.seq > x.last.seq {
		x.last = p
	}
	l.enlist(p, x)
	s := p.from
	at := len(s.copies)
	for at > 0 && s.copies[at-1].post.seq > p.seq {
		at--
	}
	s.copies = append(s.copies, copied{})
	copy(s.copies[at+1:], s.copies[at:])
	s.copies[at] = copied{p, n}
}

// findLoop looks for a loop around a message that was just counted.
func (l *Ledger) findLoop(p *post) {
	if x := l.seriesOf(p); !x.loop && l.run(p, x) >= loopRun {
		l.loop(x)
	}
	copies := p.from.copies
	at := len(copies) - 1
	for at > 0 && copies[at].post.seq > p.seq {
		at--
	}
	var around []*post // each as often as it counts, as far as a window can reach
	for i := max(0, at-loopRepeats+1); i < min(len(copies), at+loopRepeats); i++ {
		for range min(copies[i].n, loopRepeats) {
			around = append(around, copies[i].post)
		}
	}
	for i := loopRepeats - 1; i < len(around); i++ {
		if window := around[i-loopRepeats+1 : i+1]; window[loopRepeats-1].at.sub(window[0].at) <= loopWindow {
			for _, q := range window {
				l.loop(l.seriesOf(q))
			}
		}
	}
}

func (l *Ledger) loop(s *series) {
	if !s.loop {
		s.loop = true
		l.counts.Loops++
	}
}

// run counts the seat's messages in a row around p that are of its series, up to
// loopRun.
func (l *Ledger) run(p *post, x *series) int {
	n := l.weight(p)
	for at := p.prior; at > 0 && n < loopRun; {
		q := l.posts.at(int(at - 1))
		if l.seriesOf(q) != x {
			break
		}
		n += l.weight(q)
		at = q.prior
	}
	for at := p.next; at > 0 && n < loopRun; {
		q := l.posts.at(int(at - 1))
		if l.seriesOf(q) != x {
			break
		}
		n += l.weight(q)
		at = q.next
	}
	return n
}

// Repeat takes the server's count of how often a stored message was posted, the
// stored one included. A count that is not higher than the last is ignored.
// last, when the last copy came, is not kept.
func (l *Ledger) Repeat(sequence int64, count int, last time.Time) {
	l.revision++
	p := l.posts.find(sequence)
	if p == nil {
		e := l.soon(sequence)
		e.repeats = max(e.repeats, count)
		return
	}
	n := count - l.weight(p)
	if n <= 0 {
		return
	}
	l.weigh(p, count)
	first := p
	if x := l.seriesOf(p); x != nil {
		first = x.first
	}
	l.copy(first, p, n)
	l.findLoop(p)
}
