package ledger

import (
	"strings"
	"testing"
	"unicode"

	"earshot/convention"
)

// Bodies that fold alike have one outline, whatever white space stands between
// their words and wherever in eight bytes it falls.
func FuzzOutline(f *testing.F) {
	for _, s := range []string{"", "a", "abcdefgh", "abcdefgh ijklmnop q", "→ limit 60/min für alle", "日本語 のログ", "\xff\xfe a\xc2 b", "\x01\x02 \x00"} {
		f.Add(s, uint8(1))
		f.Add(s, uint8(7))
	}
	var spaces []string
	for r := rune(0); r <= 0x3000; r++ {
		if unicode.IsSpace(r) && r != '\n' && r != '\r' {
			spaces = append(spaces, string(r))
		}
	}
	who := &seat{id: "i_a"}
	f.Fuzz(func(t *testing.T, body string, seed uint8) {
		words := strings.Fields(body)
		blank := func(i int) string { return strings.Repeat(spaces[(i*7+int(seed))%len(spaces)], 1+(i+int(seed))%9) }
		other := "\uFEFF" + blank(0)
		for i, w := range words {
			other += w + blank(i)
		}
		plain := strings.Join(words, " ")
		if convention.Fold(other) != convention.Fold(plain) {
			return // a word that begins with what is dropped at the start of a body
		}
		if outline(who, "m1", other) != outline(who, "m1", plain) {
			t.Fatalf("%q and %q fold alike and have different outlines", other, plain)
		}
		if plain != "" && outline(who, "m1", plain) == outline(who, "m1", plain+"x") {
			t.Errorf("%q and the same with an x have one outline", plain)
		}
	})
}
