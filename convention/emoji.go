package convention

import "unicode/utf8"

const (
	variationEmoji = '\uFE0F'
	keycap         = '\u20E3'
	joiner         = '\u200D'
)

// emojiLen returns the length in bytes of the emoji that s starts with, with
// its modifiers and what is joined to it, or 0.
func emojiLen(s string) int {
	if s != "" && isAlpha(s[0]) {
		return 0 // like most lines
	}
	n := 0
	for {
		size := emojiRune(s[n:])
		if size == 0 {
			break
		}
		n += size
	}
	return n
}

// emojiRune returns the length of one emoji, of a modifier of the one before
// it, or of a keycap such as 1️⃣.
func emojiRune(s string) int {
	if s == "" {
		return 0
	}
	if s[0] < utf8.RuneSelf {
		return keycapLen(s)
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r >= 0x1F000 && r <= 0x1FAFF, // pictographs, flags, skin tones
		r >= 0x2600 && r <= 0x27BF, // symbols and dingbats
		r >= 0x23E9 && r <= 0x23FA, r == 0x231A, r == 0x231B,
		r >= 0x2B05 && r <= 0x2B07, r == 0x2B1B, r == 0x2B1C, r == 0x2B50, r == 0x2B55,
		r == variationEmoji, r == joiner:
		return size
	}
	return 0
}

func keycapLen(s string) int {
	if !isDigit(s[0]) && s[0] != '#' && s[0] != '*' {
		return 0
	}
	n := 1
	r, size := utf8.DecodeRuneInString(s[n:])
	if r == variationEmoji {
		n += size
		r, size = utf8.DecodeRuneInString(s[n:])
	}
	if r != keycap {
		return 0
	}
	return n + size
}
