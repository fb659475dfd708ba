package timeline

import (
	"strings"
	"testing"

	"earshot/render"
)

// Searching without regard to case finds the place that comparing at every one
// of them finds first.
func FuzzIndexFold(f *testing.F) {
	for _, s := range [][2]string{
		{"Hello World", "o w"}, {"aAbB", "bb"}, {"ÄÖÜ ä", "ä"}, {"eeeeE", "ee"}, {"", "x"}, {"ſtraße", "s"}, {"\xff\xfea", "a"}, {"İ", "i"},
		{"a text of more than sixteen letters, with A NEEDLE in it", "needle"}, {"the last letters of a text are a Needle", "needle"},
		{"aaaaaaaaaaaaaaaaaaaaaaaaaaaab", "ab"}, {"12345678@`12345678@`", "`1"}, {"im Text eine GRÖẞE, und noch eine größe", "größe"},
		{"10 \u212a heiß", "k heiß"}, {"не ПРИВЕТ, а привет", "привет"}, {"日本語の三行目", "三行"}, {"\xff\xfe ä", "\ufffd ä"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, s, pattern string) {
		if len(s) > 2000 || len(pattern) > 50 {
			return
		}
		pattern = strings.ToLower(pattern)
		if got, want := indexFold(s, pattern), everyPlace(s, pattern); got != want {
			t.Fatalf("%q in %q: found at %d, stands at %d", pattern, s, got, want)
		}
	})
}

// everyPlace is what indexFold promises, the slow way.
func everyPlace(s, pattern string) int {
	if pattern == "" {
		return 0
	}
	for i := range s {
		if n := foldPrefix(s[i:], pattern); n >= 0 && (!ascii(pattern) || n == len(pattern)) {
			return i
		}
	}
	return -1
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
