package client

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"earshot/client/wire"
)

// StoredSeat is a seat taken earlier, with its token.
type StoredSeat struct {
	URL   string
	Seat  wire.Seat
	Token Token
	Saved time.Time
}

// storedJSON is a seat's file; it alone holds the token in clear.
type storedJSON struct {
	URL   string    `json:"url"`
	Seat  wire.Seat `json:"seat"`
	Token string    `json:"token"`
	Saved time.Time `json:"saved"`
}

// Store keeps seats with their tokens: a folder only the user can enter, a file (mode 0600) for each seat, written whole or
// not at all, so that several programs can use it at once without a lock.
type Store struct {
	dir    string
	now    func() time.Time
	create func(dir, pattern string) (*os.File, error) // a new file that only the user can read
}

// OpenStore uses dir, which is made when the first seat is saved; a folder that does not exist holds no seats.
func OpenStore(dir string) (*Store, error) {
	if dir == "" {
		return nil, &Problem{What: "There is no folder to keep seats in.", Do: "Set XDG_STATE_HOME or HOME.", Exit: ExitUsage}
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, &Problem{What: fmt.Sprintf("Seats cannot be kept in %s: it is no folder.", dir), Do: "Move it away, or set XDG_STATE_HOME.", Exit: ExitUsage}
	}
	return &Store{dir, time.Now, os.CreateTemp}, nil
}

// ErrNoSeat says that no seat is kept for a room.
var ErrNoSeat = errors.New("no seat is kept for this room")

// Seat gives the stored seat of a room: the only one, or the one called name (without case). Where several are kept and none
// is named, the Problem lists them; ErrNoSeat where there is none.
func (s *Store) Seat(url, name string) (StoredSeat, error) {
	all, err := s.List()
	if err != nil {
		return StoredSeat{}, err
	}
	var found []StoredSeat
	var names []string
	for _, seat := range all {
		if seat.URL == url && (name == "" || strings.EqualFold(seat.Seat.Name, name)) {
			found, names = append(found, seat), append(names, printable(seat.Seat.Name))
		}
	}
	switch len(found) {
	case 0:
		return StoredSeat{}, ErrNoSeat
	case 1:
		return found[0], nil
	}
	return StoredSeat{}, usage(fmt.Sprintf("You have several seats in this room: %s.", strings.Join(names, ", ")), "Say which one with --as SEAT.")
}

// Token gives the token of the seat that Seat gives.
func (s *Store) Token(url, name string) (Token, error) {
	seat, err := s.Seat(url, name)
	return seat.Token, err
}

// Save keeps a seat, in the place of one with the same name in the same room.
func (s *Store) Save(url string, seat wire.Seat, token Token) error {
	data, err := json.MarshalIndent(storedJSON{url, seat, token.Reveal(), s.now().UTC().Truncate(time.Second)}, "", "  ")
	if err == nil {
		err = os.MkdirAll(s.dir, 0o700)
	}
	if err == nil {
		err = writeWhole(s.path(url, seat.Name), append(data, '\n'))
	}
	if err != nil {
		return &Problem{What: fmt.Sprintf("The seat cannot be kept in %s: %s.", s.dir, reasonOf(err)),
			Do: "Make the folder writable, or set XDG_STATE_HOME to one that is.", Err: err, Exit: ExitUsage}
	}
	return nil
}

// reserved is how many bytes Reserve makes sure of: more than a seat's file ever takes.
const reserved = 16 << 10

// Reserve makes sure that a seat can be saved, before it is taken: it writes as much as that takes, and release gives the room
// for it back. A token that cannot be kept is lost.
func (s *Store) Reserve() (release func() error, err error) {
	var f *os.File
	if err = os.MkdirAll(s.dir, 0o700); err == nil {
		f, err = s.create(s.dir, ".probe-*")
	}
	if err == nil {
		if _, err = f.Write(make([]byte, reserved)); err == nil {
			err = f.Sync()
		}
		err = errors.Join(err, f.Close())
		release = func() error { return os.Remove(f.Name()) }
		if err != nil {
			err = errors.Join(err, release())
		}
	}
	if err != nil {
		return nil, &Problem{What: fmt.Sprintf("Seats cannot be kept in %s: %s.", s.dir, reasonOf(err)),
			Do: "No seat was taken. Make the folder writable and see that the disk is not full, or set XDG_STATE_HOME to a folder that can be written.", Err: err, Exit: ExitUsage}
	}
	return release, nil
}

// List gives all seats kept, by URL, then name. Files that are no seats are passed over; one with a seat that other users can
// read is a Problem.
func (s *Store) List() ([]StoredSeat, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, filePrivateProblem("folder of seats", s.dir, err)
	}
	var seats []StoredSeat
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".seat" || e.IsDir() {
			continue
		}
		path := filepath.Join(s.dir, e.Name())
		data, err := readPrivate(path)
		if errors.Is(err, fs.ErrNotExist) { // removed meanwhile
			continue
		}
		if err != nil {
			return nil, filePrivateProblem("seat", path, err)
		}
		var j storedJSON
		if json.Unmarshal(data, &j) != nil || j.URL == "" || j.Token == "" {
			continue
		}
		seats = append(seats, StoredSeat{j.URL, j.Seat, Token(j.Token), j.Saved})
	}
	slices.SortFunc(seats, func(a, b StoredSeat) int {
		return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.Seat.Name, b.Seat.Name))
	})
	return seats, nil
}

// Remove forgets a seat; one that is not kept is no error.
func (s *Store) Remove(url, name string) error {
	if err := os.Remove(s.path(url, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return filePrivateProblem("seat", s.path(url, name), err)
	}
	return nil
}

// path names a seat's file by a hash: names may hold anything, file systems may not.
func (s *Store) path(url, name string) string {
	sum := sha256.Sum256([]byte(url + "\n" + strings.ToLower(name)))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:12])+".seat")
}

// writeWhole writes a file that only the owner can read, so that it is there whole or not at all, also after a crash.
func writeWhole(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
