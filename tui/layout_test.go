package tui

import "testing"

// The rectangles of every size lie inside the screen, do not overlap, and
// cover every row once.
func TestArrangeCoversTheScreen(t *testing.T) {
	for w := 0; w <= 220; w += 1 + w/24 {
		for h := 0; h <= 70; h += 1 + h/16 {
			for _, want := range []int{0, 1, 7, 99} {
				checkLayout(t, arrange(w, h, want), want)
			}
		}
	}
}

func checkLayout(t *testing.T, l layout, want int) {
	t.Helper()
	if l.mode == modeTooSmall {
		if l.w >= minWidth && l.h >= minHeight {
			t.Fatalf("%d×%d is called too small", l.w, l.h)
		}
		return
	}
	cells := make([]int, l.w*l.h)
	for _, r := range []rect{l.header, l.title, l.main, l.rule, l.side, l.composerTitle, l.composer, l.footer} {
		if r.x < 0 || r.y < 0 || r.w < 0 || r.h < 0 || r.x+r.w > l.w || r.y+r.h > l.h {
			t.Fatalf("%d×%d want=%d: %+v lies outside", l.w, l.h, want, r)
		}
		for y := r.y; y < r.y+r.h; y++ {
			for x := r.x; x < r.x+r.w; x++ {
				cells[y*l.w+x]++
			}
		}
	}
	for i, n := range cells {
		if n != 1 {
			t.Fatalf("%d×%d want=%d: cell %d,%d is covered %d times", l.w, l.h, want, i%l.w, i/l.w, n)
		}
	}
	if want > 0 && l.composer.h < 1 {
		t.Fatalf("%d×%d: the composer has no room", l.w, l.h)
	}
}
