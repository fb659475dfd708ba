package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"
)

// kept is a folder of small files, one for each room, that only the user can read. It is made when the
// first file is. Without a folder there is nothing, and nothing can be kept.
type kept struct{ dir, suffix string }

// path is a file name that any room's name is safe as.
func (k kept) path(room string) string {
	sum := sha256.Sum256([]byte(room))
	return filepath.Join(k.dir, hex.EncodeToString(sum[:12])+k.suffix)
}

func (k kept) load(room string) (string, error) {
	if k.dir == "" {
		return "", nil
	}
	data, err := os.ReadFile(k.path(room))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read %s: %w", k.dir, cause(err))
	}
	return string(data), nil
}

// save writes the whole file or leaves the old one; no text removes it.
func (k kept) save(room, text string) error {
	if k.dir == "" {
		if text != "" {
			return errors.New("keep a text: there is no home folder")
		}
		return nil
	}
	path := k.path(room)
	if text == "" {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("clear %s: %w", k.dir, cause(err))
		}
		return nil
	}
	if err := os.MkdirAll(k.dir, 0o700); err != nil {
		return fmt.Errorf("make %s: %w", k.dir, cause(err))
	}
	file, err := os.CreateTemp(k.dir, ".new-*")
	if err != nil {
		return fmt.Errorf("write into %s: %w", k.dir, cause(err))
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return fmt.Errorf("write into %s: %w", k.dir, err)
	}
	return nil
}

// mostAside bounds the files that are set aside for one room; the next one takes the place of the last.
const mostAside = 20

// setAside puts the file of a room where no save overwrites it, and tells where. What was set aside before
// stays.
func (k kept) setAside(room string) (where string, err error) {
	path := k.path(room)
	for n := 1; n <= mostAside; n++ {
		where = path + ".bad"
		if n > 1 {
			where += strconv.Itoa(n)
		}
		if _, err := os.Lstat(where); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err := os.Rename(path, where); err != nil {
		return "", fmt.Errorf("set %s aside: %w: %w", path, errNotAside, cause(err))
	}
	return where, nil
}

// errNotAside says that a file that cannot be read stays where it is.
var errNotAside = errors.New("it could not be renamed")

// loadSound is load, but sets a file aside that cannot be read or is not sound, and says so in the error.
func (k kept) loadSound(room string, sound func(text string) error) (string, error) {
	text, err := k.load(room)
	if err == nil && text != "" {
		err = sound(text)
	}
	if err == nil {
		return text, nil
	}
	where, failed := k.setAside(room)
	if failed != nil {
		return "", errors.Join(err, failed)
	}
	return "", fmt.Errorf("%w; it is set aside as %s", err, where)
}

// soundText says why a text cannot be one that was written.
func soundText(text string) error {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return errors.New("the file is damaged")
	}
	return nil
}

// adopt has what is kept under an older key kept under a newer one, unless something is there already.
func (k kept) adopt(before, now string) error {
	if k.dir == "" || before == "" || before == now {
		return nil
	}
	if _, err := os.Lstat(k.path(now)); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.Rename(k.path(before), k.path(now)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("take over what is kept in %s: %w", k.dir, cause(err))
	}
	return nil
}

// drafts keeps unsent text between runs.
type drafts struct {
	kept
	places *places // nil where no other program keeps any
}

// Load returns the draft of a room, "" where there is none.
func (d drafts) Load(room string) (string, error) { return d.load(room) }

// Save keeps the draft of a room; "" forgets it.
func (d drafts) Save(room, text string) error {
	if err := d.save(room, text); err != nil || d.places == nil {
		return err
	}
	return d.places.saved(room)
}

// Beside returns what other programs left that kept drafts of the same seat and have ended. It is gone from
// there with the next Save, which has to hold it.
func (d drafts) Beside(room string) ([]string, error) {
	if d.places == nil {
		return nil, nil
	}
	return d.places.beside(room)
}

// SetAside puts a draft that cannot be read where no save overwrites it, and tells where.
func (d drafts) SetAside(room string) (where string, err error) { return d.setAside(room) }

// marks keeps how far each room was read.
type marks struct{ kept }

// Load returns the last sequence marked as read, 0 where there is none.
func (m marks) Load(room string) (int64, error) {
	text, err := m.load(room)
	if err != nil || text == "" {
		return 0, err
	}
	sequence, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the read mark of %s is damaged: %w", room, err)
	}
	return sequence, nil
}

// Save marks everything up to a sequence as read.
func (m marks) Save(room string, sequence int64) error {
	return m.save(room, strconv.FormatInt(sequence, 10))
}

// copies keeps the last text that was too large for the terminal's clipboard in one file, and says
// which; nil without a folder.
func copies(dir string) func(text string) (where string, err error) {
	if dir == "" {
		return nil
	}
	k := kept{filepath.Join(dir, "copies"), ".txt"}
	return func(text string) (string, error) {
		const last = "copy"
		return k.path(last), k.save(last, text)
	}
}
