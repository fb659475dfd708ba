package hall

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	"earshot/cmd/internal/room/engine"
)

// Class is what a token is for; it is the token's prefix.
type Class string

// Classes of tokens.
const (
	Invite   Class = "rit_" // may take a seat
	SeatKey  Class = "sni_" // reads, and posts as one seat
	Observer Class = "obs_" // reads and appears nowhere
	Operator Class = "opr_" // mutes, removes, stops
)

// tokenHash is what is kept of a token. Tokens hold 256 random bits, so that a plain hash does.
type tokenHash [sha256.Size]byte

func hashToken(token string) tokenHash { return sha256.Sum256([]byte(token)) }

func (h tokenHash) String() string { return hex.EncodeToString(h[:]) }

// newToken makes a token of a class: the prefix and 43 characters of base64url.
func newToken(rand io.Reader, class Class) (string, error) {
	var secret [32]byte
	if _, err := io.ReadFull(rand, secret[:]); err != nil {
		return "", fmt.Errorf("draw a token: %w", err)
	}
	return string(class) + base64.RawURLEncoding.EncodeToString(secret[:]), nil
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// newID makes an identifier without meaning or order: the prefix and 16 characters of base 62.
func newID(rand io.Reader, prefix string) (string, error) {
	id := []byte(prefix)
	var drawn [24]byte
	for len(id) < len(prefix)+16 {
		if _, err := io.ReadFull(rand, drawn[:]); err != nil {
			return "", fmt.Errorf("draw an id: %w", err)
		}
		for _, b := range drawn {
			if b < 248 && len(id) < len(prefix)+16 { // 248 = 4·62: above it the low digits would be likelier
				id = append(id, base62[b%62])
			}
		}
	}
	return string(id), nil
}

// tokenRecord is what the table keeps of a token, under its hash.
type tokenRecord struct {
	Class   Class     `json:"class"`
	Role    string    `json:"role,omitempty"`   // of the seats an invite makes
	Member  string    `json:"member,omitempty"` // whose seat key it is
	Created time.Time `json:"created"`
	Revoked bool      `json:"revoked,omitempty"`
}

// Credential is a token that was found good.
type Credential struct {
	Class  Class
	Role   string // of the seat, or of the seats that an invite makes
	Member string // the seat of a seat key
	hash   tokenHash
}

// Reads tells whether the credential may read the room.
func (c Credential) Reads() bool { return c.Class != Invite }

// Standing is what a token is worth.
type Standing uint8

// Standings.
const (
	Unknown Standing = iota // never issued here
	Good
	Revoked
	Removed // its seat left or was removed
)

// Authenticate looks a token up.
func (h *Hall) Authenticate(token string) (Credential, Standing) {
	hash := hashToken(token)
	h.mu.Lock()
	defer h.mu.Unlock()
	record, found := h.tokens[hash]
	if !found {
		return Credential{}, Unknown
	}
	c := Credential{Class: record.Class, Role: record.Role, Member: record.Member, hash: hash}
	if record.Revoked {
		return c, Revoked
	}
	if c.Class == SeatKey {
		s := h.seats[c.Member]
		if s == nil || s.hidden() {
			return Credential{}, Unknown
		}
		if c.Role = s.record.Role; s.left() {
			return c, Removed
		}
	}
	return c, Good
}

// recognizeTimeout is how long a token waits for the table.
const recognizeTimeout = 2 * time.Second

// Recognize is Authenticate where another server may have written the token down a moment ago: one
// that is not known here is looked up in the table, which all servers share. It costs two requests
// to the engine, so that the caller has to bound how often strangers ask.
func (h *Hall) Recognize(token string) (Credential, Standing) {
	c, standing := h.Authenticate(token)
	if standing != Unknown || !h.config.Engine.Shared() {
		return c, standing
	}
	ctx, cancel := context.WithTimeout(h.running, recognizeTimeout)
	defer cancel()
	hash := hashToken(token)
	h.lookUp(ctx, keyToken+hash.String())
	h.mu.Lock()
	member := h.tokens[hash].Member
	h.mu.Unlock()
	if member != "" {
		h.lookUp(ctx, keySeat+member)
	}
	return h.Authenticate(token)
}

// lookUp takes over what the table says now on one key.
func (h *Hall) lookUp(ctx context.Context, key string) {
	item, found, err := h.table.Get(ctx, key)
	switch {
	case err != nil:
		h.config.Log.Debug("look up a token", "room", h.config.Room, "error", err)
	case found:
		h.apply([]engine.Item{item})
	}
}
