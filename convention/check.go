package convention

import (
	"slices"
	"strings"
	"time"

	"earshot/convention/evidence"
)

// Context is what is known beside the body. Every field is optional; the
// zero value checks the body alone.
type Context struct {
	Seats        []string                          // names in the room; nil where they are not known
	Now          time.Time                         // zero: nothing is past
	V1Share      float64                           // share of v1 in the last RoomMessages messages, 0 to 1
	RoomMessages int                               // how many were seen, at most 50; 0 where not known
	Tokens       func(string) int                  // nil: no figures, and hints about tokens alone are silent
	Verdict      func(ref string) evidence.Verdict // of the text of an ev line; nil: nobody looked
}

// Check returns what is to be said about the message, sorted by span and
// then by code. Who checks many messages in a row uses a [Checker].
func Check(m *Message, c Context) []Diagnostic {
	var k Checker
	return k.Check(m, c)
}

// Checker checks one message after the other and keeps the room that it needs for
// that, so that a message without findings costs no memory. The zero value is
// ready for use. It is not for several goroutines at a time, and holds on to the
// last message until the next.
type Checker struct{ pass pass }

// Check is [Check]. The result is the caller's.
func (k *Checker) Check(m *Message, c Context) []Diagnostic {
	all := k.once(m, &c)
	keepCleanFixes(m, &c, all)
	return all
}

// once runs every rule.
func (k *Checker) once(m *Message, c *Context) []Diagnostic {
	p := &k.pass
	p.start(m, c)
	scopes, lines, signs := p.scopes, p.lines, p.signs
	for i := range table {
		r := &table[i]
		if r.concerns(scopes, lines, signs) {
			p.rule = r
			r.check(p)
		}
	}
	if len(p.out) > 0 {
		p.hideSecrets()
		slices.SortStableFunc(p.out, inOrder)
	}
	return p.out
}

func inOrder(a, b Diagnostic) int {
	switch {
	case a.Span.Start != b.Span.Start:
		return a.Span.Start - b.Span.Start
	case a.Span.End != b.Span.End:
		return a.Span.End - b.Span.End
	}
	return strings.Compare(a.Code, b.Code)
}

// scope says which bodies a rule looks at.
type scope uint8

const (
	anyBody  scope = 1 << iota
	headed         // a header of a version that is known, well-formed or broken
	headless       // no header
	asks           // headed, and not of an intent that only reports
)

// lines is a set of modalities.
type lines uint32

// Beside the modalities: lines whose label is not in its plain form, and lines
// without a label that no letter starts.
const (
	misshapen lines = 1 << (modalityCount + 1 + iota)
	marked
)

func linesOf(list ...Modality) lines {
	var set lines
	for _, m := range list {
		set |= 1 << m
	}
	return set
}

// pass is one run of the rules over one message.
type pass struct {
	m      *Message
	ctx    Context
	source string
	rule   *Rule
	out    []Diagnostic

	facts   []Fact    // as they read once every safe fix of a label is applied
	mended  []Fact    // room for those where they are not the message's own
	odd     []oddFact // lines that only nearly have a label
	count   [modalityCount + 1]int
	scopes  scope // that the message is in
	lines   lines // what its facts are
	signs   signs // what its facts show
	known   bool  // the header's version is known
	reports bool  // intent state or brief: it reports what other messages said

	paired  bool
	pairs   pairing
	phrases []phrase
	scanned bool
	secrets []Span
	counts  map[string]int // tokens of texts that were counted
	idBytes int            // of ids that were counted
}

// fewCounts is more texts than most messages have counted.
const fewCounts = 64

// start makes the pass ready for the message, with nothing of the last one left
// but the room that it took.
func (p *pass) start(m *Message, c *Context) {
	p.m, p.ctx, p.source, p.rule, p.out = m, *c, m.Source, nil, nil
	p.facts, p.mended, p.odd, p.count = m.Facts, p.mended[:0], p.odd[:0], [modalityCount + 1]int{}
	p.lines, p.signs, p.known, p.reports = 0, 0, false, false
	p.paired, p.scanned, p.phrases, p.secrets, p.idBytes = false, false, p.phrases[:0], nil, 0
	if len(p.counts) > fewCounts {
		p.counts = nil // clearing it would cost each message after a large one
	}
	clear(p.counts)
	p.scopes = anyBody
	if m.Header == nil {
		p.scopes |= headless
		return
	}
	p.read()
}

// read prepares a message with a header.
func (p *pass) read() {
	h := p.m.Header
	p.known = h.Version.Text == "v1"
	p.reports = strings.EqualFold(h.Intent.Text, "state") || strings.EqualFold(h.Intent.Text, "brief")
	if !p.known {
		return
	}
	p.scopes |= headed
	if !p.reports {
		p.scopes |= asks
	}
	p.mend()
	for i := range p.facts {
		f := &p.facts[i]
		p.count[f.Label.Modality]++
		p.lines |= 1 << f.Label.Modality
		if !f.Label.Plain {
			p.lines |= f.oddity(p.source)
		}
		p.signs |= f.signs
	}
}

// concerns reports whether the rule may have something to say about a message in
// these scopes, that has such lines and shows such signs.
func (r *Rule) concerns(s scope, has lines, shows signs) bool {
	return s&r.scope != 0 && (r.lines == 0 || has&r.lines != 0) && (r.signs == 0 || shows&r.signs != 0)
}

// oddity says what is special about a line whose label is not plain or missing.
func (f *Fact) oddity(source string) lines {
	switch {
	case f.Label.Modality != None:
		return misshapen
	case f.TextSpan.Len() > 0 && !isAlpha(source[f.TextSpan.Start]):
		return marked
	}
	return 0
}

// report adds a diagnostic of the running rule.
func (p *pass) report(sp Span, message string, fix *Fix) {
	p.reportAs(p.rule.Severity, sp, message, fix)
}

func (p *pass) reportAs(s Severity, sp Span, message string, fix *Fix) {
	p.out = append(p.out, Diagnostic{Code: p.rule.Code, Severity: s, Span: sp, Message: message, Fix: fix})
}

// pairing returns which ev belongs to which done.
func (p *pass) pairing() *pairing {
	if !p.paired {
		p.pairs.read(p.facts)
		p.paired = true
	}
	return &p.pairs
}

// tokens counts the text, and is 0 where nobody counts. The same text is counted
// once in a message.
func (p *pass) tokens(s string) int {
	if p.ctx.Tokens == nil {
		return 0
	}
	n, known := p.counts[s]
	if !known {
		n = p.ctx.Tokens(s)
		if p.counts == nil {
			p.counts = make(map[string]int)
		}
		p.counts[s] = n
	}
	return n
}

// safely makes a safe fix.
func safely(title string, edits ...Edit) *Fix { return &Fix{Title: title, Safe: true, Edits: edits} }

// perhaps makes a fix that a person takes or leaves.
func perhaps(title string, edits ...Edit) *Fix { return &Fix{Title: title, Edits: edits} }

// replace, remove and insert make edits.
func replace(sp Span, text string) Edit { return Edit{Span: sp, Text: text} }

func remove(sp Span) Edit { return Edit{Span: sp} }

func insert(at int, text string) Edit { return Edit{Span: Span{at, at}, Text: text} }
