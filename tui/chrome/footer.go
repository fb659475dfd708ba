package chrome

import (
	"fmt"

	"earshot/render"
)

// Hint is one key of the footer.
type Hint struct{ Key, Does string }

// Footer draws as many hints as fit, in their order; the last one always
// stands, since it leads to all others.
func Footer(hints []Hint, m render.Measure, width int) render.Row {
	row := word(" ", render.Plain)
	if len(hints) == 0 {
		return m.Fit(row, width)
	}
	last := hintRow(hints[len(hints)-1])
	used := 1 + m.RowWidth(last)
	for _, h := range hints[:len(hints)-1] {
		r := hintRow(h)
		w := m.RowWidth(r) + 2
		if used+w > width {
			break
		}
		used += w
		row = append(append(row, r...), render.Seg{Text: render.Word("  ")})
	}
	return m.Fit(append(row, last...), width)
}

func hintRow(h Hint) render.Row {
	return render.Row{
		{Text: render.Word(h.Key), Role: render.Strong},
		{Text: render.Word(" " + h.Does), Role: render.Dim},
	}
}

// TooSmall is the one line of a screen that nothing fits on.
func TooSmall(w, h, minW, minH int, m render.Measure) render.Row {
	for _, text := range []string{
		fmt.Sprintf("%d×%d is too small: Earshot needs %d×%d", w, h, minW, minH),
		fmt.Sprintf("needs %d×%d", minW, minH),
		"too small",
	} {
		if m.Width(text) <= w {
			return m.Fit(word(text, render.Warning), w)
		}
	}
	return m.Fit(word("…", render.Warning), w)
}
