package room

import (
	"fmt"
	"net/http"
	"strings"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
	"earshot/convention"
)

const (
	logDefault = 100
	logMost    = 256
	logBytes   = 64 << 20 // a page of the log is cut by number alone: 256 messages always fit
	copyPage   = 256
)

// log sends messages as they are stored, one a line: the same bytes for every reader and every time.
// What a page holds is settled by its epoch, its start and its number of messages, so that these are
// its tag; a full page never changes.
func (s *Server) log(r *request) {
	after, refused := whole(r, "after", 0, 0, maxSequence)
	limit, bad := whole(r, "limit", logDefault, 1, logMost)
	if refused == nil {
		refused = bad
	}
	if refused != nil {
		s.fail(r, refused)
		return
	}
	r.hall.Fetched(r.who, after)
	count := max(0, min(limit, r.hall.Last()-after))
	h := r.w.Header()
	s.tag(r, fmt.Sprintf(`"%s.%d.%d"`, r.hall.Epoch(), after, count), count == limit)
	h.Set("Content-Type", "application/x-ndjson; charset=utf-8")
	if matches(r.Header.Get("If-None-Match"), h.Get("ETag")) {
		r.w.WriteHeader(http.StatusNotModified)
		return
	}
	s.stream(r, after, after+count, func(b []byte, e *hall.Entry) ([]byte, error) {
		return append(append(b, e.Sent...), '\n'), nil
	})
}

// tag says how long an answer may be kept. It must be called before anything is sent.
func (s *Server) tag(r *request, etag string, immutable bool) {
	h := r.w.Header()
	h.Set("ETag", etag)
	h.Set("Vary", "Authorization")
	h.Set("Earshot-Epoch", r.hall.Epoch())
	if r.name != "" {
		h.Set("Earshot-Seat", headerText(r.name))
	}
	if immutable {
		h.Set("Cache-Control", "private, max-age=31536000, immutable")
		return
	}
	h.Set("Cache-Control", "private, no-cache")
}

// headerText keeps a name within what a header can carry.
func headerText(name string) string {
	return strings.Map(func(r rune) rune {
		if r > '~' || r < ' ' {
			return '?'
		}
		return r
	}, name)
}

func matches(header, etag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		if part = strings.TrimPrefix(strings.TrimSpace(part), "W/"); part == etag || part == "*" {
			return true
		}
	}
	return false
}

// stream sends messages after one sequence up to another, page by page, in the form that add gives.
func (s *Server) stream(r *request, after, to int64, add func([]byte, *hall.Entry) ([]byte, error)) {
	started := false
	for after < to {
		entries, err := r.hall.After(r.Context(), after, int(min(copyPage, to-after)), wire.PageBytes)
		var b []byte
		for _, e := range entries {
			if err == nil {
				b, err = add(b, e)
			}
			after = e.Sequence
		}
		if err != nil {
			s.breakOff(r, started, err)
			return
		}
		started = true
		r.extend()
		if _, err := r.w.Write(b); err != nil {
			return // the client went away
		}
	}
	if !started {
		r.w.WriteHeader(http.StatusOK)
	}
}

// breakOff ends an answer that failed: with an error while nothing was sent, else by cutting the
// connection, so that half a page is not taken for a whole one.
func (s *Server) breakOff(r *request, started bool, err error) {
	if !started {
		r.w.Header().Del("ETag")
		r.w.Header().Set("Cache-Control", "no-store")
		s.fail(r, err)
		return
	}
	s.config.Log.Warn("an answer broke off", "room", r.hall.Name(), "error", err)
	panic(http.ErrAbortHandler)
}

// transcript sends the log as text for a prompt. It only ever grows at its end, so that each later
// answer starts with each earlier one.
func (s *Server) transcript(r *request) {
	after, refused := whole(r, "after", 0, 0, maxSequence)
	limit, bad := whole(r, "limit", maxSequence, 1, maxSequence)
	if refused == nil {
		refused = bad
	}
	if refused != nil {
		s.fail(r, refused)
		return
	}
	r.hall.Fetched(r.who, after)
	count := max(0, min(limit, r.hall.Last()-after))
	s.tag(r, fmt.Sprintf(`"%s.%d.%d.t"`, r.hall.Epoch(), after, count), count == limit)
	h := r.w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	if matches(r.Header.Get("If-None-Match"), h.Get("ETag")) {
		r.w.WriteHeader(http.StatusNotModified)
		return
	}
	s.stream(r, after, after+count, func(b []byte, e *hall.Entry) ([]byte, error) {
		m, err := wire.DecodeMessage(e.Sent)
		if err != nil {
			return nil, fmt.Errorf("write message %d: %w", e.Sequence, err)
		}
		return s.appendPlain(r, b, m)
	})
}

// appendPlain writes one message: a line that says who and when, each line of the body behind two
// spaces, so that no body can look like a message of its own, and an empty line.
func (s *Server) appendPlain(r *request, b []byte, m wire.Message) ([]byte, error) {
	b = fmt.Appendf(b, "#%d %s %s", m.Sequence, convention.SeatToken(m.Sender.Name, m.Sender.MemberID), m.CreatedAt.UTC().Format(basicSeconds))
	to, err := r.hall.Answered(r.Context(), m)
	if err != nil {
		return nil, err
	}
	if to > 0 {
		b = fmt.Appendf(b, " [re #%d]", to)
	}
	body := strings.ReplaceAll(strings.ReplaceAll(m.Content, "\r\n", "\n"), "\r", "\n")
	for line := range strings.SplitSeq(strings.TrimRight(body, "\n"), "\n") {
		b = append(append(b, "\n  "...), line...)
	}
	return append(b, "\n\n"...), nil
}

// basicSeconds is ISO 8601 basic, UTC, with seconds.
const basicSeconds = "20060102T150405Z"
