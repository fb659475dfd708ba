package timeline

import (
	"github.com/charmbracelet/x/ansi"

	"earshot/render"
)

// highlight underlines what the search looks for on a visible row.
func (s *search) highlight(row render.Row) render.Row {
	if s.pattern == "" {
		return row
	}
	var out render.Row
	for _, seg := range row {
		out = append(out, s.split(seg)...)
	}
	return out
}

// split cuts a segment around every hit, at the borders of grapheme clusters:
// a mark that stands alone would be drawn otherwise than on its letter.
func (s *search) split(seg render.Seg) render.Row {
	text := seg.Text.String()
	hit := indexFold(text, s.pattern)
	if hit < 0 {
		return render.Row{seg}
	}
	var out render.Row
	from := 0 // of what is not yet in out
	add := func(to int, found bool) {
		if to <= from {
			return
		}
		piece := seg
		piece.Text = render.CleanLine(text[from:to])
		if found {
			piece.Role, piece.Underline = render.Match, true
		}
		out = append(out, piece)
		from = to
	}
	at, end := 0, 0 // of the cluster looked at
	for hit >= 0 {
		stop := hit + max(foldPrefix(text[hit:], s.pattern), 1)
		for end <= hit {
			at = end
			end += clusterSize(text[end:])
		}
		add(at, false)
		for end < stop {
			end += clusterSize(text[end:])
		}
		add(end, true)
		if hit = indexFold(text[end:], s.pattern); hit >= 0 {
			hit += end
		}
	}
	add(len(text), false)
	return out
}

// clusterSize is the number of bytes of the first cluster of a text that is
// not empty.
func clusterSize(s string) int {
	cluster, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return max(len(cluster), 1)
}
