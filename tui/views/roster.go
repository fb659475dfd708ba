package views

import (
	"fmt"

	"earshot/render"
)

// Seat is a row of the pane of seats.
type Seat struct {
	Name, Role, Presence string
	Left, Me             bool
	// LastWord says when it last posted, "" where it never did here.
	LastWord string
	// Fetched says how far it has read, "" where the room does not tell.
	Fetched      string
	Owes, Claims int
	Overdue      int
}

// Roster is the pane of the seats, with the brief of the selected one.
type Roster struct {
	window
	seats  []Seat
	chosen choice
	brief  string // "" while it is being made
	open   bool
	body   wrapped
}

// NewRoster makes the pane without seats.
func NewRoster() *Roster { return &Roster{} }

// SetSeats sets the rows; the selection stays by name.
func (v *Roster) SetSeats(seats []Seat) {
	name := v.Seat()
	v.seats = seats
	v.chosen.set(len(seats))
	for i, s := range seats {
		if s.Name == name {
			v.chosen.at = i
		}
	}
}

// Seat is the selected seat's name.
func (v *Roster) Seat() string {
	if v.chosen.at < len(v.seats) {
		return v.seats[v.chosen.at].Name
	}
	return ""
}

// Toggle shows the brief of the selected seat, or hides it.
func (v *Roster) Toggle() { v.open = !v.open; v.top = 0 }

// Open reports whether a brief is shown.
func (v *Roster) Open() bool { return v.open }

// SetBrief sets the brief of the selected seat, "" while it is being made.
func (v *Roster) SetBrief(text string) { v.brief = text }

// Text is the brief where it is shown.
func (v *Roster) Text() string {
	if !v.open {
		return ""
	}
	return v.brief
}

// Next selects the seat below.
func (v *Roster) Next() { v.chosen.move(1); v.reveal(v.chosen.at + 1) }

// Prev selects the seat above.
func (v *Roster) Prev() { v.chosen.move(-1); v.reveal(v.chosen.at) }

// ClickAt selects the seat on a row.
func (v *Roster) ClickAt(y int) {
	if i := y + v.top - 1; i >= 0 && i < len(v.seats) {
		v.chosen.at = i
	}
}

// Rows draws the pane.
func (v *Roster) Rows(m render.Measure) []render.Row {
	nameWidth := 4
	for _, s := range v.seats {
		nameWidth = min(max(nameWidth, m.Width(render.CleanLine(s.Name).String())), 24)
	}
	nameWidth = max(min(nameWidth, v.w-figuresWidth), 4)
	rows := []render.Row{m.Fit(v.head(m, nameWidth), v.w)}
	for i, s := range v.seats {
		rows = append(rows, m.Fit(v.row(i, s, m, nameWidth), v.w))
		if v.open && v.chosen.is(i) {
			rows = append(rows, v.body.of(v.brief, v.w, m, v.briefRows)...)
		}
	}
	if len(v.seats) == 0 {
		rows = append(rows, m.Fit(render.Row{text("  this source does not say who is in the room", render.Dim)}, v.w))
	}
	return v.cut(rows)
}

// Widths below which the last columns are left out, beyond the name's.
const (
	readWidth = 68 // what a seat has read
	wordWidth = 56 // its last word, in full
	// figuresWidth is what stands beside a name at least.
	figuresWidth = 34
)

// lastWidth is the width of the column of last words.
func (v *Roster) lastWidth(nameWidth int) int {
	if v.w-nameWidth >= wordWidth {
		return 20
	}
	if left := v.w - nameWidth - wordWidth + 20; left >= 8 {
		return left
	}
	return 0
}

func (v *Roster) head(m render.Measure, nameWidth int) render.Row {
	row := render.Row{text(" ", render.Plain)}
	row = append(row, m.Fit(render.Row{text(" seat", render.Dim)}, nameWidth+1)...)
	row = append(row, text(fmt.Sprintf("  %-7s %5s %8s %7s", "is", "owes", "overdue", "claims"), render.Dim))
	row = append(row, m.Fit(render.Row{text("  last word", render.Dim)}, v.lastWidth(nameWidth))...)
	if v.w-nameWidth >= readWidth {
		row = append(row, text("  has read", render.Dim))
	}
	return row
}

func (v *Roster) row(i int, s Seat, m render.Measure, nameWidth int) render.Row {
	role := render.Plain
	if s.Left {
		role = render.Dim
	} else if v.chosen.is(i) || s.Me {
		role = render.Strong
	}
	row := render.Row{bar(v.chosen.is(i))}
	row = append(row, m.Fit(render.Row{text(" "+s.Name, role)}, nameWidth+1)...)
	presence, shade := s.Presence, render.Dim
	switch {
	case s.Left:
		presence = "left"
	case s.Presence == "online":
		shade = render.Good
	case s.Presence == "":
		presence = "unknown"
	}
	row = append(row, text(fmt.Sprintf("  %-7s ", presence), shade), figure(s.Owes, 5, render.Plain), figure(s.Overdue, 9, render.FlagBad), figure(s.Claims, 8, render.FlagWarn))
	last := s.LastWord
	if last == "" {
		last = "–"
	}
	row = append(row, m.Fit(render.Row{text("  "+last, render.Dim)}, v.lastWidth(nameWidth))...)
	if v.w-nameWidth >= readWidth && s.Fetched != "" {
		row = append(row, text("  "+s.Fetched, render.Dim))
	}
	return row
}

// figure is a number at the right of a column; a zero is dim.
func figure(n, width int, role render.Role) render.Seg {
	if n == 0 {
		role = render.Dim
	}
	return text(fmt.Sprintf("%*d", width, n), role)
}

func (v *Roster) briefRows(m render.Measure) []render.Row {
	if v.brief == "" {
		return []render.Row{m.Fit(render.Row{text("    the brief is being made…", render.Dim)}, v.w)}
	}
	var rows []render.Row
	for _, line := range render.Clean(v.brief).Lines() {
		for _, part := range m.Wrap(line, max(v.w-6, 1)) {
			rows = append(rows, m.Fit(render.Row{text("    ", render.Plain), {Text: part, Role: render.Plain}}, v.w))
		}
	}
	return rows
}
