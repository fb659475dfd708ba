package convention

import (
	"strings"

	"earshot/convention/evidence"
	"earshot/convention/internal/shape"
)

func opaqueID() Rule {
	return Rule{
		Code: "opaque-id", Severity: Hint,
		Title: "an identifier of 6 tokens or more that is no hash, path, URL or time",
		Doc: `A random id costs six to ten tokens and carries no meaning; a plain word used as the
id costs 2. Ids are mostly set by the room: name tasks and topics by words. A
reference after a kind of evidence is left alone. Silent where tokens are not
counted, and beyond 4 KiB of ids in one message.`,
		Bad:   "v1 report limiter to lead n=1\ntodo continue i_5fBAXDeXWz",
		Good:  "v1 report limiter to lead n=1\ntodo continue limiter",
		scope: headed,
		check: checkOpaqueID,
	}
}

const (
	opaqueTokens  = 6   // from how many tokens on an id is called opaque
	shortestID    = 6   // bytes; a shorter one cannot cost that many tokens
	longestCounts = 128 // bytes of an id that are counted

	// maxIDBytes bounds how many bytes of ids of one message are counted, each id
	// once, because counting is slow. Far fewer say all that there is to say.
	maxIDBytes = 4 << 10
)

func checkOpaqueID(p *pass) {
	if p.ctx.Tokens == nil {
		return
	}
	p.checkIDs(p.m.Header.Topic.Span)
	for i := range p.facts {
		p.checkIDs(p.facts[i].TextSpan)
	}
}

func (p *pass) checkIDs(text Span) {
	reference := false
	for at := text.Start; ; {
		sp, ok := nextIDRun(p.source, at, text.End)
		if !ok {
			return
		}
		at = sp.End
		w := p.source[sp.Start:sp.End]
		cited := reference
		reference = evidence.Names(w)
		if cited || !identifier(w) || partOfName(p.source, sp, text) {
			continue
		}
		if n := p.idTokens(w[:min(len(w), longestCounts)]); n >= opaqueTokens {
			p.report(sp, quote(w)+" costs "+countTokens(n)+" and says nothing: a word costs 2", nil)
		}
	}
}

// idTokens counts an id, and is 0 where the message has had its share of counting.
func (p *pass) idTokens(id string) int {
	if _, known := p.counts[id]; !known {
		if p.idBytes += len(id); p.idBytes > maxIDBytes {
			return 0
		}
	}
	return p.tokens(id)
}

// nextIDRun returns the next run of ASCII letters, digits, '_' and '-'.
func nextIDRun(s string, i, end int) (Span, bool) {
	for i < end && !isIDByte(s[i]) {
		i++
	}
	start := i
	for i < end && isIDByte(s[i]) {
		i++
	}
	return Span{start, i}, i > start
}

// identifier reports whether the word mixes letters and digits and is no
// hash and no time.
func identifier(w string) bool {
	if len(w) < shortestID || shape.Hash(w) || shape.LongHash(w) {
		return false
	}
	var letter, digit bool
	for i := 0; i < len(w); i++ {
		letter = letter || isAlpha(w[i])
		digit = digit || isDigit(w[i])
	}
	return letter && digit && nextInstant(w, 0, len(w)).reading == noTime
}

// partOfName reports whether the run is a part of a path, a URL, an address
// or a dotted name.
func partOfName(s string, sp, text Span) bool {
	const joints = "/.:@\\=&?#%~+"
	if sp.Start > text.Start && strings.IndexByte(joints, s[sp.Start-1]) >= 0 {
		return true
	}
	return sp.End+1 < text.End && strings.IndexByte(joints, s[sp.End]) >= 0 && isAlnum(s[sp.End+1])
}
