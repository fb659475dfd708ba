package tui

// Sizes of the layout, in cells.
const (
	minWidth    = 20  // below it nothing can be read
	minHeight   = 5   // header, title, one row, footer and one to spare
	tabsWidth   = 60  // below it one column, triage first
	wideWidth   = 100 // from it timeline and triage stand side by side
	minSide     = 34
	maxSide     = 64
	minComposer = 5 // editor rows and the sentences below them
	maxComposer = 14
)

// rect is a rectangle of cells.
type rect struct{ x, y, w, h int }

func (r rect) holds(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// layoutMode says how the panes share the screen.
type layoutMode uint8

const (
	modeTooSmall layoutMode = iota // one line that says so
	modeColumn                     // one pane at a time, short words
	modeTabs                       // one pane at a time
	modeWide                       // the room beside its triage
)

// layout holds where everything stands. Rectangles of parts that are not shown
// have no height.
type layout struct {
	mode   layoutMode
	w, h   int
	header rect
	title  rect // tabs, or the panes' titles
	main   rect // the timeline, or one of the views
	rule   rect // the upright line between main and side
	side   rect // triage, in the wide mode
	// composer stands under the panes; its title row is composerTitle.
	composerTitle rect
	composer      rect
	footer        rect
}

// arrange computes the rectangles from the size and from the number of rows
// that the composer wants, 0 where it is not open. It is pure: equal arguments
// give equal layouts.
func arrange(w, h, want int) layout {
	l := layout{mode: modeFor(w, h), w: w, h: h}
	if l.mode == modeTooSmall {
		return l
	}
	l.header = rect{0, 0, w, 1}
	l.title = rect{0, 1, w, 1}
	l.footer = rect{0, h - 1, w, 1}
	free := h - 3
	if want > 0 {
		rows := min(max(want, minComposer), maxComposer, max(h*3/5, minComposer))
		if free-rows-1 < 2 {
			rows = free - 1 // too low for both: the composer takes all
		}
		l.composerTitle = rect{0, h - 2 - rows, w, 1}
		l.composer = rect{0, h - 1 - rows, w, rows}
		free -= rows + 1
	}
	l.main = rect{0, 2, w, max(free, 0)}
	if l.mode == modeWide {
		side := min(max(w*36/100, minSide), maxSide)
		l.side = rect{w - side, 2, side, l.main.h}
		l.rule = rect{w - side - 1, 2, 1, l.main.h}
		l.main.w = w - side - 1
	}
	return l
}

func modeFor(w, h int) layoutMode {
	switch {
	case w < minWidth || h < minHeight:
		return modeTooSmall
	case w < tabsWidth:
		return modeColumn
	case w < wideWidth:
		return modeTabs
	default:
		return modeWide
	}
}
