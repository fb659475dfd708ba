package client

import (
	"time"

	"earshot/client/wire"
)

// StoredSeat is a seat taken earlier.
type StoredSeat struct {
	URL   string
	Seat  wire.Seat
	Token Token
	Saved time.Time
}

// Store keeps seats with their tokens in a folder that only the user can read.
type Store struct{ dir string }

// OpenStore uses dir, which is made when the first seat is saved.
func OpenStore(dir string) (*Store, error) { return &Store{dir}, nil }

// Token gives the token of the stored seat of a room: the one seat kept, or the one called name. Its errors are Problems.
func (s *Store) Token(url, name string) (Token, error) { return "", nil }

// Save keeps a seat.
func (s *Store) Save(url string, seat wire.Seat, token Token) error { return nil }

// List gives all seats kept, by URL, then name.
func (s *Store) List() ([]StoredSeat, error) { return nil, nil }

// Remove forgets a seat.
func (s *Store) Remove(url, name string) error { return nil }
