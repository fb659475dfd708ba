// Package shape recognises values that name themselves: URLs, hashes and
// paths. Each function judges one token without white space.
package shape

import (
	"strings"

	"earshot/convention/internal/ascii"
)

// Trim takes quotes, brackets and the punctuation of a sentence off both ends
// of a token. The result is a part of the token.
func Trim(token string) string {
	token = strings.TrimLeft(token, "\"'`<([{“‘")
	return strings.TrimRight(token, "\"'`>)]},.;:!?”’")
}

// URL reports whether the token is an http or https URL with a host.
func URL(token string) bool {
	host, ok := cutScheme(token)
	return ok && (ascii.Alnum(host[0]) || host[0] == '[' || host[0] >= 0x80)
}

// cutScheme returns what follows the scheme; it is not empty where there is
// one.
func cutScheme(token string) (string, bool) {
	for _, scheme := range [...]string{"https://", "http://"} {
		if len(token) > len(scheme) && strings.EqualFold(token[:len(scheme)], scheme) {
			return token[len(scheme):], true
		}
	}
	return token, false
}

// Hash reports whether the token is 7 to 40 hexadecimal digits with at least
// one letter and one digit among them.
func Hash(token string) bool {
	if len(token) < 7 || len(token) > 40 {
		return false
	}
	var letter, digit bool
	for i := 0; i < len(token); i++ {
		switch c := token[i]; {
		case c >= '0' && c <= '9':
			digit = true
		case c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
			letter = true
		default:
			return false
		}
	}
	return letter && digit
}

// LongHash reports whether the token is a hexadecimal digest longer than a
// commit hash: 41 to 128 digits.
func LongHash(token string) bool {
	return len(token) > 40 && len(token) <= 128 && Hash(token[:40]) && Hash(token[len(token)-40:])
}

// Path reports whether the token is a file or folder path, or a branch name
// with a slash in it. Ratios and pairs of words such as 3/4 or and/or are not.
func Path(token string) bool {
	if token == "" || strings.Contains(token, "://") {
		return false
	}
	if rooted(token) {
		return len(token) > 2
	}
	if len(token) > 3 && ascii.Letter(token[0]) && token[1] == ':' && token[2] == '\\' {
		return true
	}
	slashes := 0
	start := 0
	for i := 0; i <= len(token); i++ {
		if i < len(token) && token[i] != '/' {
			continue
		}
		if i < len(token) {
			slashes++
		}
		if !segment(token[start:i]) && i < len(token) {
			return false
		}
		start = i + 1
	}
	last := token[strings.LastIndexByte(token, '/')+1:]
	switch {
	case extension(last):
		return true
	case slashes == 0:
		return false
	case last == "" || slashes > 1:
		return true
	}
	return segment(last) && !wordPair(token)
}

func rooted(token string) bool {
	for _, root := range [...]string{"./", "../", "~/"} {
		if strings.HasPrefix(token, root) {
			return true
		}
	}
	return token[0] == '/' && len(token) > 1 && (ascii.Alnum(token[1]) || token[1] == '_' || token[1] == '.' || token[1] >= 0x80)
}

// segment reports whether s may stand between two slashes: it starts with a
// letter, a dot, an underscore or an at sign and holds no other punctuation
// than names do.
func segment(s string) bool {
	if s == "" {
		return false
	}
	letter := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case ascii.Letter(c) || c >= 0x80:
			letter = true
		case ascii.Digit(c) || strings.IndexByte("._-@+*[]", c) >= 0:
		default:
			return false
		}
	}
	return letter || s[0] == '.' || s[0] == '*'
}

// extension reports whether the last segment ends in a dot and a short
// extension that starts with a letter, as in limit.ts.
func extension(s string) bool {
	dot := strings.LastIndexByte(s, '.')
	if dot < 0 || !segment(s) || dot == len(s)-1 || len(s)-dot > 9 || !ascii.Letter(s[dot+1]) {
		return false
	}
	if dot == 0 {
		return true
	}
	for i := dot + 1; i < len(s); i++ {
		if !ascii.Alnum(s[i]) {
			return false
		}
	}
	return ascii.Alnum(s[dot-1]) || s[dot-1] == '_' || s[dot-1] == '-' || s[dot-1] >= 0x80
}

// wordPair reports whether the token is one of the pairs of words that are
// written with a slash and are no path.
func wordPair(token string) bool {
	switch strings.ToLower(token) {
	case "and/or", "either/or", "yes/no", "no/yes", "n/a", "w/o", "on/off", "pass/fail", "input/output", "i/o",
		"read/write", "client/server", "true/false", "before/after", "tcp/ip", "ci/cd", "his/her", "he/she", "s/he",
		"start/stop", "up/down", "in/out", "a/b", "req/min", "req/s", "ops/s", "mb/s", "gb/s", "kb/s", "km/h", "m/s":
		return true
	}
	return false
}
