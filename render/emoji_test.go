package render

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/rangetable"
)

// Emoji of every kind that terminals do not agree on, and text that has to stay.
func emojiTexts() []string {
	return []string{
		"goose \U0001fabf and face \U0001fae0!", // Unicode 15 and 14
		"tuba \U0001fa75\U0001fa75 twice",
		"family 👨‍👩‍👧‍👦 here", "thumbs 👍🏽 up", "warning ⚠️ sign", "keycap 1️⃣ one", "flag 🇩🇪 of", "half 🇩 flag",
		"knot 🧑‍\U0001faa2 newer part", "heart ❤️‍🔥 fire", "fine 🙂 ✅ 🚀", "text © ® ™ → █ ▯",
		"漢字 and กำ and é and नमस्ते", "no emoji at all", "", "\U0001fabf", "❤️", "👩🏽‍🚀👩🏽‍🚀",
	}
}

func TestEmojiReplaced(t *testing.T) {
	tests := []struct {
		choice   Emoji
		clusters bool
		in, want string
	}{
		{EmojiKnown, false, "a \U0001fabf b", "a ▯  b"},
		{EmojiKnown, false, "👍🏽 ⚠️ 🇩🇪 🙂", "👍🏽 ⚠️ 🇩🇪 🙂"},
		{EmojiKeep, false, "a \U0001fabf b", "a \U0001fabf b"},
		{EmojiAuto, false, "a \U0001fabf b", "a ▯  b"},
		{EmojiAuto, true, "a \U0001fabf b", "a \U0001fabf b"},
		{EmojiKnown, true, "a \U0001fabf b", "a ▯  b"},
		{EmojiPlain, false, "👍🏽|", "👍+ |"},
		{EmojiPlain, true, "👍🏽|", "👍|"},
		{EmojiPlain, false, "⚠️|", "⚠|"},
		{EmojiPlain, true, "⚠️|", "⚠ |"},
		{EmojiPlain, true, "🇩🇪|", "DE|"},
		{EmojiPlain, true, "1️⃣|", "1 |"},
		{EmojiPlain, true, "กำ 漢字 🙂", "กำ 漢字 🙂"},
	}
	for _, tt := range tests {
		in := Row{{Text: Clean(tt.in), Role: Strong}}
		got := NewMeasure(tt.clusters).Replace(in, tt.choice)
		if got.Plain() != tt.want {
			t.Errorf("%s, clusters %v: %q becomes %q, want %q", tt.choice, tt.clusters, tt.in, got.Plain(), tt.want)
		}
		if in.Plain() != Clean(tt.in).String() || got[0].Role != Strong {
			t.Errorf("%s: the row given was changed, or its role lost", tt.choice)
		}
	}
}

// emojiLaws hold for every text: the width stays, nothing newer than Unicode 13
// is left, a second time changes nothing, and text without symbols is left alone.
func emojiLaws(t *testing.T, raw string) {
	t.Helper()
	text := CleanLine(raw)
	known := rangetable.Assigned("13.0.0")
	for _, clusters := range []bool{false, true} {
		m := NewMeasure(clusters)
		for _, e := range []Emoji{EmojiKeep, EmojiKnown, EmojiPlain} {
			row := m.Replace(Row{{Text: text}}, e)
			got := row.Plain()
			if a, b := m.Width(text.s), m.Width(got); a != b {
				t.Errorf("%s, clusters %v: %q of %d cells became %q of %d", e, clusters, text.s, a, got, b)
			}
			if again := m.Replace(row, e).Plain(); again != got {
				t.Errorf("%s: %q becomes %q the second time", e, got, again)
			}
			if clean := CleanLine(got).s; clean != got {
				t.Errorf("%s: %q is not clean", e, got)
			}
			if e == EmojiKeep {
				if got != text.s {
					t.Errorf("keep changed %q", text.s)
				}
				continue
			}
			for _, r := range got {
				if r >= 0x1f000 && r <= 0x1ffff && !unicode.Is(known, r) && m.Width(string(r)) > 0 {
					t.Errorf("%s: %q still has %U", e, got, r)
				}
			}
		}
	}
}

func TestEmojiLaws(t *testing.T) {
	for _, s := range emojiTexts() {
		emojiLaws(t, s)
	}
	var all strings.Builder // every code point of the blocks, one by one and in one text
	for r := rune(0x1f000); r <= 0x1ffff; r++ {
		emojiLaws(t, string(r))
		if r%7 == 0 {
			all.WriteRune(r)
		}
	}
	emojiLaws(t, all.String())
}

// In the plain form both ways of counting agree, which is why it is there.
func TestPlainEmojiHaveOneWidth(t *testing.T) {
	for _, s := range emojiTexts() {
		if strings.Contains(s, "กำ") {
			continue // letters stay, whatever terminals make of them
		}
		for _, clusters := range []bool{false, true} {
			got := NewMeasure(clusters).Replace(Row{{Text: Clean(s)}}, EmojiPlain).Plain()
			if a, b := ansi.WcWidth.StringWidth(got), ansi.GraphemeWidth.StringWidth(got); a != b {
				t.Errorf("%q is %d cells by code points and %d by clusters", got, a, b)
			}
		}
	}
}

func FuzzEmoji(f *testing.F) {
	for _, s := range emojiTexts() {
		f.Add(s)
	}
	f.Fuzz(emojiLaws)
}

func TestEmojiNames(t *testing.T) {
	for i, name := range EmojiChoices() {
		e, err := ParseEmoji(name)
		if err != nil || int(e) != i || e.String() != name {
			t.Errorf("%q is read as %v, %v", name, e, err)
		}
	}
	if _, err := ParseEmoji("some"); err == nil || !strings.Contains(err.Error(), "unicode-13") {
		t.Errorf("an unknown choice says %v", err)
	}
}
