package main

import (
	"crypto/sha256"
	"encoding/hex"

	"earshot/client"
)

// keptSeat says under what the things are kept that belong to one seat of a source.
type keptSeat struct {
	key    string
	member string // the seat's id; "" where only the room knows it
	// before is under what they were kept when seats were not told apart, where
	// that can be no other seat's; else "".
	before string
}

// keptSeat finds out whose seat a source is opened with, as far as that is known without asking the room.
// Two seats of a room never get one key.
func (p process) keptSeat(from *opened, tokenFile, as string) (keptSeat, error) {
	plain := keptSeat{key: from.name}
	if as != "" {
		plain.key += " as " + as
	}
	if from.source.Kind != client.Room && from.source.Kind != client.SharedNet {
		return plain, nil
	}
	given, err := p.givenToken(tokenFile)
	if err != nil {
		return plain, err
	}
	store, err := client.OpenStore(p.folders.seatsFolder())
	if err != nil {
		return plain.of(given, as), nil // a token that is given needs no folder
	}
	all, err := store.List()
	if err != nil {
		return plain, err
	}
	here := 0
	for _, s := range all {
		if s.URL == from.source.URL {
			here++
		}
	}
	if given != "" {
		for _, s := range all {
			if s.URL == from.source.URL && s.Token == given {
				return seatOf(from, s, here == 1), nil
			}
		}
		return plain.of(given, as), nil
	}
	if seat, err := store.Seat(from.source.URL, as); err == nil {
		return seatOf(from, seat, here == 1), nil
	}
	return plain, nil
}

// of is the key where a token says who we are and no name does: one way of it, from which nobody gets the
// token.
func (k keptSeat) of(token client.Token, as string) keptSeat {
	if token != "" && as == "" {
		sum := sha256.Sum256([]byte("seat of " + token.Reveal()))
		k.key += " as token " + hex.EncodeToString(sum[:8])
	}
	return k
}

func seatOf(from *opened, seat client.StoredSeat, only bool) keptSeat {
	k := keptSeat{key: from.name + " as " + seat.Seat.Name, member: seat.Seat.MemberID}
	if only {
		k.before = from.name
	}
	return k
}
