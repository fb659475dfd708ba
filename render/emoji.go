package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/rangetable"
)

// Emoji says which emoji are drawn as they are. A terminal that does not know
// one drops it, or draws it in another width than was counted, and then
// everything behind it in its row stands wrong. The zero value is EmojiAuto.
type Emoji uint8

const (
	// EmojiAuto is EmojiKeep where the terminal has confirmed that it counts by
	// clusters (such terminals have recent tables), EmojiKnown otherwise.
	EmojiAuto Emoji = iota
	// EmojiKeep draws every emoji.
	EmojiKeep
	// EmojiKnown replaces what is newer than Unicode 13, of 2020. tmux 3.3 and
	// older drop it.
	EmojiKnown
	// EmojiPlain replaces, beside that, every cluster whose width terminals
	// disagree on: families, skin tones, flags, keycaps and emoji forms.
	EmojiPlain
)

// EmojiChoices are the names of the choices, the default first.
func EmojiChoices() []string { return []string{"auto", "keep", "unicode-13", "plain"} }

func (e Emoji) String() string {
	if names := EmojiChoices(); int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprintf("emoji %d", e)
}

// ParseEmoji reads the name of a choice.
func ParseEmoji(name string) (Emoji, error) {
	i := slices.Index(EmojiChoices(), name)
	if i < 0 {
		return EmojiAuto, fmt.Errorf("there is no choice of emoji %q; the choices are %s", name, strings.Join(EmojiChoices(), ", "))
	}
	return Emoji(i), nil
}

// box stands for an emoji of which nothing can be drawn. Its width is one cell
// everywhere.
const box = '▯'

// Replace draws the emoji of a row as e says. What is replaced keeps its width,
// so that a row may be replaced after it was laid out: its first symbol, where
// every terminal draws that alike, otherwise ▯, then "+" for what was left out,
// then blanks; a flag becomes its two letters. It never changes r.
func (m Measure) Replace(r Row, e Emoji) Row {
	if e == EmojiAuto {
		e = EmojiKnown
		if m.Graphemes() {
			e = EmojiKeep
		}
	}
	if e == EmojiKeep || e > EmojiPlain {
		return r
	}
	var out Row
	for i, s := range r {
		text := m.replaced(s.Text.s, e)
		if text == s.Text.s {
			continue
		}
		if out == nil {
			out = slices.Clone(r)
		}
		out[i].Text = Safe{s: text}
	}
	if out == nil {
		return r
	}
	return out
}

// replaced is a text with its emoji as e says.
func (m Measure) replaced(s string, e Emoji) string {
	if !mayReplace(s, e) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		size, width := m.cluster(s)
		c := s[:size]
		s = s[size:]
		if width > 0 && replaces(c, e) {
			c = m.stand(c, width)
		}
		b.WriteString(c)
	}
	return b.String()
}

// mayReplace is a quick look that spares most texts the rest: what is newer than
// Unicode 13 has four bytes in UTF-8, and clusters of narrower symbols are
// emoji by a selector or a keycap.
func mayReplace(s string, e Emoji) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xf0 {
			return true
		}
	}
	return e == EmojiPlain && (strings.ContainsRune(s, emojiForm) || strings.ContainsRune(s, keycap) || strings.ContainsRune(s, zeroWidthJoiner))
}

// replaces reports whether a cluster is not drawn as it is.
func replaces(c string, e Emoji) bool {
	symbol := false
	for _, r := range c {
		if newer(r) || e == EmojiPlain && regional(r) {
			return true
		}
		symbol = symbol || pictograph(r) || r == emojiForm || r == keycap
	}
	return e == EmojiPlain && symbol && ansi.WcWidth.StringWidth(c) != ansi.GraphemeWidth.StringWidth(c)
}

// newer reports whether an emoji is newer than Unicode 13. Every emoji since
// then lies in these blocks.
func newer(r rune) bool {
	return r >= 0x1f000 && r <= 0x1ffff && !unicode.Is(rangetable.Assigned("13.0.0"), r)
}

// regional reports whether r is one of the letters that flags are spelt with.
func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// stand is what stands for a cluster in exactly width cells.
func (m Measure) stand(c string, width int) string {
	var b strings.Builder
	used, more := 0, false
	for i, r := range c {
		switch {
		case regional(r) && used < width:
			b.WriteRune('A' + r - 0x1f1e6)
			used++
		case i == 0:
			if !steady(r, width) {
				r = box
			}
			b.WriteRune(r)
			used += m.Width(string(r))
		case r != textForm && r != emojiForm && r != keycap:
			more = true
		}
	}
	if more && used < width {
		b.WriteByte('+')
		used++
	}
	b.WriteString(spaces(width - used).s)
	return b.String()
}

// steady reports whether every terminal draws r alone, in the same width of at
// most room cells.
func steady(r rune, room int) bool {
	w := ansi.WcWidth.StringWidth(string(r))
	return !newer(r) && utf8.ValidRune(r) && w > 0 && w <= room && w == ansi.GraphemeWidth.StringWidth(string(r))
}
