package client

import (
	"log/slog"
	"strings"
)

// Token is a credential. It prints, logs and encodes as its kind alone ("sni_…"); Reveal gives it to what must send or store it.
type Token string

// Reveal gives the secret itself.
func (t Token) Reveal() string { return string(t) }

// String gives the kind of the token, never the token.
func (t Token) String() string {
	if t == "" {
		return ""
	}
	kind, _, ok := strings.Cut(string(t), "_")
	if !ok || len(kind) > 4 {
		return "…"
	}
	return kind + "_…"
}

// GoString is String.
func (t Token) GoString() string { return t.String() }

// LogValue is String.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.String()) }

// MarshalText is String, so that no encoder writes the token by accident.
func (t Token) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Redact cuts everything in s that looks like a token down to its kind.
func Redact(s string) string {
	var b strings.Builder
	for {
		i, n := findToken(s)
		if n == 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		b.WriteString(Token(s[i : i+n]).String())
		s = s[i+n:]
	}
}

// kinds are the prefixes of tokens of this protocol and of SharedNet.
var kinds = [...]string{"rit_", "sni_", "obs_", "opr_", "rmt_", "snk_", "clp_", "afk_", "shr_"}

// minSecret is the length from which a run of token characters behind a prefix is taken for a secret.
const minSecret = 8

// findToken gives the place and length of the first token in s, length 0 for none.
func findToken(s string) (start, length int) {
	for i := range len(s) {
		if i > 0 && isTokenByte(s[i-1]) || s[i] < 'a' || s[i] > 's' {
			continue
		}
		for _, kind := range kinds {
			if !strings.HasPrefix(s[i:], kind) {
				continue
			}
			n := len(kind)
			for i+n < len(s) && isTokenByte(s[i+n]) {
				n++
			}
			if n-len(kind) >= minSecret {
				return i, n
			}
		}
	}
	return 0, 0
}

func isTokenByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}
