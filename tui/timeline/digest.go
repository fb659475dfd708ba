package timeline

import (
	"time"

	"earshot/convention/ledger"
	"earshot/render"
	"earshot/tui/vlist"
)

// digest is a running FNV-1a hash of what shows on a message.
type digest uint64

func newDigest() digest { return 14695981039346656037 }

func (d digest) sum() uint64 { return uint64(d) }

func (d *digest) byte(b byte) { *d = (*d ^ digest(b)) * 1099511628211 }

func (d *digest) number(n int64) {
	for range 8 {
		d.byte(byte(n))
		n >>= 8
	}
}

func (d *digest) flag(b bool) {
	if b {
		d.byte(1)
	} else {
		d.byte(0)
	}
}

func (d *digest) text(s string) {
	for i := range len(s) {
		d.byte(s[i])
	}
	d.byte(0xff)
}

// state takes in what the ledger says of a message as of now. Lines are a map:
// each is hashed alone and the hashes are added, so that their order does not
// matter.
func (d *digest) state(s ledger.MessageState, now time.Time) {
	if s.Data != nil {
		d.number(int64(s.Data.Declared))
		d.number(int64(s.Data.Facts))
	}
	d.number(s.RepeatOf)
	d.flag(s.Corrected)
	if s.Repeat != nil {
		d.number(int64(s.Repeat.Count))
		d.flag(s.Repeat.Loop)
	}
	var sum uint64
	for n, line := range s.Lines {
		l := newDigest()
		l.number(int64(n))
		l.line(line, now)
		sum += l.sum()
	}
	d.number(int64(sum))
}

func (d *digest) line(l ledger.LineState, now time.Time) {
	for _, item := range l.Items {
		d.item(item, now)
	}
	if l.Claim != nil {
		d.text(l.Claim.Why)
	}
	d.flag(l.Unaddressed)
	d.flag(l.Decision != nil)
	d.flag(l.Proved)
	d.text(l.Grade)
	d.text(l.Detail)
	d.number(l.Lifted)
	d.flag(l.Possible != nil)
}

func (d *digest) item(i ledger.Item, now time.Time) {
	d.text(string(i.State))
	d.text(i.Owes.Name)
	d.text(i.Late)
	d.text(i.Grade)
	d.flag(i.Orphaned)
	for _, n := range [...]int64{i.AnsweredBy, i.BlockedBy, int64(i.Holds), int64(len(i.Acks)), int64(len(i.Nudges)), i.Due.Unix()} {
		d.number(n)
	}
	if runs(i) {
		d.text(render.FormatLead(i.Due.Sub(now)))
	}
}

// runs reports whether the time to or since an item's due time shows.
func runs(i ledger.Item) bool {
	if i.Due.IsZero() {
		return false
	}
	switch i.State {
	case "open", "due", "overdue", "blocked", "defaulted", "claimed":
		return true
	}
	return false
}

// Tick is how long it takes until something on the screen changes by time
// alone; 0 means that nothing does.
func (t *Timeline) Tick() time.Duration {
	const never = time.Duration(1<<63 - 1)
	next, last := never, vlist.ID(0)
	for _, line := range t.list.Lines() {
		if line.Item < 0 || line.ID == last || line.ID <= 0 {
			continue
		}
		last = line.ID
		m, ok := t.message(int64(line.ID))
		if !ok {
			continue
		}
		if t.clock.Mode == render.Relative {
			next = min(next, untilChange(t.clock.Now.Sub(m.At)))
		}
		for _, l := range t.view.Message(m.Sequence).Lines {
			for _, item := range l.Items {
				if runs(item) {
					next = min(next, untilChange(t.clock.Now.Sub(item.Due)))
				}
			}
		}
	}
	if next == never {
		return 0
	}
	return next
}

// untilChange is the time until a duration that grows is written otherwise:
// seconds below one minute, minutes above. Durations are cut down to whole
// units, so that one that counts down (negative) changes just behind a unit.
func untilChange(d time.Duration) time.Duration {
	unit := time.Minute
	if d > -time.Minute-time.Second && d < time.Minute {
		unit = time.Second
	}
	if d < 0 {
		return -d%unit + time.Millisecond
	}
	return unit - d%unit
}
