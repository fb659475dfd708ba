package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/gofrs/flock"
)

// mostPlaces is how many programs keep the drafts of one seat apart at once.
const mostPlaces = 32

// places lets several programs be open on one seat: each keeps its drafts in the first place that no other
// program holds, so that none writes over what another one keeps. A program that ended, however it ended,
// holds nothing any more; what it left in a place is handed to the next one that begins.
//
// It is safe for several goroutines.
type places struct {
	kept         // the drafts
	locks string // the folder of the locks
	mu    sync.Mutex
	held  map[string]*draftPlace // by key of the drafts
}

// draftPlace is where this program keeps drafts.
type draftPlace struct {
	seat   string
	n      int
	lock   *flock.Flock
	others []left
}

// left is a place that another program has left, held until what stands in it is kept in our own.
type left struct {
	key  string
	lock *flock.Flock
}

func newPlaces(drafts kept, locks string) *places {
	return &places{kept: drafts, locks: locks, held: make(map[string]*draftPlace)}
}

// placeKey is the key of a seat's nth place.
func placeKey(seat string, n int) string {
	if n == 1 {
		return seat
	}
	return seat + "\n" + strconv.Itoa(n)
}

// take finds a place for the drafts of a seat and tells under what key they are kept there; shared says that
// another program has the seat open. Where nothing can be locked, everybody has the first place.
func (p *places) take(seat string) (key string, shared bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := 1; n <= mostPlaces; n++ {
		key := placeKey(seat, n)
		lock, err := p.lock(key)
		switch {
		case err != nil && n == 1:
			p.held[seat] = &draftPlace{seat: seat, n: 1}
			return seat, false, nil
		case err != nil:
			return placeKey(seat, mostPlaces+1), true, err
		case lock != nil:
			p.held[key] = &draftPlace{seat: seat, n: n, lock: lock}
			return key, n > 1, nil
		}
	}
	return placeKey(seat, mostPlaces+1), true, fmt.Errorf("%d programs keep drafts of one seat already", mostPlaces)
}

// lock locks a place; nil where another program holds it.
func (p *places) lock(key string) (*flock.Flock, error) {
	if err := os.MkdirAll(p.locks, 0o700); err != nil {
		return nil, fmt.Errorf("make %s: %w", p.locks, cause(err))
	}
	lock := flock.New(filepath.Join(p.locks, filepath.Base(p.path(key))+".lock"), flock.SetPermissions(0o600))
	held, err := lock.TryLock()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock drafts in %s: %w", p.locks, err), lock.Close())
	}
	if !held {
		return nil, lock.Close()
	}
	return lock, nil
}

// beside reads what programs that ended left in other places of a seat.
func (p *places) beside(key string) (texts []string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	own := p.held[key]
	if own == nil || own.lock == nil {
		return nil, nil
	}
	for n := 1; n <= mostPlaces; n++ {
		other := placeKey(own.seat, n)
		if _, none := os.Lstat(p.path(other)); n == own.n || none != nil {
			continue
		}
		lock, failed := p.lock(other)
		if lock == nil {
			err = errors.Join(err, failed)
			continue
		}
		text, failed := p.loadSound(other, soundText)
		if failed != nil {
			err = errors.Join(err, failed, lock.Close())
			continue
		}
		texts = append(texts, text)
		own.others = append(own.others, left{other, lock})
	}
	return texts, err
}

// saved clears the places that were read beside, once our own holds what stood there.
func (p *places) saved(key string) (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	own := p.held[key]
	if own == nil {
		return nil
	}
	for _, other := range own.others {
		err = errors.Join(err, p.save(other.key, ""), other.lock.Close())
	}
	own.others = nil
	return err
}

// release gives all places back.
func (p *places) release() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, own := range p.held {
		for _, other := range own.others {
			err = errors.Join(err, other.lock.Close())
		}
		if own.lock != nil {
			err = errors.Join(err, own.lock.Close())
		}
	}
	clear(p.held)
	return err
}
