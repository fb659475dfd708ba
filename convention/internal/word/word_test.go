package word

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func all(s string) []string {
	var out []string
	for i := 0; ; {
		start, end := Next(s, i, len(s))
		if start == end {
			return out
		}
		out = append(out, s[start:end])
		i = end
	}
}

func TestNext(t *testing.T) {
	for s, want := range map[string][]string{
		"":                     nil,
		" - ":                  nil,
		"rate-limit.ts 60/min": {"rate", "limit", "ts", "60", "min"},
		"Redis→A":              {"Redis", "A"},
		"限流 готово नमस्ते e\u0301te": {"限流", "готово", "नमस्ते", "e\u0301te"},
		"a\xffb":  {"a", "b"},
		"\u0301x": {"x"},
		"don't":   {"don", "t"},
	} {
		if got := all(s); !slices.Equal(got, want) {
			t.Errorf("words of %q are %q, want %q", s, got, want)
		}
	}
}

func TestLower(t *testing.T) {
	var buf [16]byte
	if got := string(Lower("MiXed9", &buf)); got != "mixed9" {
		t.Errorf("got %q", got)
	}
	for _, s := range []string{"é", "seventeen-letters"} {
		if Lower(s, &buf) != nil {
			t.Errorf("Lower(%q) is not nil", s)
		}
	}
	if !Is("Done", "done") || Is("done", "don") || Is("Ñone", "done") {
		t.Error("Is does not compare without case")
	}
}

func FuzzNext(f *testing.F) {
	f.Add("a b")
	f.Add("\xf0\x9f\x98x")
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for i := 0; ; {
			start, end := Next(s, i, len(s))
			if start == end {
				return
			}
			if start < last || end > len(s) || !utf8.ValidString(s[start:end]) {
				t.Fatalf("word %d to %d of %q after %d", start, end, s, last)
			}
			last, i = end, end
		}
	})
}
