package composer

import (
	"slices"
	"strings"

	"earshot/convention"
	"earshot/render"
)

// remark is something to be said of one revision of the text.
type remark struct {
	rev  uint64
	text string
}

// checks is the row that sums up the findings, at most so wide where it can be:
// what weighs least goes first.
func (c *Composer) checks(width int) render.Row {
	if strings.TrimSpace(c.ed.Text()) == "" {
		return render.Row{seg("nothing written yet", render.Dim)}
	}
	parts := c.findings()
	if len(c.blanks) > 0 {
		parts = c.unfilled()
	}
	for {
		row := joinParts(parts)
		if c.opts.Measure.RowWidth(row) <= width {
			return row
		}
		least := 0
		for i, p := range parts {
			if p.weight <= parts[least].weight {
				least = i
			}
		}
		if parts[least].weight >= always {
			return row
		}
		parts = slices.Delete(parts, least, least+1)
	}
}

// part is a piece of the row of findings; the pieces of least weight give way
// where there is little room.
type part struct {
	render.Seg
	weight int
}

// Weights of the parts.
const (
	aside  = iota // how many hints there are, what is done by hand
	usual         // what was fixed
	wanted        // that there is no error, and the key that sends
	always        // errors and warnings
)

func joinParts(parts []part) render.Row {
	var row render.Row
	for i, p := range parts {
		if i > 0 {
			row = append(row, seg(" · ", render.Dim))
		}
		row = append(row, p.Seg)
	}
	return row
}

// unfilled are the parts while blanks are left: these, and what is wrong on lines
// that have none.
func (c *Composer) unfilled() []part {
	parts := []part{{seg("✎ "+count(len(c.blanks), "blank")+" to fill in", render.Option), always}}
	of := map[convention.Severity]int{}
	for _, d := range c.shown() {
		of[d.Severity]++
	}
	if n := of[convention.Error]; n > 0 {
		parts = append(parts, part{seg("✗ "+count(n, "error"), render.Error), always})
	}
	if n := of[convention.Warning]; n > 0 {
		parts = append(parts, part{seg("⚠ "+count(n, "warning"), render.Warning), usual})
	}
	return append(parts, part{seg("tab goes on", render.Dim), wanted})
}

// findings are the parts of the row of findings in their order.
func (c *Composer) findings() []part {
	of := map[convention.Severity]int{}
	for _, d := range c.diagnostics {
		of[d.Severity]++
	}
	errors, warnings, hints := of[convention.Error], of[convention.Warning], of[convention.Hint]
	var parts []part
	add := func(weight int, text string, role render.Role) { parts = append(parts, part{seg(text, role), weight}) }
	switch {
	case errors > 0:
		add(always, "✗ "+count(errors, "error"), render.Error)
	case c.saysNothing():
		add(always, "⚠ no fact line yet", render.Warning)
	case warnings > 0:
		add(usual, "✓ no errors", render.Good)
	default:
		add(wanted, "✓ no errors", render.Good)
	}
	if warnings > 0 {
		add(always, "⚠ "+count(warnings, "warning"), render.Warning)
	}
	if c.done.text != "" && c.done.rev == c.ed.Revision() {
		add(usual, c.done.text, render.Good)
	}
	if hints > 0 {
		how := ""
		if !c.hints {
			how = " (" + c.keyFor("draft-hints") + ")"
		}
		add(aside, count(hints, "hint")+how, render.Hint)
	}
	if !c.autoCount {
		add(usual, "n= not kept ("+c.keyFor("draft-count")+")", render.Warning)
	}
	if errors == 0 && c.msg.Header != nil && !c.saysNothing() {
		add(wanted, c.keyFor("draft-send")+" "+c.verb().sends, render.Dim)
	}
	return parts
}
