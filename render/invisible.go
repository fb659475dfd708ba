package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
	textForm           = '\ufe0e'
	emojiForm          = '\ufe0f'
	keycap             = '\u20e3'
)

// visible reports whether a code point draws something of its own or is a blank
// that people use. Everything else is shown as a marked code point.
func visible(r rune) bool {
	return (unicode.IsPrint(r) || unicode.Is(unicode.Zs, r)) && !blank(r)
}

// blank holds the letters and marks that print nothing: the combining grapheme
// joiner, Hangul fillers, Khmer inherent vowels and the selectors of a glyph's
// form.
func blank(r rune) bool {
	switch {
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0:
		return true
	case r == 0x17b4, r == 0x17b5:
		return true
	case r >= 0x180b && r <= 0x180f:
		return true
	case r >= 0xfe00 && r <= 0xfe0f:
		return true
	}
	return r >= 0xe0000 && r <= 0xe0fff
}

func joiner(r rune) bool { return r == zeroWidthJoiner || r == zeroWidthNonJoiner }

func selector(r rune) bool { return r == textForm || r == emojiForm }

// tag reports whether a code point is one of the tag characters that stand for
// printable ASCII.
func tag(r rune) bool { return r >= 0xe0020 && r <= 0xe007e }

// tags shows the run of tag characters that begins at s[i] as what it spells,
// once, at its first character.
func tags(s string, i int) string {
	if before, _ := utf8.DecodeLastRuneInString(s[:i]); tag(before) {
		return ""
	}
	var b strings.Builder
	b.WriteString("<tag:")
	for _, r := range s[i:] {
		if !tag(r) {
			break
		}
		b.WriteByte(byte(r - 0xe0000))
	}
	b.WriteByte('>')
	return b.String()
}

// joins reports whether the joiner at cluster[i] does what joiners are for:
// building an emoji or a conjunct inside of the cluster, or choosing the form
// of two letters of a script that needs it. What stands before it is judged by
// what was written, so that cleaning twice changes nothing.
func (c *cleaner) joins(cluster string, i, marks int) bool {
	size := utf8.RuneLen(zeroWidthJoiner)
	next, inside := rune(0), false
	if rest := cluster[i+size:]; rest != "" {
		next, _ = utf8.DecodeRuneInString(rest)
		inside = true
	} else if rest := c.raw[c.at+len(cluster):]; rest != "" {
		next, _ = utf8.DecodeRuneInString(rest)
	}
	if !visible(next) || unicode.Is(unicode.M, next) && (!inside || marks >= MaxMarks) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(cluster[i:])
	if r == zeroWidthJoiner && inside && pictograph(next) && builds(c.prev) {
		return true
	}
	script := joiningScript(c.prev)
	return script != nil && unicode.Is(script, next)
}

// builds reports whether an emoji sequence can go on after r.
func builds(r rune) bool {
	return pictograph(r) || r == emojiForm
}

// pictograph is wide enough for every emoji base and modifier: symbols and the
// skin tones (modifier symbols).
func pictograph(r rune) bool {
	return r >= 0xa9 && unicode.In(r, unicode.So, unicode.Sm, unicode.Sk) || r == '‼' || r == '⁉' || r == 'ℹ' || r == '〰'
}

// selects reports whether a variation selector has a symbol with two forms
// before it, or a digit that the keycap after it encloses.
func (c *cleaner) selects(r rune, rest string) bool {
	if pictograph(c.prev) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(rest)
	return r == emojiForm && next == keycap &&
		(c.prev >= '0' && c.prev <= '9' || c.prev == '#' || c.prev == '*')
}

// joiningScript gives the script of r where its spelling needs joiners.
func joiningScript(r rune) *unicode.RangeTable {
	if r < 0x600 {
		return nil
	}
	for _, script := range [...]*unicode.RangeTable{
		unicode.Arabic, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
		unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
		unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Myanmar,
		unicode.Khmer, unicode.Mongolian, unicode.Syriac, unicode.Nko, unicode.Tibetan,
	} {
		if unicode.Is(script, r) {
			return script
		}
	}
	return nil
}
