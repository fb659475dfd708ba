package render

import (
	"fmt"
	"strconv"

	"earshot/convention"
)

// severityRole is the colour of a severity.
func severityRole(s convention.Severity) Role {
	switch s {
	case convention.Error:
		return Error
	case convention.Warning:
		return Warning
	}
	return Hint
}

// DiagnosticRows draws the findings about a text, one or more rows for each:
// severity as a word, place, sentence, code, and the fix where there is one. src
// is the text that the spans belong to.
func DiagnosticRows(src string, list []convention.Diagnostic, width int, m Measure) []Row {
	var rows []Row
	for _, d := range list {
		rows = append(rows, diagnosticRows(src, d, width, m)...)
	}
	return rows
}

func diagnosticRows(src string, d convention.Diagnostic, width int, m Measure) []Row {
	const column = 8 // as wide as "warning "
	line, col := convention.Position(src, d.Span.Start)
	word := d.Severity.String()
	head := Row{{Text: Safe{s: word}, Role: severityRole(d.Severity)}, {Text: spaces(column - len(word))}}
	text := Row{{Text: Safe{s: strconv.Itoa(line) + ":" + strconv.Itoa(col) + " "}, Role: Dim},
		{Text: CleanLine(d.Message)}, {Text: Join(spaces(1), CleanLine(d.Code)), Role: Dim}}
	if d.Fix != nil {
		note := " · fix: "
		if !d.Fix.Safe {
			note = " · possible fix: "
		}
		text = append(text, Seg{Text: Safe{s: note}, Role: Dim}, Seg{Text: CleanLine(d.Fix.Title), Role: Good})
	}
	if width < 3*column { // too narrow for a column of severities
		return fitAll(m.WrapRow(append(head, text...), max(1, width)), width, m)
	}
	var rows []Row
	for i, r := range m.WrapRow(text, width-column) {
		if i > 0 {
			head = Row{{Text: spaces(column)}}
		}
		rows = append(rows, append(head[:len(head):len(head)], r...))
	}
	return rows
}

// fitAll cuts rows that wrapping could not make narrow enough.
func fitAll(rows []Row, width int, m Measure) []Row {
	for i, r := range rows {
		if m.RowWidth(r) > width {
			rows[i] = m.Fit(r, width)
		}
	}
	return rows
}

// DiagnosticSummary is one short sentence about how many findings there are.
func DiagnosticSummary(list []convention.Diagnostic) Seg {
	var errors, warnings, hints int
	for _, d := range list {
		switch d.Severity {
		case convention.Error:
			errors++
		case convention.Warning:
			warnings++
		default:
			hints++
		}
	}
	switch {
	case errors > 0 && warnings > 0:
		return Seg{Text: Safe{s: fmt.Sprintf("%s, %s", count(errors, "error"), count(warnings, "warning"))}, Role: Error}
	case errors > 0:
		return Seg{Text: Safe{s: count(errors, "error")}, Role: Error}
	case warnings > 0:
		return Seg{Text: Safe{s: "no errors, " + count(warnings, "warning")}, Role: Warning}
	case hints > 0:
		return Seg{Text: Safe{s: "no errors, " + count(hints, "hint")}, Role: Good}
	}
	return Seg{Text: Safe{s: "no errors"}, Role: Good}
}

// count is "1 error", "2 errors".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
