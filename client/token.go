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
