package hall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
)

// nameGrace is how long a reserved name waits for its seat before it counts as left over by a server
// that died in between.
const nameGrace = 30 * time.Second

// nameRecord reserves a name, so that two servers cannot give it to two seats.
type nameRecord struct {
	Member string    `json:"member"`
	At     time.Time `json:"at"`
}

func parseHash(s string) (hash tokenHash, ok bool) {
	decoded, err := hex.DecodeString(s)
	if err != nil || len(decoded) != len(hash) {
		return hash, false
	}
	return tokenHash(decoded), true
}

// Join makes a seat and its token. The error is a *Refusal where the name is bad or taken.
func (h *Hall) Join(ctx context.Context, name, role string) (wire.Seat, string, error) {
	cleaned, why := cleanName(name)
	if why != "" {
		return wire.Seat{}, "", refuse(http.StatusUnprocessableEntity, wire.CodeValidation,
			"The name %s. A seat's name is one token of 1 to 48 characters without white space, comma or '=', and not \"all\" or \"to\".", why)
	}
	if !knownRole(role) {
		return wire.Seat{}, "", fmt.Errorf("join room %s: role %q is neither person nor agent", h.config.Room, role)
	}
	member, err := newID(h.config.Rand, "i_")
	if err != nil {
		return wire.Seat{}, "", err
	}
	if err := h.reserve(ctx, cleaned, member); err != nil {
		return wire.Seat{}, "", err
	}
	record := seatRecord{Member: member, Name: cleaned, Kind: kindInstance, Role: role, Joined: h.moment()}
	if err := h.put(ctx, keySeat+member, record); err != nil {
		return wire.Seat{}, "", err
	}
	token, err := h.Issue(ctx, SeatKey, "", member)
	if err != nil {
		return wire.Seat{}, "", err
	}
	seat, _ := h.Seat(member)
	return seat, token, nil
}

func knownRole(role string) bool { return role == wire.RoleAgent || role == wire.RolePerson }

// moment is now as it is written down: UTC, to the millisecond.
func (h *Hall) moment() time.Time { return h.config.Now().UTC().Truncate(time.Millisecond) }

// reserve takes a name for a member.
func (h *Hall) reserve(ctx context.Context, name, member string) error {
	sum := sha256.Sum256([]byte(foldName(name)))
	key := keyName + hex.EncodeToString(sum[:16])
	record := nameRecord{Member: member, At: h.moment()}
	err := h.swap(ctx, key, record, 0)
	if !errors.Is(err, engine.ErrConflict) {
		return err
	}
	taken := refuse(http.StatusConflict, wire.CodeNameTaken, "The name %s is taken in this room.", name)
	item, found, err := h.table.Get(ctx, key)
	if err != nil || !found {
		return errors.Join(taken, err)
	}
	var holder nameRecord
	if err := read(item, func(r nameRecord) { holder = r }); err != nil {
		return err
	}
	_, seated, err := h.table.Get(ctx, keySeat+holder.Member)
	if err != nil {
		return err
	}
	if seated || h.config.Now().Sub(holder.At) < nameGrace {
		return taken
	}
	if err := h.swap(ctx, key, record, item.Revision); errors.Is(err, engine.ErrConflict) {
		return taken
	} else if err != nil {
		return err
	}
	return nil
}

// Issue makes a token. Role is for invites, member for seat keys.
func (h *Hall) Issue(ctx context.Context, class Class, role, member string) (string, error) {
	token, err := newToken(h.config.Rand, class)
	if err != nil {
		return "", err
	}
	record := tokenRecord{Class: class, Role: role, Member: member, Created: h.moment()}
	if err := h.put(ctx, keyToken+hashToken(token).String(), record); err != nil {
		return "", err
	}
	return token, nil
}

// Reseat gives the seat of a name a new token and ends its old ones. A seat that had left sits again.
func (h *Hall) Reseat(ctx context.Context, name string) (wire.Seat, string, error) {
	if err := h.RevokeSeat(ctx, name); err != nil {
		return wire.Seat{}, "", err
	}
	record, err := h.recordOf(name)
	if err != nil {
		return wire.Seat{}, "", err
	}
	if !record.Left.IsZero() {
		record.Left = time.Time{}
		if err := h.put(ctx, keySeat+record.Member, record); err != nil {
			return wire.Seat{}, "", err
		}
	}
	token, err := h.Issue(ctx, SeatKey, "", record.Member)
	if err != nil {
		return wire.Seat{}, "", err
	}
	seat, _ := h.Seat(record.Member)
	return seat, token, nil
}

// RevokeInvites ends all invites issued so far.
func (h *Hall) RevokeInvites(ctx context.Context) error {
	return h.revoke(ctx, func(r tokenRecord) bool { return r.Class == Invite })
}

// RevokeToken ends one token and closes what was opened with it. It tells whether there was one.
func (h *Hall) RevokeToken(ctx context.Context, token string) (bool, error) {
	hash := hashToken(token)
	h.mu.Lock()
	record, found := h.tokens[hash]
	h.mu.Unlock()
	if !found || record.Revoked {
		return false, nil
	}
	record.Revoked = true
	return true, h.put(ctx, keyToken+hash.String(), record)
}

func (h *Hall) revoke(ctx context.Context, which func(tokenRecord) bool) error {
	h.mu.Lock()
	found := make(map[tokenHash]tokenRecord)
	for hash, record := range h.tokens {
		if !record.Revoked && which(record) {
			found[hash] = record
		}
	}
	h.mu.Unlock()
	for hash, record := range found {
		record.Revoked = true
		if err := h.put(ctx, keyToken+hash.String(), record); err != nil {
			return err
		}
	}
	return nil
}
