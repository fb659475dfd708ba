package hall

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
)

// Keys of the room's table. Those that end in a dot are followed by what they are about.
const (
	keyRoom    = "room"
	keyPause   = "pause"
	keyHigh    = "high"
	keySeat    = "seat."
	keyName    = "name."
	keyToken   = "token."
	keyMark    = "mark."
	keyRepeat  = "repeat."
	keyVerdict = "verdict."
)

type roomRecord struct {
	Created   time.Time `json:"created"`
	Rollbacks int       `json:"rollbacks,omitempty"` // how often the log was found shorter than it had been
}

// highRecord is how far the log had got some seconds ago at the latest.
type highRecord struct {
	Sequence int64 `json:"sequence"`
}

type pauseRecord struct {
	Paused bool      `json:"paused"`
	At     time.Time `json:"at"`
}

// verdictRecord is what a resolver said about one reference of one line.
type verdictRecord struct {
	Sequence  int64  `json:"sequence"`
	Line      int    `json:"line"`
	Reference string `json:"reference"`
	Result    string `json:"result"`
	Detail    string `json:"detail,omitempty"`
}

// put writes a value down and applies it here at once. The table's follower brings it to the other
// servers, and once more to this one, where it changes nothing.
func (h *Hall) put(ctx context.Context, key string, value any) error {
	return h.write(ctx, key, value, h.table.Put)
}

// swap is put where the key still has the given revision; otherwise engine.ErrConflict.
func (h *Hall) swap(ctx context.Context, key string, value any, revision uint64) error {
	return h.write(ctx, key, value, func(ctx context.Context, key string, data []byte) (uint64, error) {
		return h.table.Swap(ctx, key, data, revision)
	})
}

func (h *Hall) write(ctx context.Context, key string, value any, store func(context.Context, string, []byte) (uint64, error)) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("encode %s: %w", key, err)
	}
	revision, err := store(ctx, key, data)
	if err != nil {
		kind, _, _ := strings.Cut(key, ".")
		return fmt.Errorf("write down a %s of room %s: %w", kind, h.config.Room, err)
	}
	h.apply([]engine.Item{{Key: key, Revision: revision, Value: data}})
	return nil
}

// apply takes over what the table says. An older word on a key than the one known is passed over.
func (h *Hall) apply(items []engine.Item) {
	h.mu.Lock()
	seated, judged := false, []engine.Item(nil)
	for _, item := range items {
		if item.Revision <= h.revisions[item.Key] {
			continue
		}
		h.revisions[item.Key] = item.Revision
		if err := h.applyItem(item); err != nil {
			h.config.Log.Error("table entry cannot be read", "room", h.config.Room, "kind", item.Key[:strings.IndexByte(item.Key+".", '.')], "error", err)
		}
		seated = seated || strings.HasPrefix(item.Key, keySeat)
		if strings.HasPrefix(item.Key, keyVerdict) || strings.HasPrefix(item.Key, keyRepeat) {
			judged = append(judged, item)
		}
	}
	h.mu.Unlock()
	for _, item := range judged { // what cannot be read was reported above
		if strings.HasPrefix(item.Key, keyVerdict) {
			_ = read(item, h.book.verdict)
		} else {
			_ = read(item, h.book.repeat)
		}
	}
	if seated {
		h.tellBook()
	}
	h.news.raise()
}

func (h *Hall) applyItem(item engine.Item) error {
	kind, rest, _ := strings.Cut(item.Key, ".")
	switch kind + "." {
	case keySeat:
		return read(item, func(r seatRecord) { h.applySeat(r) })
	case keyToken:
		return read(item, func(r tokenRecord) { h.applyToken(rest, r) })
	case keyMark:
		return read(item, func(r markRecord) { h.applyMark(rest, r) })
	case keyRepeat:
		return read(item, func(r repeatRecord) { h.applyRepeat(r) })
	case keyVerdict:
		return read(item, func(r verdictRecord) { h.applyVerdict(item.Key, r) })
	case keyRoom + ".":
		return read(item, func(r roomRecord) { h.room = r })
	case keyHigh + ".":
		return read(item, func(r highRecord) { h.high = max(h.high, r.Sequence) })
	case keyPause + ".":
		return read(item, func(r pauseRecord) { h.paused = r })
	}
	return nil // a name is read where it matters; a newer server may keep more
}

func read[T any](item engine.Item, use func(T)) error {
	var value T
	if err := json.Unmarshal(item.Value, &value); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	use(value)
	return nil
}

// member returns the seat of a member. One that the table has not told of yet is made without a
// record: what refers to a seat may come before it, because a table tells last values in the order in
// which they were written last. It is called with the lock held.
func (h *Hall) member(member string) *seat {
	s := h.seats[member]
	if s == nil {
		s = newSeat(uint32(len(h.seats) + 1))
		h.seats[member] = s
	}
	return s
}

func (h *Hall) applySeat(r seatRecord) {
	s := h.member(r.Member)
	s.record = r
	if !s.hidden() {
		h.names[foldName(r.Name)] = r.Member
	}
	if s.left() {
		h.kickSeat(r.Member, kickRemoved)
	}
	h.tell(s, h.config.Now())
}

func (h *Hall) applyToken(hexHash string, r tokenRecord) {
	hash, ok := parseHash(hexHash)
	if !ok {
		return
	}
	h.tokens[hash] = r
	if r.Revoked {
		h.kickToken(hash)
	}
}

func (h *Hall) applyMark(member string, r markRecord) {
	s := h.member(member)
	if r.Fetched < s.mark.Fetched {
		return
	}
	s.mark = r
	h.tell(s, h.config.Now())
}

func (h *Hall) applyVerdict(key string, r verdictRecord) {
	frame, err := wire.Encode(wire.Verdict(r))
	if err != nil {
		h.config.Log.Error("encode a verdict", "error", err)
		return
	}
	h.sayAbout(r.Sequence, func() { h.notices.say(key, Notice{Sequence: r.Sequence, Frame: frame}) })
}

// sayAbout says something about a message once that message is here; it is called with the lock held.
func (h *Hall) sayAbout(sequence int64, say func()) {
	if sequence > h.applied {
		h.early[sequence] = append(h.early[sequence], say)
		return
	}
	say()
}
