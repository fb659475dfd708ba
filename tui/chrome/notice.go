package chrome

import (
	"slices"
	"time"

	"earshot/render"
)

// Level is how much a notice matters.
type Level uint8

// The levels.
const (
	Info Level = iota
	Warn
	Fail
)

// stay is how long a notice of the level is shown where no key is pressed.
func (l Level) stay() time.Duration {
	return [...]time.Duration{Info: 4 * time.Second, Warn: 6 * time.Second, Fail: 10 * time.Second}[l]
}

// unread is how long a notice that came by itself stays however many keys are
// pressed: it may have come in the middle of a word.
const unread = 2 * time.Second

// Notice is a sentence for the person at the screen.
type Notice struct {
	Level Level
	Text  render.Safe
	// About names what the notice speaks of, for [Notices.Settle]; "" for
	// nothing that could change.
	About string
	// Answer says that the notice answers a key: it goes with the next one.
	Answer bool
	// At is when it came, on a clock of which only distances matter.
	At time.Time
	id int
}

// Notices holds what is to be said, the newest on top: when that has had its
// time, one below it that stays longer is seen again. Its zero value is empty.
type Notices struct {
	all  []Notice
	last int
}

// Add takes a notice in. It stays for a time of the wall clock; then
// [Notices.Expire] has to be called with its id.
func (n *Notices) Add(notice Notice) (id int, stay time.Duration) {
	const most = 16
	n.last++
	notice.id = n.last
	n.all = append(n.all, notice)
	if len(n.all) > most {
		n.all = n.all[len(n.all)-most:]
	}
	return n.last, notice.Level.stay()
}

// Expire forgets a notice, and reports whether it was still there.
func (n *Notices) Expire(id int) bool {
	return n.drop(func(notice Notice) bool { return notice.id == id })
}

// Pressed forgets what a key pressed now does away with: answers to the keys
// before it, and what came by itself and could be read.
func (n *Notices) Pressed(now time.Time) {
	n.drop(func(notice Notice) bool { return notice.Answer || now.Sub(notice.At) >= unread })
}

// Settle forgets what speaks of something that is not so any more, and reports
// whether there was any.
func (n *Notices) Settle(about string) bool {
	return n.drop(func(notice Notice) bool { return notice.About == about })
}

func (n *Notices) drop(gone func(Notice) bool) bool {
	before := len(n.all)
	n.all = slices.DeleteFunc(n.all, gone)
	return len(n.all) < before
}

// Dismiss takes every notice away.
func (n *Notices) Dismiss() { n.all = nil }

// Shown is the newest notice.
func (n *Notices) Shown() (Notice, bool) {
	if len(n.all) == 0 {
		return Notice{}, false
	}
	return n.all[len(n.all)-1], true
}

// Rows draws a notice in at most that many rows; what does not fit is cut from
// its end.
func (n Notice) Rows(m render.Measure, width, most int) []render.Row {
	role := [...]render.Role{Info: render.FlagInfo, Warn: render.FlagWarn, Fail: render.FlagBad}[n.Level]
	mark := [...]string{Info: " ", Warn: " ! ", Fail: " ✗ "}[n.Level]
	return Sentence(render.Word(mark), n.Text, role, m, width, most)
}

// Sentence wraps a text behind a mark into at most that many rows.
func Sentence(mark, text render.Safe, role render.Role, m render.Measure, width, most int) []render.Row {
	indent := m.Width(mark.String())
	lines := m.Wrap(text, max(width-indent, 1))
	if len(lines) == 0 {
		lines = []render.Safe{{}}
	}
	if most = max(most, 1); len(lines) > most {
		rest := render.Join(lines[most-1], render.Word(" "), lines[most])
		lines = append(lines[:most-1:most-1], m.Truncate(rest, max(width-indent, 1), "…"))
	}
	rows := make([]render.Row, len(lines))
	for i, line := range lines {
		row := render.Row{{Text: mark, Role: role}}
		if i > 0 {
			row = m.Fit(nil, indent)
		}
		if row = append(row, render.Seg{Text: line, Role: role}); m.RowWidth(row) > width {
			row = m.Fit(row, width)
		}
		rows[i] = row
	}
	return rows
}

// Beside puts the keys that fit behind a notice of one row. The last of them
// comes first, since it leads to all others.
func Beside(notice render.Row, hints []Hint, m render.Measure, width int) render.Row {
	const gap = 3
	rest := width - m.RowWidth(notice) - gap
	if len(hints) == 0 || rest < 1+m.RowWidth(hintRow(hints[len(hints)-1])) {
		return notice
	}
	out := append(slices.Clone(notice), render.Seg{Text: render.Word("   ")})
	return append(out, Footer(hints, m, rest)...)
}
