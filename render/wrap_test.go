package render

import (
	"math/rand/v2"
	"strings"
	"testing"
)

var measures = map[string]Measure{"wcwidth": NewMeasure(false), "graphemes": NewMeasure(true)}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text string
		w    int
		want string
	}{
		{"", 5, ""},
		{"one two three", 7, "one two|three"},
		{"one two three", 8, "one two|three"},
		{"one  two", 3, "one|two"},
		{"one   ", 4, "one"},
		{"  indented text", 10, "  indented|text"},
		{"abcdefghij", 4, "abcd|efgh|ij"},
		{"ab abcdefghij", 4, "ab|abcd|efgh|ij"},
		{"a\n\nb", 4, "a||b"},
		{"日本語のテキスト", 5, "日本|語の|テキ|スト"},
		{"ab日本", 4, "ab日|本"},
		{"word", 0, "w|o|r|d"},
		{"日", 1, "?"},
		{"          x", 4, "x"},
	} {
		var got []string
		for _, r := range NewMeasure(true).Wrap(Clean(c.text), c.w) {
			got = append(got, r.String())
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.text, c.w, s, c.want)
		}
	}
}

// naiveWrap is the slow and obvious wrapper for words of narrow characters.
func naiveWrap(text string, w int) []string {
	var rows []string
	for _, line := range strings.Split(text, "\n") {
		row := ""
		for _, word := range strings.Fields(line) {
			if row != "" && len(row)+1+len(word) <= w {
				row += " " + word
				continue
			}
			if row != "" {
				rows = append(rows, row)
			}
			for len(word) > w {
				rows = append(rows, word[:w])
				word = word[w:]
			}
			row = word
		}
		rows = append(rows, row)
	}
	return rows
}

func TestWrapAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		var words []string
		for range r.IntN(12) {
			words = append(words, strings.Repeat("x", 1+r.IntN(14)))
		}
		text, w := strings.Join(words, " "), 1+r.IntN(20)
		var got []string
		for _, row := range NewMeasure(false).Wrap(Clean(text), w) {
			got = append(got, row.String())
		}
		if want := naiveWrap(text, w); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("%q at %d:\n%q\n%q", text, w, got, want)
		}
	}
}

// checkWrap holds the laws of wrapping for one text and width.
func checkWrap(t *testing.T, raw string, w int) {
	t.Helper()
	safe := Clean(raw)
	for name, m := range measures {
		var all strings.Builder
		rows := m.Wrap(safe, w)
		for _, row := range rows {
			if got := m.Width(row.String()); got > w {
				t.Fatalf("%s: %q at %d: row %q is %d wide", name, raw, w, row, got)
			}
			all.WriteString(row.String())
		}
		squeeze := strings.NewReplacer(" ", "", "\n", "").Replace
		if w >= 2 && squeeze(all.String()) != squeeze(safe.String()) {
			t.Fatalf("%s: %q at %d: text changed: %q", name, raw, w, all.String())
		}
		row := Row{{Text: safe, Role: Demand}, {Text: safe, Role: Dim}}
		checkWrapRow(t, m, row, w)
		checkFit(t, m, row, w)
	}
}

func checkWrapRow(t *testing.T, m Measure, row Row, w int) {
	t.Helper()
	var all strings.Builder
	for _, r := range m.WrapRow(row, w) {
		if got := m.RowWidth(r); got > w {
			t.Fatalf("%q at %d: row %q is %d wide", row.Plain(), w, r.Plain(), got)
		}
		all.WriteString(r.Plain())
	}
	squeeze := strings.NewReplacer(" ", "").Replace
	if w >= 2 && squeeze(all.String()) != squeeze(row.Plain()) {
		t.Fatalf("%q at %d: text changed: %q", row.Plain(), w, all.String())
	}
}

func checkFit(t *testing.T, m Measure, row Row, w int) {
	t.Helper()
	fitted := m.Fit(row, w)
	if got := m.RowWidth(fitted); got != w {
		t.Fatalf("Fit(%q, %d) is %d wide: %q", row.Plain(), w, got, fitted.Plain())
	}
	if cut := m.Truncate(row[0].Text, w, "…"); m.Width(cut.String()) > w {
		t.Fatalf("Truncate(%q, %d) = %q", row[0].Text, w, cut)
	}
	if !strings.HasSuffix(strings.TrimRight(fitted.Plain(), " "), "…") && m.RowWidth(row) > w {
		t.Fatalf("Fit(%q, %d) does not say that it cut: %q", row.Plain(), w, fitted.Plain())
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("some words and a loooooooooooong one", 8)
	f.Add("👨‍👩‍👧‍👦 family กำ 日本 e\u0301\u0301", 3)
	f.Add("\x1b[31m\u202e", 2)
	f.Add("   \n\n   x", 4)
	f.Fuzz(func(t *testing.T, raw string, w int) {
		checkWrap(t, raw, 1+max(0, w%200))
	})
}

func TestWrapLawsOverNastyText(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 4000 {
		checkWrap(t, nastyText(r, r.IntN(80)), 1+r.IntN(24))
	}
}

func BenchmarkWrap32KiB(b *testing.B) {
	words := Clean(strings.Repeat("the limiter keeps its counters in a window that slides ", 600)[:32768])
	for name, m := range measures {
		b.Run("words/"+name, func(b *testing.B) {
			for b.Loop() {
				m.Wrap(words, 72)
			}
		})
	}
	wide := Clean(strings.Repeat("日本語のテキスト👩‍👧 e\u0301", 900)[:32760])
	for name, m := range measures {
		b.Run("wide/"+name, func(b *testing.B) {
			for b.Loop() {
				m.Wrap(wide, 72)
			}
		})
	}
}

func BenchmarkClean32KiB(b *testing.B) {
	for name, text := range map[string]string{
		"ascii":   strings.Repeat("plain text of a message\n", 1400)[:32768],
		"mixed":   strings.Repeat("größer → 日本語 👩‍👧 text\n", 900)[:32768],
		"hostile": strings.Repeat("\x1b[31m\u202e\t\x00", 4000)[:32768],
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Clean(text)
			}
		})
	}
}
