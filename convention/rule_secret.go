package convention

import (
	"sort"
	"strings"
)

func secret() Rule {
	return Rule{
		Code: "secret", Severity: Error,
		Title: "a credential",
		Doc: `A private key, an access token with a well-known prefix or a token of a room stands in
the text, where every reader and every log gets it. Rooms refuse it. Revoke it, and
say where it can be fetched instead.`,
		Bad:   "v1 note limiter to lead n=1\nseat rit_" + "0123456789abcdefghijABCDEFGHIJ",
		Good:  "v1 note limiter to lead n=1\nseat invite in the vault under rooms",
		scope: anyBody,
		check: checkSecret,
	}
}

func checkSecret(p *pass) {
	if p.m.Header != nil && !p.m.Fenced && p.m.layout.signs&secretSigns == 0 {
		return // no word of any line starts like one
	}
	p.secrets = Secrets(p.source)
	for _, sp := range p.secrets {
		p.report(sp, "this is a credential: every reader gets it, and a room refuses it", nil)
	}
}

// tell is how many bytes of a credential give it away.
const tell = 10

// hideSecrets takes credentials out of what other rules say about the words
// that they stand in.
func (p *pass) hideSecrets() {
	if len(p.secrets) == 0 {
		return
	}
	kept := p.out[:0]
	for _, d := range p.out {
		for _, sp := range p.secretsIn(d.Span) {
			needle := p.source[sp.Start:min(sp.Start+tell, sp.End)]
			if strings.Contains(d.Message, needle) {
				d.Message = "something is wrong where a credential stands"
			}
			if d.Fix != nil && repeats(d.Fix, needle) {
				d.Fix = nil
			}
		}
		if d.Code != "opaque-id" || len(p.secretsIn(d.Span)) == 0 {
			kept = append(kept, d)
		}
	}
	p.out = kept
}

// secretsIn returns the credentials that the span touches.
func (p *pass) secretsIn(sp Span) []Span {
	from := sort.Search(len(p.secrets), func(i int) bool { return p.secrets[i].End > sp.Start })
	to := from
	for to < len(p.secrets) && p.secrets[to].Start < sp.End {
		to++
	}
	return p.secrets[from:to]
}

func repeats(f *Fix, needle string) bool {
	if strings.Contains(f.Title, needle) {
		return true
	}
	for _, e := range f.Edits {
		if strings.Contains(e.Text, needle) {
			return true
		}
	}
	return false
}
