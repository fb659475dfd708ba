package room

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
)

// page is a list of messages as every list is answered. Messages go out byte for byte.
type page struct {
	entries []*hall.Entry
	cursor  int64 // sequence to go on from; 0 for that of the last entry
	more    bool
	leftOut int // messages between the entries that were addressed to others
	desc    bool
	paused  bool // agents' posts are refused
}

func (p page) encode(name string) []byte {
	cursor := p.cursor
	b := []byte(`{"items":[`)
	for i := range p.entries {
		e := p.entries[i]
		if p.desc {
			e = p.entries[len(p.entries)-1-i]
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, e.Sent...)
		if p.cursor == 0 {
			cursor = e.Sequence
		}
	}
	b = append(b, `],"next_cursor":`...)
	if cursor > 0 {
		b = append(b, strconv.Quote(strconv.FormatInt(cursor, 10))...)
	} else {
		b = append(b, `null`...)
	}
	b = fmt.Appendf(b, `,"has_more":%t,"left_out":%d`, p.more, p.leftOut)
	if p.paused {
		b = append(b, `,"paused":true`...)
	}
	if name != "" {
		quoted, _ := json.Marshal(name) // a string always can be
		b = append(append(b, `,"name":`...), quoted...)
	}
	return append(b, '}')
}

// whole reads a whole number from the query.
func whole(r *request, key string, fallback, least, most int64) (int64, *hall.Refusal) {
	text := r.URL.Query().Get(key)
	if text == "" && !r.URL.Query().Has(key) {
		return fallback, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, refusal(http.StatusBadRequest, wire.CodeInvalidRequest, fmt.Sprintf("The parameter %s must be a whole number from %d to %d.", key, least, most))
	}
	return n, nil
}

const maxSequence = 1 << 53

// span is what part of the log a request asks for.
type span struct {
	after, before int64
	limit         int
	desc, toMe    bool
}

func (s *Server) span(r *request, most int64) (span, *hall.Refusal) {
	var p span
	q := r.URL.Query()
	var refused, bad *hall.Refusal
	note := func(n int64, refusal *hall.Refusal) int64 {
		if refusal != nil {
			refused = refusal
		}
		return n
	}
	p.after = note(whole(r, "after", 0, 0, maxSequence))
	p.before = note(whole(r, "before", 0, 1, maxSequence))
	p.limit = int(note(whole(r, "limit", min(pageDefault, most), 1, most)))
	bad = refusal(http.StatusBadRequest, wire.CodeInvalidRequest, "Ascending reads go with after, descending ones with before; to is \"me\", and then the order is ascending.")
	order := q.Get("order")
	p.desc = order == "desc" || q.Has("before")
	p.toMe = q.Get("to") == "me"
	switch {
	case refused != nil:
		return p, refused
	case q.Has("order") && order != "asc" && order != "desc",
		q.Has("after") && p.desc, q.Has("before") && order == "asc",
		q.Has("to") && !p.toMe, p.toMe && p.desc:
		return p, bad
	case p.toMe && r.name == "":
		return p, refusal(http.StatusBadRequest, wire.CodeInvalidRequest, "Only a seat is addressed: to=me needs a seat's token.")
	}
	return p, nil
}

func (s *Server) messages(r *request) {
	p, refused := s.span(r, pageMost)
	if refused != nil {
		s.fail(r, refused)
		return
	}
	if p.desc {
		entries, err := r.hall.Before(r.Context(), p.before, p.limit, pageBytes)
		if err != nil {
			s.fail(r, err)
			return
		}
		r.answer(http.StatusOK, page{entries: entries, desc: true, more: len(entries) > 0 && entries[0].Sequence > 1, paused: r.hall.Paused()}.encode(r.name))
		return
	}
	r.hall.Fetched(r.who, p.after)
	found, err := s.read(r, p)
	if err != nil {
		s.fail(r, err)
		return
	}
	r.answer(http.StatusOK, found.encode(r.name))
}

// read reads one page upwards, of everything or of what is addressed to the seat that asks.
func (s *Server) read(r *request, p span) (page, error) {
	if p.toMe {
		f, err := r.hall.Addressed(r.Context(), r.who.Member, p.after, p.limit)
		return page{entries: f.Entries, cursor: f.Position, more: f.More, leftOut: f.LeftOut, paused: r.hall.Paused()}, err
	}
	entries, err := r.hall.After(r.Context(), p.after, p.limit, pageBytes)
	return page{entries: entries, more: hasMore(entries, r.hall), cursor: cursorOf(entries, p.after), paused: r.hall.Paused()}, err
}

func cursorOf(entries []*hall.Entry, after int64) int64 {
	if len(entries) == 0 {
		return after
	}
	return entries[len(entries)-1].Sequence
}

// wait is a read that waits for something to read.
func (s *Server) wait(r *request) {
	p, refused := s.span(r, pageMost)
	seconds, bad := whole(r, "timeout", waitMost, 0, waitMost)
	if refused == nil {
		refused = bad
	}
	if refused != nil {
		s.fail(r, refused)
		return
	}
	r.hall.Fetched(r.who, p.after)
	session, err := r.hall.Enter(r.who)
	if err != nil {
		s.fail(r, err)
		return
	}
	defer session.Leave()
	timer := time.NewTimer(time.Duration(seconds) * time.Second)
	defer timer.Stop()
	leftOut := 0
	for {
		changed := r.hall.Changed()
		found, err := s.read(r, p)
		if err != nil {
			s.fail(r, err)
			return
		}
		leftOut += found.leftOut
		found.leftOut = leftOut
		if len(found.entries) > 0 {
			r.answer(http.StatusOK, found.encode(r.name))
			return
		}
		if p.after = max(p.after, found.cursor); found.more {
			continue
		}
		select {
		case <-changed:
		case <-timer.C:
			r.answer(http.StatusOK, found.encode(r.name))
			return
		case <-s.stopping:
			r.answer(http.StatusOK, found.encode(r.name))
			return
		case why := <-session.Kicked():
			s.fail(r, why)
			return
		case <-r.Context().Done():
			return
		}
	}
}

// postBody is what a poster may say.
type postBody struct {
	Content         *string `json:"content"`
	ReplyTo         *string `json:"reply_to_message_id"`
	ReplyToSequence *int64  `json:"reply_to_sequence"`
}

func (s *Server) post(r *request) {
	if r.who.Class != hall.SeatKey {
		s.fail(r, refusal(http.StatusForbidden, wire.CodeWrongCredential, "Posting needs a seat: this token may not post."))
		return
	}
	var body postBody
	if err := decodeBody(r, &body); err != nil {
		s.fail(r, err)
		return
	}
	if body.Content == nil {
		s.fail(r, refusal(http.StatusUnprocessableEntity, wire.CodeValidation, "The body needs a content."))
		return
	}
	p := hall.Post{Key: r.Header.Get("Idempotency-Key"), Content: *body.Content}
	if body.ReplyTo != nil {
		p.ReplyTo = *body.ReplyTo
	}
	if body.ReplyToSequence != nil {
		p.ReplyToSequence = *body.ReplyToSequence
	}
	posted, err := r.hall.Post(r.Context(), r.who, p)
	if err != nil {
		s.fail(r, err)
		return
	}
	if posted.Replayed {
		r.w.Header().Set("Idempotency-Replayed", "true")
	}
	s.answerPosted(r, posted)
}

func (s *Server) answerPosted(r *request, posted hall.Posted) {
	tail, err := json.Marshal(struct {
		RepeatOf    int64             `json:"repeat_of,omitempty"`
		Count       int               `json:"count,omitempty"`
		Diagnostics []wire.Diagnostic `json:"diagnostics"`
		Owed        []wire.Owed       `json:"owed"`
		OwedUnknown bool              `json:"owed_unknown,omitempty"`
		Name        string            `json:"name"`
	}{posted.RepeatOf, posted.Count, posted.Diagnostics, posted.Owed, posted.OwedUnknown, r.name})
	if err != nil {
		s.fail(r, fmt.Errorf("encode the answer to a post: %w", err))
		return
	}
	status := http.StatusCreated
	if posted.RepeatOf > 0 {
		status = http.StatusOK
	}
	body := append([]byte(`{"message":`), posted.Sent...)
	body = append(body, ',')
	r.answer(status, append(body, tail[1:]...))
}
