package convention

import (
	"math/bits"
	"strings"
)

// Secrets returns where the text holds credentials: private key blocks,
// tokens with well-known prefixes, and the tokens of rooms themselves. The
// spans are sorted and disjoint. Whoever shows or keeps the text masks them.
func Secrets(text string) []Span {
	var found []Span
	blocks := strings.Contains(text, keyBegin[len("-----"):]) // quicker found without the dashes
	for i := 0; i < len(text); {
		if !blocks {
			if i = stretch(text, i); i == len(text) {
				return found
			}
		}
		if !isIDByte(text[i]) {
			i++
			continue
		}
		end := i + 1
		for end < len(text) && isIDByte(text[end]) {
			end++
		}
		if end-i < shortestRun && text[i] != '-' && !goesOn(text, end) {
			i = end
			continue
		}
		if sp, ok := secretIn(text, i, end); ok {
			found = append(found, sp)
			end = sp.End
		}
		i = end
	}
	return found
}

// shortestRun is shorter than any token that is one run of such bytes.
const shortestRun = 18

// stretch returns the first offset from i on where shortestRun bytes stand in a
// row that a token may hold, or the length of the text. It looks at the last of
// them first, because most words are short: eight at once for a space, the sign
// that most often ends a run, then byte by byte. A key block has white space in it
// and is not found so.
func stretch(text string, i int) int {
	for i+shortestRun <= len(text) {
		last := i + shortestRun - 1
		if at := lastSpace(text[last-7 : last+1]); at >= 0 {
			i = last - 7 + at + 1
			continue
		}
		for last >= i && byteClass[text[last]]&(digitByte|letterByte|joinByte|tailByte) != 0 {
			last--
		}
		if last < i {
			return i
		}
		i = last + 1
	}
	return len(text)
}

// lastSpace returns where the last space of the eight bytes stands, or -1. A byte
// of x is zero where one does, and only there its top bit is set in zero.
func lastSpace(s string) int {
	const each, low = 0x0101010101010101, 0x7F7F7F7F7F7F7F7F
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	x ^= ' ' * each
	zero := ^((x&low + low) | x | low)
	return 7 - bits.LeadingZeros64(zero)/8
}

// goesOn reports whether a token may go on past the end of a run.
func goesOn(text string, end int) bool {
	return end < len(text) && byteClass[text[end]]&tailByte != 0
}

// deepestSecret is how far into a run such as KEY_ghp_… a token may start.
// Without a bound, a long run of prefixes would be read over and over.
const deepestSecret = 24

// secretIn finds the first credential that starts in the run of word bytes,
// '_' and '-' from i to end, where a word does.
func secretIn(text string, i, end int) (Span, bool) {
	if n := secretAt(text[i:]); n > 0 {
		return Span{i, i + n}, true
	}
	for at := i + 1; at < end && at <= i+deepestSecret; at++ {
		if isAlnum(text[at-1]) {
			continue
		}
		if n := secretAt(text[at:]); n > 0 {
			return Span{at, at + n}, true
		}
	}
	return Span{}, false
}

// secretPrefix is a prefix that only tokens of one maker have.
type secretPrefix struct {
	prefix string
	least  int    // how many characters follow at least
	extra  string // what may follow beside letters and digits
}

// secretPrefixes are tried where their first two bytes, which [secretAt]
// lists, stand at the start of a word.
var secretPrefixes = [...]secretPrefix{
	{"rit_", 16, "_-"}, {"sni_", 16, "_-"}, {"obs_", 16, "_-"}, {"opr_", 16, "_-"}, {"rmt_", 16, "_-"}, {"snk_", 16, "_-"},
	{"AKIA", 16, ""}, {"ASIA", 16, ""}, {"AIza", 35, "_-"},
	{"ghp_", 30, ""}, {"gho_", 30, ""}, {"ghu_", 30, ""}, {"ghs_", 30, ""}, {"ghr_", 30, ""}, {"github_pat_", 30, "_"},
	{"glpat-", 20, "_-"}, {"gldt-", 20, "_-"}, {"glrt-", 20, "_-"},
	{"xoxb-", 20, "-"}, {"xoxp-", 20, "-"}, {"xoxa-", 20, "-"}, {"xoxr-", 20, "-"}, {"xoxs-", 20, "-"}, {"xapp-", 20, "-"},
	{"sk-ant-", 20, "_-"}, {"sk-proj-", 20, "_-"}, {"sk-or-", 20, "_-"}, {"sk-", 32, ""},
	{"sk_live_", 16, ""}, {"sk_test_", 16, ""}, {"rk_live_", 16, ""}, {"whsec_", 24, "+/="},
	{"npm_", 30, ""}, {"pypi-", 50, "_-"}, {"hf_", 30, ""}, {"SG.", 40, "._-"}, {"dop_v1_", 40, ""}, {"shpat_", 30, ""},
	{"ya29.", 30, "_-"}, {"AGE-SECRET-KEY-1", 40, ""}, {"xai-", 40, ""}, {"gsk_", 40, ""},
}

// shortestSecret is shorter than any credential, in bytes.
const shortestSecret = 20

// secretAt returns the length of the credential that s starts with, or 0.
func secretAt(s string) int {
	if len(s) < shortestSecret {
		return 0
	}
	switch uint(s[0])<<8 | uint(s[1]) {
	case '-'<<8 | '-':
		return keyBlock(s)
	case 'e'<<8 | 'y':
		return webToken(s)
	case 'r'<<8 | 'i', 's'<<8 | 'n', 'o'<<8 | 'b', 'o'<<8 | 'p', 'r'<<8 | 'm', 'A'<<8 | 'K', 'A'<<8 | 'S', 'A'<<8 | 'I', 'A'<<8 | 'G',
		'g'<<8 | 'h', 'g'<<8 | 'i', 'g'<<8 | 'l', 'g'<<8 | 's', 'x'<<8 | 'o', 'x'<<8 | 'a', 's'<<8 | 'k', 'r'<<8 | 'k', 'w'<<8 | 'h',
		'n'<<8 | 'p', 'p'<<8 | 'y', 'h'<<8 | 'f', 'S'<<8 | 'G', 'd'<<8 | 'o', 's'<<8 | 'h', 'y'<<8 | 'a':
	default:
		return 0
	}
	for i := range secretPrefixes {
		x := &secretPrefixes[i]
		if s[0] != x.prefix[0] || !strings.HasPrefix(s, x.prefix) {
			continue
		}
		end := len(x.prefix)
		for end < len(s) && (isAlnum(s[end]) || strings.IndexByte(x.extra, s[end]) >= 0) {
			end++
		}
		if end-len(x.prefix) >= x.least && mixed(s[len(x.prefix):end]) {
			return end
		}
	}
	return 0
}

// mixed reports whether the text is no plain word: it holds a digit, or
// letters of both cases.
func mixed(s string) bool {
	var lowers, uppers, numbers bool
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isDigit(c):
			numbers = true
		case c >= 'a' && c <= 'z':
			lowers = true
		case c >= 'A' && c <= 'Z':
			uppers = true
		}
	}
	return numbers || lowers && uppers
}

const (
	keyBegin = "-----BEGIN "
	keyEnd   = "-----END "
	keyTail  = "PRIVATE KEY-----"
	pgpTail  = "PRIVATE KEY BLOCK-----"
)

// keyBlock reads a PEM or OpenPGP private key, to its end or to the end of
// the text where that is cut off.
func keyBlock(s string) int {
	if !strings.HasPrefix(s, keyBegin) {
		return 0
	}
	head := keyLabel(s[len(keyBegin):])
	if head == 0 {
		return 0
	}
	at := len(keyBegin) + head
	for {
		i := strings.Index(s[at:], keyEnd)
		if i < 0 {
			return len(strings.TrimRight(s, " \t\r\n"))
		}
		at += i + len(keyEnd)
		if tail := keyLabel(s[at:]); tail > 0 {
			return at + tail
		}
	}
}

// keyLabel reads "RSA PRIVATE KEY-----" and the like and returns its length,
// or 0.
func keyLabel(s string) int {
	const longest = 40
	for _, tail := range [...]string{keyTail, pgpTail} {
		if i := strings.Index(s[:min(len(s), longest+len(tail))], tail); i >= 0 && strings.IndexByte(s[:i], '\n') < 0 {
			return i + len(tail)
		}
	}
	return 0
}

// webToken reads a JSON Web Token: three parts of base64url, the first two of
// which are JSON objects.
func webToken(s string) int {
	if !strings.HasPrefix(s, "eyJ") {
		return 0
	}
	first := base64Run(s)
	if first < 10 || !strings.HasPrefix(s[first:], ".eyJ") {
		return 0
	}
	second := first + 1 + base64Run(s[first+1:])
	if second >= len(s) || s[second] != '.' {
		return 0
	}
	third := base64Run(s[second+1:])
	if third < 10 {
		return 0
	}
	return second + 1 + third
}

func base64Run(s string) int {
	n := 0
	for n < len(s) && (isIDByte(s[n])) {
		n++
	}
	return n
}
