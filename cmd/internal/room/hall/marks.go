package hall

import "context"

// Fetched notes that a seat holds everything up to a sequence. Marks only rise. They are written
// down within seconds and at the end; a crash may lose the last ones.
func (h *Hall) Fetched(c Credential, sequence int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.seats[c.Member]
	if s == nil {
		return
	}
	if sequence = min(sequence, h.ring.last()); sequence > s.mark.Fetched {
		s.mark = markRecord{Fetched: sequence, At: h.moment()}
		s.dirty = true // the ticker tells everybody, however fast a seat reads
	}
}

// flush writes down what is written down from time to time only: the seats' marks, and how far the
// log has got.
func (h *Hall) flush(ctx context.Context) {
	h.mu.Lock()
	dirty := make(map[string]markRecord)
	for member, s := range h.seats {
		if s.dirty {
			dirty[member] = s.mark
			s.dirty = false
		}
	}
	applied, higher := h.applied, h.applied > h.high
	h.mu.Unlock()
	for member, mark := range dirty {
		if err := h.put(ctx, keyMark+member, mark); err != nil {
			h.config.Log.Warn("a seat's mark was not written down", "room", h.config.Room, "error", err)
			h.mu.Lock()
			h.seats[member].dirty = true
			h.mu.Unlock()
		}
	}
	if !higher {
		return
	}
	if err := h.put(ctx, keyHigh, highRecord{Sequence: applied}); err != nil {
		h.config.Log.Warn("the length of the log was not written down", "room", h.config.Room, "error", err)
	}
}
