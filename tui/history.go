package tui

import (
	"errors"
	"fmt"
	"slices"

	"earshot/convention"
	"earshot/tui/chrome"
)

// The texts sent from a room are kept between runs up to so many and so many
// bytes; the oldest go first.
const (
	mostSent      = 200
	mostSentBytes = 1 << 20
)

// history is what was sent from a room, oldest first.
type history struct{ texts []string }

// add takes a text in; false where it is not to be kept. One with a credential
// in it never reaches the disk.
func (h *history) add(text string) bool {
	if len(convention.Secrets(text)) > 0 || len(h.texts) > 0 && h.texts[len(h.texts)-1] == text {
		return false
	}
	h.texts = bounded(append(h.texts, text))
	return true
}

// bounded are the latest texts, as many as are kept.
func bounded(texts []string) []string {
	bytes := 0
	for i := len(texts) - 1; i >= 0; i-- {
		if bytes += len(texts[i]); len(texts)-i > mostSent || bytes > mostSentBytes {
			return slices.Clone(texts[i+1:])
		}
	}
	return texts
}

// remember adds a text to the history and keeps it. A disk that has its hands
// full gets it with the next text.
func (m *Model) remember(r *room, text string) {
	if r.history.add(text) && m.keeper.sent != nil && r.kept.loaded {
		m.keeper.offer(keep{room: r.key(), sent: slices.Clone(r.history.texts)})
	}
}

// recallSent takes in what was sent in earlier runs.
func (m *Model) recallSent(r *room, earlier []string, err error) {
	if err != nil {
		m.notify(chrome.Warn, "what was sent before could not be read: "+err.Error())
	}
	safe := slices.DeleteFunc(slices.Clone(earlier), func(text string) bool { return text == "" || len(convention.Secrets(text)) > 0 })
	r.history.texts = bounded(append(safe, r.history.texts...))
	r.composer.SentBefore(safe)
}

// loadDrafts reads what is kept of drafts. What cannot be read, or is damaged, is
// set aside, so that the next draft does not take its place.
func loadDrafts(d Drafts, room string) (string, error) {
	text, err := d.Load(room)
	if err == nil && !damagedDrafts(text) {
		return text, nil
	}
	a, can := d.(DraftsAside)
	switch {
	case !can && err == nil:
		return text, nil // shown as it is
	case err == nil:
		err = errors.New("the file is damaged")
	}
	if !can {
		return "", &unsafeDrafts{err}
	}
	where, failed := a.SetAside(room)
	if failed != nil {
		return "", &unsafeDrafts{errors.Join(err, failed)}
	}
	return "", fmt.Errorf("%w; it is set aside as %s", err, where)
}

// unsafeDrafts says that what is kept can be neither read nor set aside.
type unsafeDrafts struct{ error }

func (u *unsafeDrafts) Unwrap() error { return u.error }
