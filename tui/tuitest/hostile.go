package tuitest

import "strings"

// Hostile is a text that does something to a terminal or hides itself, where it
// is written as it is. The word EVIL stands in whatever a terminal would take as
// a command, so that a test can look for it there.
type Hostile struct {
	Name string
	Raw  string
	// Sign is what of it stands on the screen, at its start.
	Sign string
}

// HostileTexts are what a message, a name, an error or a file name may hold. All
// are one line, but for the last ones, which are bodies.
func HostileTexts() []Hostile {
	flood := strings.Repeat("\u0301", 200)
	return []Hostile{
		{"kitty graphics", "\x1b_Gf=100;EVIL\x1b\\ after", "^[_Gf=100;EVIL"},
		{"sixel", "\x1bPq#0;2;0;0;0EVIL\x1b\\ after", "^[Pq#0;2;0;0;0EVIL"},
		{"request for an answer", "\x1bP$qmEVIL\x1b\\ \x1b[c \x1b[6n \x1b]11;?\x07 after", "^[P$qmEVIL"},
		{"privacy message", "\x1b^EVIL\x1b\\ after", "^[^EVIL"},
		{"start of string", "\x1bXEVIL\x1b\\ after", "^[XEVIL"},
		{"title without an end", "\x1b]0;EVIL and the rest", "^[]0;EVIL and"},
		{"DCS without an end", "\x1bPEVIL and the rest", "^[PEVIL and"},
		{"clipboard", "\x1b]52;c;RVZJTA==\x07 EVIL", "^[]52;c;RVZJTA==^G"},
		{"reset", "\x1bcEVIL", "^[cEVIL"},
		{"clear and move", "\x1b[2J\x1b[HEVIL", "^[[2J^[[HEVIL"},
		{"colours", "\x1b[31;44mEVIL\x1b[0m", "^[[31;44mEVIL"},
		{"hidden link", "\x1b]8;;http://EVIL.example\x1b\\x\x1b]8;;\x1b\\", "^[]8;;"},
		{"alternate screen", "\x1b[?1049lEVIL\x1b[?25l", "^[[?1049lEVIL"},
		{"backspaces", "EVIL\b\b\b\bgood", "EVIL^H^H^H^Hgood"},
		{"controls", "EVIL\a\v\f\x7f\x00\x0e\x0f", "EVIL^G^K^L^?^@^N^O"},
		{"8-bit controls", "\u009b31mEVIL \u009dEVIL\u009c", "<9b>31mEVIL"},
		{"raw 8-bit controls", "\x9b31mEVIL\x90EVIL\x9c", "\ufffd31mEVIL"},
		{"bidi", "EVIL\u202edlrow\u2066x\u2069\u200f", "EVIL<U+202E>dlrow<U+2066>x"},
		{"zero width", "EV\u200bI\u2060L\ufeff", "EV<U+200B>I<U+2060>L<U+FEFF>"},
		{"tags", "EVIL\U000e0068\U000e0069\U000e007f", "EVIL<tag:hi>"},
		{"separators", "EVIL\u2028b\u2029c\u0085d", "EVIL<U+2028>b<U+2029>c<85>d"},
		{"flood of marks", "e" + flood + "EVIL", "<+192 more>EVIL"},
		{"bytes that are no UTF-8", "EVIL\xff\xfe\xe2\x82 \xed\xa0\x80 \xf5\x80", "EVIL\ufffd\ufffd\ufffd\ufffd"},
		{"wide and combining", "EVIL 漢字かな한글 ไทย é", "EVIL 漢字かな한글"},
		{"emoji", "EVIL 👨‍👩‍👧‍👦 👍🏽 ⚠️ 1️⃣ 🇩🇪 \U0001fabf \U0001fae0 🙂", "EVIL "},
		{"a line of 100,000 characters", "EVIL " + strings.Repeat("long and ", 11_111), "EVIL long and long"},
		{"100,000 characters without a blank", "EVIL" + strings.Repeat("漢", 50_000) + strings.Repeat("x", 50_000), "EVIL漢漢"},
		{"carriage returns", "EVIL hidden\rshown\r\nagain", "EVIL hidden"},
		{"10,000 lines", "EVIL\n" + strings.Repeat("a line\n", 10_000), "EVIL"},
	}
}
