package hall

import (
	"context"

	"earshot/client/wire"
)

// olderNotices is how many words on messages that a returning reader holds already it is told again:
// counts and verdicts may have changed while it was away.
const olderNotices = 256

// frameBytes is what the messages of one frame may take, so that with its brackets it is a page.
const frameBytes = wire.PageBytes - 1024

// Reader is one reader's place in the room. It belongs to one goroutine.
type Reader struct {
	hall     *Hall
	position int64
	version  uint64
	live     bool
}

// Reader places a reader after a sequence and tells the seats as they are at that moment; what
// changes from then on, it will hear. A sequence beyond the end counts as 0.
func (h *Hall) Reader(after int64) (*Reader, []wire.Seat) {
	if after < 0 || after > h.Last() {
		after = 0
	}
	version := h.notices.now()
	return &Reader{hall: h, position: after, version: version}, h.Seats()
}

// Position is the sequence of the last message handed out.
func (r *Reader) Position() int64 { return r.position }

// Changed returns a channel that is closed when there is more.
func (r *Reader) Changed() <-chan struct{} { return r.hall.Changed() }

// Notices returns what was said since the last call, oldest first, and the sequence up to which
// messages have to be handed out before it is sent. The first call adds what is known about the
// messages that the reader is about to get.
func (r *Reader) Notices() ([]Notice, int64) {
	said, version := r.hall.notices.since(r.version)
	r.version = version
	if !r.live {
		r.live = true
		known, _ := r.hall.notices.about(r.position, olderNotices)
		seats := said[:0]
		for _, n := range said {
			if n.Seat != nil {
				seats = append(seats, n)
			}
		}
		said = append(seats, known...)
	}
	return said, r.hall.Last()
}

// Next returns the messages that follow, at most a page of them, none where the reader is at the end.
func (r *Reader) Next(ctx context.Context) ([]*Entry, error) {
	entries, err := r.hall.After(ctx, r.position, wire.PageMessages, frameBytes)
	if err == nil && len(entries) > 0 {
		r.position = entries[len(entries)-1].Sequence
	}
	return entries, err
}
