package render

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostile holds what untrusted text can do to a terminal, as measured on the
// renderer: sequences that are replayed, that swallow the rest of the frame,
// that rewind or restyle it, and text that hides itself.
var hostile = []struct{ name, raw, want string }{
	{"kitty graphics APC", "a\x1b_Gf=100;AAAA\x1b\\b", "a^[_Gf=100;AAAA^[\\b"},
	{"sixel DCS", "\x1bPq#0;2;0;0;0~-\x1b\\", "^[Pq#0;2;0;0;0~-^[\\"},
	{"DECRQSS", "\x1bP$qm\x1b\\", "^[P$qm^[\\"},
	{"PM", "\x1b^secret\x1b\\", "^[^secret^[\\"},
	{"SOS", "\x1bXdata\x1b\\", "^[Xdata^[\\"},
	{"unterminated OSC", "\x1b]0;all the rest", "^[]0;all the rest"},
	{"unterminated DCS", "\x1bPrest", "^[Prest"},
	{"clipboard OSC 52", "\x1b]52;c;aGk=\x07", "^[]52;c;aGk=^G"},
	{"reset", "\x1bc", "^[c"},
	{"SGR", "\x1b[31mred\x1b[0m", "^[[31mred^[[0m"},
	{"hyperlink OSC 8", "\x1b]8;;http://evil\x1b\\x\x1b]8;;\x1b\\", "^[]8;;http://evil^[\\x^[]8;;^[\\"},
	{"bare CR", "hidden\rshown", "hidden\nshown"},
	{"CRLF", "a\r\nb\r\r\nc", "a\nb\n\nc"},
	{"BS", "ab\b\bcd", "ab^H^Hcd"},
	{"BEL in a title", "topic\a", "topic^G"},
	{"VT FF DEL NUL", "\v\f\x7f\x00", "^K^L^?^@"},
	{"C1 CSI", "\u009b31m", "<9b>31m"},
	{"C1 as a raw byte", "\x9b31m", "\ufffd31m"},
	{"NEL", "a\u0085b", "a<85>b"},
	{"bidi override", "abc\u202edcba", "abc<U+202E>dcba"},
	{"bidi isolate", "\u2066x\u2069", "<U+2066>x<U+2069>"},
	{"bidi marks", "\u200e\u200f\u061c", "<U+200E><U+200F><U+061C>"},
	{"zero width", "a\u200bb\u2060c\ufeffd", "a<U+200B>b<U+2060>c<U+FEFF>d"},
	{"zero width joiner in Latin", "a\u200db\u200cc", "a<U+200D>b<U+200C>c"},
	{"tags", "hi\U000e0068\U000e0069\U000e007f", "hi<tag:hi><U+E007F>"},
	{"soft hyphen", "a\u00adb", "a<U+00AD>b"},
	{"separators", "a\u2028b\u2029c", "a<U+2028>b<U+2029>c"},
	{"fillers", "\u3164\u115f\u034f", "<U+3164><U+115F><U+034F>"},
	{"selectors as data", "x\ufe00\U000e0100", "x<U+FE00><U+E0100>"},
	{"graphics placeholder", "\U0010eeee", "<U+10EEEE>"},
	{"interlinear", "\ufff9x\ufffb", "<U+FFF9>x<U+FFFB>"},
	{"bad UTF-8", "a\xff\xfeb\xe2\x82", "a\ufffd\ufffdb\ufffd\ufffd"},
	{"surrogate bytes", "\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
	{"lone mark", "\u0301a", "◌\u0301a"},
	{"mark on a blank", "a \u0301", "a ◌\u0301"},
	{"mark flood", "e" + strings.Repeat("\u0301", 100), "e" + strings.Repeat("\u0301", 8) + "<+92 more>"},
	{"jamo flood", strings.Repeat("\u1100", 40), strings.Repeat("\u1100", 16) + "<+24 more>"},
	{"tab by column", "a\tbc\td\t", "a   bc  d   "},
	{"tab after wide", "日\tx", "日  x"},
	{"emoji ZWJ sequence", "👨\u200d👩\u200d👧\u200d👦", "👨\u200d👩\u200d👧\u200d👦"},
	{"skin tone", "👍🏽", "👍🏽"},
	{"VS16 heart on fire", "❤️\u200d🔥", "❤️\u200d🔥"},
	{"keycap", "1️⃣", "1️⃣"},
	{"VS16 on a letter", "a\ufe0f", "a<U+FE0F>"},
	{"VS16 on a digit", "1\ufe0f", "1<U+FE0F>"},
	{"flag", "🇩🇪", "🇩🇪"},
	{"Persian", "می\u200cخواهم", "می\u200cخواهم"},
	{"Hindi conjunct", "क्\u200dष", "क्\u200dष"},
	{"Thai", "กำ", "กำ"},
	{"accents", "e\u0301 ü", "e\u0301 ü"},
	{"a joiner at the end", "👨\u200d", "👨<U+200D>"},
}

func TestCleanHostile(t *testing.T) {
	for _, h := range hostile {
		if got := Clean(h.raw).String(); got != h.want {
			t.Errorf("%s: Clean(%q) = %q, want %q", h.name, h.raw, got, h.want)
		}
	}
}

func TestCleanLineKeepsOneLine(t *testing.T) {
	for raw, want := range map[string]string{
		"a\nb": "a^Jb", "a\r\nb": "a^Jb", "a\rb": "a^Jb", "plain": "plain", "": "",
	} {
		if got := CleanLine(raw).String(); got != want {
			t.Errorf("CleanLine(%q) = %q, want %q", raw, got, want)
		}
	}
}

func TestCleanCapsLines(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	got := Clean(long + "\nshort\n" + long).String()
	lines := strings.Split(got, "\n")
	if len(lines) != 3 || lines[1] != "short" {
		t.Fatalf("lines: %d", len(lines))
	}
	if n := utf8.RuneCountInString(lines[0]); n > MaxLine {
		t.Errorf("%d code points are left, the limit is %d", n, MaxLine)
	}
	if want := "<+67296 characters cut>"; !strings.HasSuffix(lines[0], want) {
		t.Errorf("line ends in %q, want %q", lines[0][len(lines[0])-40:], want)
	}
	if whole := strings.Repeat("x", MaxLine); Clean(whole).String() != whole {
		t.Error("a line of the greatest lawful size was cut")
	}
}

func TestCleanCostsNothingOnPlainText(t *testing.T) {
	s := strings.Repeat("plain text of a message\n", 100)
	if n := testing.AllocsPerRun(10, func() { Clean(s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

var notes = regexp.MustCompile(`<\+(\d+) (?:more|characters cut)>`)

// checkLaws holds what every cleaned text keeps.
func checkLaws(t *testing.T, raw, got string) {
	t.Helper()
	if !utf8.ValidString(got) {
		t.Fatalf("%q: not UTF-8: %q", raw, got)
	}
	prev := rune(0)
	for _, r := range got {
		switch {
		case r < 0x20 && r != '\n', r == 0x7f, r >= 0x80 && r < 0xa0:
			t.Fatalf("%q: control %U in %q", raw, r, got)
		case unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			t.Fatalf("%q: %U in %q", raw, r, got)
		case unicode.Is(unicode.Cf, r) && !joiner(r), r >= 0xe0000 && r <= 0xe0fff:
			t.Fatalf("%q: %U in %q", raw, r, got)
		case joiner(r) && joiner(prev):
			t.Fatalf("%q: two joiners in a row in %q", raw, got)
		}
		prev = r
	}
	// What is missing is counted in notes. Line breaks may shrink (CRLF).
	shown := utf8.RuneCountInString(got)
	for _, m := range notes.FindAllStringSubmatch(got, -1) {
		n, err := strconv.Atoi(m[1])
		if err == nil {
			shown += n
		}
	}
	if in := utf8.RuneCountInString(strings.ReplaceAll(raw, "\r\n", "\n")); shown < in {
		t.Fatalf("%q: %d code points became %d: %q", raw, in, shown, got)
	}
	if again := Clean(got).String(); again != got {
		t.Fatalf("%q: not idempotent:\n%q\n%q", raw, got, again)
	}
}

func FuzzClean(f *testing.F) {
	for _, h := range hostile {
		f.Add(h.raw)
	}
	f.Add(strings.Repeat("\u0d4e", 40) + "a" + strings.Repeat("\u1160", 40))
	f.Add("👩\u034f\u200d👧" + strings.Repeat("\u200d👧", 30))
	f.Add(strings.Repeat("\u202e", 6000))
	f.Add("र\u200d" + strings.Repeat("\u094d", 20) + "\u200cय")
	f.Fuzz(func(t *testing.T, raw string) {
		checkLaws(t, raw, Clean(raw).String())
		line := CleanLine(raw).String()
		if strings.ContainsRune(line, '\n') {
			t.Fatalf("%q: a line feed in a line", raw)
		}
		checkLaws(t, strings.NewReplacer("\r\n", "^J", "\r", "^J", "\n", "^J").Replace(raw), line)
	})
}

// nasty is an alphabet whose letters change each other's meaning.
var nasty = []string{
	"a", "b ", " ", "\n", "\r", "\r\n", "\t", "\x1b", "\u009b", "\x9b", "<", ">", "1", "#",
	"\u0301", "\u0308", "\u20e3", "\u200d", "\u200c", "\u200b", "\ufe0f", "\ufe0e", "\ufe00", "\u034f",
	"\u202e", "\U000e0041", "\U000e007f", "\U000e0100", "👩", "👨", "🏽", "❤", "🇩", "🇪", "🏴",
	"日", "ｶ", "\uff9f", "กำ", "क", "\u094d", "ष", "\u0903", "ر", "ی", "\u0d4e", "\u0600", "\U000110bd",
	"\u1100", "\u1160", "\u1161", "\u11a8", "가", "မ", "ာ", "\u102b", "\u180e", "ᠠ", "\U0001fae9", "\u3000", "\u00a0",
}

func nastyText(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		piece := nasty[r.IntN(len(nasty))]
		times := 1
		if r.IntN(6) == 0 {
			times = 1 + r.IntN(24)
		}
		b.WriteString(strings.Repeat(piece, times))
	}
	return b.String()
}

func TestCleanLawsOverNastyText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		raw := nastyText(r, 1+r.IntN(60))
		checkLaws(t, raw, Clean(raw).String())
	}
	for range 3 {
		raw := nastyText(r, 200_000)
		raw = strings.NewReplacer("\n", "", "\r", "").Replace(raw)
		checkLaws(t, raw, Clean(raw).String())
	}
}
