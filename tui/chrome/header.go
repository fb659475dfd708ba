package chrome

import (
	"fmt"
	"strings"

	"earshot/render"
)

// Counts are what the header says of the ledger.
type Counts struct {
	NeedsYou, Overdue, Unproven, Defaults int
	// Unread are the messages behind the reader's mark.
	Unread int
}

// Header is the first line of the screen.
type Header struct {
	Room     render.Safe
	Seats    int // 0 where they are not known
	Online   int // -1 where presence is not known
	Sequence int64
	Time     string // empty leaves it out
	State    render.Safe
	StateAs  render.Role
	// Me is our seat's name; empty for an observer.
	Me render.Safe
	// Observing says that needs-you counts have nobody to belong to.
	Observing bool
	Counts    Counts
	// LeftOut are the lines of the source that are no messages.
	LeftOut int
	// V1 is the share, in percent, of the latest messages that keep to the
	// convention; it is told where V1Known and not 100.
	V1      int
	V1Known bool
}

// piece is a part of the header with the order in which it is given up: the
// highest goes first.
type piece struct {
	row    render.Row
	giveUp int
}

// narrow is the width below which what the keys say anyway is left out.
const narrow = 60

// Row draws the header in width cells.
func (h Header) Row(m render.Measure, width int) render.Row {
	// A long name, or a long reason of a refusal, must not cost everything else
	// its place.
	h.Room = m.Truncate(h.Room, max(width/3, 12), "…")
	if width < narrow {
		h.State = render.CleanLine(strings.TrimSuffix(h.State.String(), ", read-only"))
	}
	h.State = m.Truncate(h.State, max(width/3, 16), "…")
	left, right := h.left(), h.right()
	for {
		row, fits := h.compose(left, right, m, width)
		if fits {
			return m.Fit(row, width)
		}
		if !dropHighest(&left, &right) {
			return m.Fit(row, width)
		}
	}
}

func (h Header) left() []piece {
	pieces := []piece{{seg(h.Room, render.Strong), 0}}
	if h.Seats > 0 {
		seats := fmt.Sprintf("%d seats", h.Seats)
		if h.Online >= 0 {
			seats += fmt.Sprintf(", %d online", h.Online)
		}
		pieces = append(pieces, piece{word(seats, render.Dim), 8})
	}
	if !h.Me.Empty() {
		pieces = append(pieces, piece{render.Row{{Text: render.Word("as "), Role: render.Dim}, {Text: h.Me, Role: render.Plain}}, 7})
	}
	pieces = append(pieces, piece{word(fmt.Sprintf("#%d", h.Sequence), render.Dim), 6})
	if h.V1Known && h.V1 < 100 {
		role, giveUp := render.Dim, 10
		if h.V1 < 20 { // told here once, instead of at every message
			role, giveUp = render.FlagWarn, 6
		}
		pieces = append(pieces, piece{word(fmt.Sprintf("v1 %d%%", h.V1), role), giveUp})
	}
	if h.Time != "" {
		pieces = append(pieces, piece{word(h.Time, render.Dim), 9})
	}
	return append(pieces, piece{append(word("● ", h.StateAs), seg(h.State, h.StateAs)...), 1})
}

func (h Header) right() []piece {
	var pieces []piece
	if h.LeftOut > 0 {
		lines := " lines left out"
		if h.LeftOut == 1 {
			lines = " line left out"
		}
		pieces = append(pieces, piece{word(fmt.Sprint(h.LeftOut)+lines, render.FlagWarn), 0})
	}
	count := func(name string, n int, bad render.Role, giveUp int) {
		if n == 0 {
			giveUp += 10 // a zero is the first to go
			bad = render.Dim
		}
		pieces = append(pieces, piece{word(fmt.Sprintf("%s %d", name, n), bad), giveUp})
	}
	if !h.Observing {
		count("needs you", h.Counts.NeedsYou, render.FlagBad, 2)
	}
	count("overdue", h.Counts.Overdue, render.FlagBad, 3)
	count("unproven", h.Counts.Unproven, render.FlagWarn, 5)
	count("defaults", h.Counts.Defaults, render.FlagWarn, 4)
	if h.Counts.Unread > 0 {
		count("unread", h.Counts.Unread, render.FlagInfo, 10)
	}
	return pieces
}

// compose puts the pieces together, the right ones at the right edge.
func (h Header) compose(left, right []piece, m render.Measure, width int) (render.Row, bool) {
	l := append(word(" ", render.Plain), joined(left)...)
	r := append(joined(right), word(" ", render.Plain)...)
	gap := width - m.RowWidth(l) - m.RowWidth(r)
	if len(right) == 0 {
		return l, m.RowWidth(l) <= width
	}
	if gap < 2 {
		return append(append(l, word("  ", render.Plain)...), r...), false
	}
	return append(append(l, word(strings.Repeat(" ", gap), render.Plain)...), r...), true
}

// dropHighest leaves out the piece that matters least; false when only the
// pieces that never go are left.
func dropHighest(left, right *[]piece) bool {
	side, at, highest := left, -1, 0
	for _, s := range []*[]piece{left, right} {
		for i, p := range *s {
			if p.giveUp > highest {
				side, at, highest = s, i, p.giveUp
			}
		}
	}
	if at < 0 {
		return false
	}
	*side = append(append([]piece(nil), (*side)[:at]...), (*side)[at+1:]...)
	return true
}

func joined(pieces []piece) render.Row {
	var row render.Row
	for i, p := range pieces {
		if i > 0 {
			row = append(row, render.Seg{Text: render.Word(" · "), Role: render.Dim})
		}
		row = append(row, p.row...)
	}
	return row
}

func word(text string, role render.Role) render.Row { return seg(render.Word(text), role) }

func seg(text render.Safe, role render.Role) render.Row {
	return render.Row{{Text: text, Role: role}}
}
