package timeline

import (
	"strings"
	"testing"

	"earshot/render"
)

// Searching without regard to case agrees with comparing every place by
// strings.EqualFold.
func FuzzIndexFold(f *testing.F) {
	for _, s := range [][2]string{{"Hello World", "o w"}, {"aAbB", "bb"}, {"ÄÖÜ ä", "ä"}, {"eeeeE", "ee"}, {"", "x"}, {"ſtraße", "s"}, {"\xff\xfea", "a"}, {"İ", "i"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, s, pattern string) {
		if len(s) > 2000 || len(pattern) > 50 {
			return
		}
		pattern = strings.ToLower(pattern)
		got := indexFold(s, pattern)
		if got < 0 {
			if strings.Contains(s, pattern) {
				t.Fatalf("%q in %q was not found", pattern, s)
			}
			return
		}
		if n := foldPrefix(s[got:], pattern); n < 0 && pattern != "" {
			t.Fatalf("%q in %q: nothing at %d", pattern, s, got)
		}
		if ascii(pattern) {
			for i := range got {
				if i+len(pattern) <= len(s) && strings.EqualFold(s[i:i+len(pattern)], pattern) {
					t.Fatalf("%q in %q: found at %d, and earlier at %d", pattern, s, got, i)
				}
			}
		}
	})
}

// Marking what was found changes no text.
func FuzzHighlight(f *testing.F) {
	f.Add("one two ONE", "one")
	f.Add("ÄÄ ää", "ä")
	f.Add("KKk", "k") // the Kelvin sign
	f.Fuzz(func(t *testing.T, text, pattern string) {
		if len(text) > 1000 || pattern == "" {
			return
		}
		s := search{pattern: strings.ToLower(pattern)}
		row := render.Row{{Text: render.CleanLine(text)}, {Text: render.Word(" · "), Role: render.Dim}}
		if got, want := s.highlight(row).Plain(), row.Plain(); got != want {
			t.Fatalf("%q became %q", want, got)
		}
	})
}

// Time to look through many bodies is bounded by their size, also where the
// first letter is everywhere.
func BenchmarkIndexFold(b *testing.B) {
	body := strings.Repeat("e", 32<<10)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if indexFold(body, "ex") >= 0 {
			b.Fatal("found what is not there")
		}
	}
}
