package chrome

import (
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

// stay is how long a notice of the level is shown.
func (l Level) stay() time.Duration {
	return [...]time.Duration{Info: 4 * time.Second, Warn: 8 * time.Second, Fail: 15 * time.Second}[l]
}

// Notice is a sentence for the person at the screen.
type Notice struct {
	Level Level
	Text  render.Safe
	id    int
}

// Notices holds what is to be said, the newest on top: when that has had its
// time, one below it that stays longer is seen again. Its zero value is empty.
type Notices struct {
	all  []Notice
	last int
}

// Add takes a notice in. It stays for a time of the wall clock; then
// [Notices.Expire] has to be called with its id.
func (n *Notices) Add(level Level, text render.Safe) (id int, stay time.Duration) {
	const most = 16
	n.last++
	n.all = append(n.all, Notice{level, text, n.last})
	if len(n.all) > most {
		n.all = n.all[len(n.all)-most:]
	}
	return n.last, level.stay()
}

// Expire forgets a notice, and reports whether it was still there.
func (n *Notices) Expire(id int) bool {
	for i, notice := range n.all {
		if notice.id == id {
			n.all = append(n.all[:i], n.all[i+1:]...)
			return true
		}
	}
	return false
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

// Row draws a notice.
func (n Notice) Row(m render.Measure, width int) render.Row {
	role := [...]render.Role{Info: render.FlagInfo, Warn: render.FlagWarn, Fail: render.FlagBad}[n.Level]
	mark := [...]string{Info: " ", Warn: " ! ", Fail: " ✗ "}[n.Level]
	return m.Fit(render.Row{{Text: render.Word(mark), Role: role}, {Text: n.Text, Role: role}}, width)
}
