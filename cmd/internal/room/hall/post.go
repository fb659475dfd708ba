package hall

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
	"earshot/convention"
)

// Post is what a poster may say: everything else about a message comes from the room.
type Post struct {
	Key             string // idempotency key, a UUIDv4; "" for none
	Content         string
	ReplyTo         string // id of the message answered; "" for none
	ReplyToSequence int64  // or its sequence; 0 for none
}

// Posted is what became of a post.
type Posted struct {
	Sequence    int64
	MessageID   string
	Sent        []byte // the stored message as every reader gets it
	RepeatOf    int64  // the stored message that this post repeats; 0 for none
	Count       int    // of a repeat: how often that message was posted in all
	Replayed    bool   // the same post was made before and is answered again
	Diagnostics []wire.Diagnostic
	Owed        []wire.Owed
	OwedUnknown bool // the hall has just opened and does not know yet what the seat owes
}

// draft is a post on its way into the log.
type draft struct {
	seat        *seat
	record      seatRecord // the seat's, as it was when the post came
	key         uuid.UUID
	keyed       bool
	keyText     string
	content     string
	replyTo     string
	fingerprint uint64
	doc         *convention.Message
	hash        bodyHash
	diagnostics []wire.Diagnostic
}

// Post takes a post of a seat. The error is a *Refusal where the post itself is the reason. One post
// of a seat is under way at a time, so that retries cannot change their order.
func (h *Hall) Post(ctx context.Context, c Credential, p Post) (Posted, error) {
	d, err := h.begin(c)
	if err != nil {
		return Posted{}, err
	}
	defer h.posting.Done()
	d.content = p.Content
	if err := d.check(p); err != nil {
		return Posted{}, err
	}
	select {
	case <-ctx.Done():
		return Posted{}, ctx.Err()
	case <-d.seat.turn:
	}
	defer func() { d.seat.turn <- struct{}{} }()
	ctx = context.WithoutCancel(ctx) // a poster that goes away leaves no half of a post
	if err := h.waitReady(ctx); err != nil {
		return Posted{}, err
	}
	if err := h.resolveReply(ctx, d, p); err != nil {
		return Posted{}, err
	}
	posted, err := h.take(ctx, d)
	if err != nil {
		return Posted{}, err
	}
	return h.complete(ctx, d, posted)
}

// begin looks whether the credential may post at all. The caller must call posting.Done.
func (h *Hall) begin(c Credential) (*draft, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.seats[c.Member]
	switch {
	case c.Class != SeatKey || s == nil || s.hidden():
		return nil, refuse(http.StatusForbidden, wire.CodeWrongCredential, "Posting needs a seat: this token may not post.")
	case s.left():
		return nil, kickRemoved()
	case h.closing:
		return nil, closing()
	}
	h.posting.Add(1)
	return &draft{seat: s, record: s.record}, nil
}

// unsilenced looks whether an operator keeps the seat from posting. It is asked after a post that was
// made before is answered again: what is stored must never be reported as refused.
func (h *Hall) unsilenced(s *seat) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case s.left():
		return kickRemoved()
	case s.record.Muted:
		return refuse(http.StatusForbidden, wire.CodeMuted, "An operator has muted this seat.")
	case h.paused.Paused && s.record.Role == wire.RoleAgent:
		return refuse(http.StatusConflict, wire.CodeRoomPaused, "An operator has stopped the room: agents may not post until it is resumed.")
	}
	return nil
}

func closing() error {
	return &Refusal{Status: http.StatusServiceUnavailable, Code: wire.CodeUnavailable, RetryAfter: time.Second,
		Message: "The room is closing. Post again when it is back."}
}

// check looks at what can be judged without the room.
func (d *draft) check(p Post) error {
	if p.Key != "" {
		key, err := uuid.Parse(p.Key)
		if err != nil || key.Version() != 4 || len(p.Key) != 36 {
			return refuse(http.StatusBadRequest, wire.CodeInvalidKey, "The id of a post must be a UUID of version 4.")
		}
		d.key, d.keyed, d.keyText = key, true, key.String()
	}
	switch {
	case !utf8.ValidString(p.Content):
		return refuse(http.StatusUnprocessableEntity, wire.CodeValidation, "The content is not UTF-8.")
	case len(p.Content) > wire.MaxContent:
		return refuse(http.StatusUnprocessableEntity, wire.CodeValidation, "The content has %d bytes; at most %d are taken.", len(p.Content), wire.MaxContent)
	case strings.TrimSpace(p.Content) == "":
		return refuse(http.StatusUnprocessableEntity, wire.CodeValidation, "The content is blank.")
	case p.ReplyTo != "" && p.ReplyToSequence != 0:
		return refuse(http.StatusUnprocessableEntity, wire.CodeValidation, "A reply names its message by id or by sequence, not by both.")
	case p.ReplyToSequence < 0:
		return refuse(http.StatusUnprocessableEntity, wire.CodeReplyTarget, "There is no message #%d in this room.", p.ReplyToSequence)
	}
	return nil
}

func (h *Hall) resolveReply(ctx context.Context, d *draft, p Post) error {
	switch {
	case p.ReplyToSequence != 0:
		if err := h.Reach(ctx, p.ReplyToSequence); err != nil {
			return err
		}
		m, err := h.Message(ctx, p.ReplyToSequence)
		if err != nil {
			return err
		}
		d.replyTo = m.ID
	case p.ReplyTo != "":
		if _, err := h.SequenceOf(ctx, p.ReplyTo); err != nil {
			return err
		}
		d.replyTo = p.ReplyTo
	}
	d.fingerprint = fingerprint(d.replyTo, d.content)
	return nil
}

// take answers a post that was made before, counts a repeat, or stores the message.
func (h *Hall) take(ctx context.Context, d *draft) (Posted, error) {
	if known, found := h.knownPost(d); found {
		return d.replay(known)
	}
	if err := h.unsilenced(d.seat); err != nil {
		return Posted{}, err
	}
	if err := h.charge(d.seat); err != nil {
		return Posted{}, err
	}
	d.doc = convention.Parse(d.content)
	if err := h.judge(d); err != nil {
		return Posted{}, err
	}
	d.hash = hashBody(d.replyTo, convention.Fold(d.content))
	if stored, found := h.storedBody(d); found {
		return h.repeat(ctx, d, stored)
	}
	return h.store(ctx, d)
}

func (h *Hall) knownPost(d *draft) (knownPost, bool) {
	if !d.keyed {
		return knownPost{}, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	known, found := h.index.posts[postKey{d.seat.number, d.key}]
	if found && h.config.Now().Sub(time.Unix(known.at, 0)) > wire.IdempotencyFor {
		return knownPost{}, false
	}
	return known, found
}

func (d *draft) replay(known knownPost) (Posted, error) {
	if known.fingerprint != d.fingerprint {
		return Posted{}, refuse(http.StatusConflict, wire.CodeKeyConflict, "Another post was made with this id.")
	}
	posted := Posted{Sequence: known.sequence, Replayed: true}
	if known.repeat {
		posted.RepeatOf = known.sequence
	}
	return posted, nil
}

func (h *Hall) charge(s *seat) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	wait := s.bucket.take(h.config.Now(), h.config.Rate)
	if wait == 0 {
		return nil
	}
	seconds := int((wait + time.Second - 1) / time.Second)
	refusal := refuse(http.StatusTooManyRequests, wire.CodeRateLimited,
		"This seat may post %d messages a minute, %d at once. Wait %d s.", h.config.Rate.PerMinute, h.config.Rate.Burst, seconds)
	refusal.RetryAfter = wait
	return refusal
}

// withinCap looks whether a seat is over its cap by what it posted through other servers meanwhile.
func (h *Hall) withinCap(s *seat) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	over := s.bucket.over(h.config.Now(), h.config.Rate)
	if over == 0 {
		return nil
	}
	refusal := refuse(http.StatusTooManyRequests, wire.CodeRateLimited, "This seat posts through another server as well and is over its cap.")
	refusal.RetryAfter = over
	return refusal
}

// storedBody finds a message of the seat with the same reply reference and body within the window.
func (h *Hall) storedBody(d *draft) (storedBody, bool) {
	now := h.config.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	stored, found := h.index.bodies[bodyKey{d.seat.number, d.hash}]
	return stored, found && now.Sub(stored.at) < wire.RepeatWindow
}

// storeAttempts bounds how often a post is tried again because another server stored something of
// the same seat first.
const storeAttempts = 32

// store appends the message to the log.
func (h *Hall) store(ctx context.Context, d *draft) (Posted, error) {
	id, err := newID(h.config.Rand, "msg_")
	if err != nil {
		return Posted{}, err
	}
	body, err := wire.EncodeMessage(wire.Message{
		ID: id, RoomID: h.config.Room, Content: d.content, ReplyTo: d.replyTo, CreatedAt: h.moment(),
		Sender: wire.Sender{MemberID: d.record.Member, Kind: d.record.Kind, Name: d.record.Name},
	})
	if err != nil {
		return Posted{}, fmt.Errorf("store a message in room %s: %w", h.config.Room, err)
	}
	entry := engine.Post{Member: d.record.Member, ID: d.record.Member + ":" + d.hash.String(), Key: d.keyText, Gateway: h.config.Gateway, Body: body}
	for range storeAttempts {
		if h.config.Engine.Shared() {
			entry.After, entry.Checked = h.lastOf(d.seat), true
		}
		posted, again, err := h.try(ctx, d, &entry)
		if err != nil || !again {
			return posted, err
		}
	}
	return Posted{}, busy()
}

func busy() error {
	return &Refusal{Status: http.StatusServiceUnavailable, Code: wire.CodeUnavailable, RetryAfter: time.Second,
		Message: "The room's log did not answer in time. Post again with the same id: it is stored once."}
}

// try makes one attempt. Again asks for another one with what was learned meanwhile.
func (h *Hall) try(ctx context.Context, d *draft, entry *engine.Post) (posted Posted, again bool, err error) {
	ack, err := h.log.Append(ctx, *entry)
	switch {
	case errors.Is(err, engine.ErrConflict):
		return h.overtaken(ctx, d, entry)
	case errors.Is(err, engine.ErrFull):
		return Posted{}, false, refuse(http.StatusConflict, wire.CodeRoomFull, "The room is full: it takes no more messages.")
	case errors.Is(err, engine.ErrUnsure):
		h.config.Log.Warn("no answer from the log", "room", h.config.Room, "error", err)
		return Posted{}, false, busy()
	case err != nil:
		return Posted{}, false, fmt.Errorf("store a message in room %s: %w", h.config.Room, err)
	case !ack.Duplicate:
		return Posted{Sequence: ack.Sequence}, false, nil
	}
	return h.duplicate(ctx, d, entry, ack.Sequence)
}

// duplicate tells apart why the log knows the id: this very post, whose first answer was lost; a
// repeat that another server stored first; or a message from before the window by the room's clock,
// which the log's own clock does not know.
func (h *Hall) duplicate(ctx context.Context, d *draft, entry *engine.Post, sequence int64) (Posted, bool, error) {
	if err := h.waitFolded(ctx, sequence); err != nil {
		return Posted{}, false, err
	}
	if known, found := h.knownPost(d); found {
		posted, err := d.replay(known)
		posted.Replayed = false
		return posted, false, err
	}
	m, err := h.Message(ctx, sequence)
	if err != nil {
		return Posted{}, false, err
	}
	if sent, err := wire.EncodeMessage(withoutSequence(m)); err == nil && string(sent) == string(entry.Body) {
		return Posted{Sequence: sequence}, false, nil
	}
	if h.config.Now().Sub(m.CreatedAt) < wire.RepeatWindow {
		posted, err := h.repeat(ctx, d, storedBody{sequence: sequence, at: m.CreatedAt})
		return posted, false, err
	}
	entry.ID = fmt.Sprintf("%s:%d", entry.ID, sequence)
	return Posted{}, true, nil
}

func withoutSequence(m wire.Message) wire.Message {
	m.Sequence = 0
	return m
}

// overtaken looks again at everything that another server's post of the same seat may have changed.
func (h *Hall) overtaken(ctx context.Context, d *draft, entry *engine.Post) (Posted, bool, error) {
	if err := h.waitOvertaken(ctx, d.seat, int64(entry.After)); err != nil {
		return Posted{}, false, err
	}
	if known, found := h.knownPost(d); found {
		posted, err := d.replay(known)
		return posted, false, err
	}
	if stored, found := h.storedBody(d); found {
		posted, err := h.repeat(ctx, d, stored)
		return posted, false, err
	}
	if err := h.withinCap(d.seat); err != nil {
		return Posted{}, false, err
	}
	return Posted{}, true, nil
}

// complete adds what every answer to a post carries.
func (h *Hall) complete(ctx context.Context, d *draft, posted Posted) (Posted, error) {
	if err := h.waitFolded(ctx, posted.Sequence); err != nil {
		return Posted{}, err
	}
	entries, err := h.between(ctx, posted.Sequence-1, posted.Sequence)
	if err != nil {
		return Posted{}, err
	}
	m, err := wire.DecodeMessage(entries[0].Sent)
	if err != nil {
		return Posted{}, fmt.Errorf("read message %d of room %s: %w", posted.Sequence, h.config.Room, err)
	}
	if d.doc == nil { // a replay: the body was judged when it was taken
		d.doc = convention.Parse(d.content)
		d.diagnostics = h.diagnose(d)
	}
	if posted.RepeatOf > 0 {
		h.mu.Lock()
		posted.Count = h.repeats[posted.RepeatOf].Count
		h.mu.Unlock()
	}
	posted.Sent, posted.MessageID = entries[0].Sent, m.ID
	posted.Diagnostics = d.diagnostics
	owed, known := h.Owed(d.record.Member)
	posted.Owed, posted.OwedUnknown = owed, !known
	return posted, nil
}
