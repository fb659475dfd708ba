package main

import "earshot/convention"

// The JSON of one message checked. Field names are stable.
type (
	lintJSON struct {
		Source      string           `json:"source"`
		Sequence    int64            `json:"sequence"`
		Valid       bool             `json:"valid"`
		Tokens      int              `json:"tokens"`
		Header      *headerJSON      `json:"header,omitempty"`
		Diagnostics []diagnosticJSON `json:"diagnostics"`
	}
	headerJSON struct {
		Version string   `json:"version,omitempty"`
		Intent  string   `json:"intent,omitempty"`
		Topic   string   `json:"topic,omitempty"`
		To      []string `json:"to"`
		N       *int     `json:"n,omitempty"`
		Facts   int      `json:"facts"`
	}
	diagnosticJSON struct {
		Code     string `json:"code"`
		Severity string `json:"severity"`
		rangeJSON
		Message string   `json:"message"`
		Fix     *fixJSON `json:"fix,omitempty"`
	}
	fixJSON struct {
		Title string     `json:"title"`
		Safe  bool       `json:"safe"`
		Edits []editJSON `json:"edits"`
	}
	editJSON struct {
		rangeJSON
		Text string `json:"text"`
	}
	rangeJSON struct {
		Line      int `json:"line"`
		Column    int `json:"column"`
		EndLine   int `json:"end_line"`
		EndColumn int `json:"end_column"`
	}
)

func lintResult(in input, m *convention.Message, room convention.Context) lintJSON {
	findings := convention.Check(m, room)
	result := lintJSON{
		Source: in.source, Sequence: in.sequence, Valid: true, Tokens: room.Tokens(m.Source),
		Header: headerOf(m), Diagnostics: diagnosticsJSON(m.Source, findings),
	}
	for _, d := range findings {
		result.Valid = result.Valid && d.Severity != convention.Error
	}
	return result
}

func headerOf(m *convention.Message) *headerJSON {
	if m.Header == nil {
		return nil
	}
	h := &headerJSON{
		Version: m.Header.Version.Text, Intent: m.Header.Intent.Text, Topic: m.Header.Topic.Text,
		To: []string{}, Facts: len(m.Facts),
	}
	if m.Header.N >= 0 {
		h.N = &m.Header.N
	}
	for _, seat := range m.Header.To {
		h.To = append(h.To, seat.Text)
	}
	return h
}

func diagnosticsJSON(source string, findings []convention.Diagnostic) []diagnosticJSON {
	out := make([]diagnosticJSON, len(findings))
	for i, d := range findings {
		out[i] = diagnosticJSON{Code: d.Code, Severity: d.Severity.String(), rangeJSON: rangeOf(source, d.Span), Message: d.Message}
		if d.Fix == nil {
			continue
		}
		fix := &fixJSON{Title: d.Fix.Title, Safe: d.Fix.Safe, Edits: []editJSON{}}
		for _, e := range d.Fix.Edits {
			fix.Edits = append(fix.Edits, editJSON{rangeOf(source, e.Span), e.Text})
		}
		out[i].Fix = fix
	}
	return out
}

func rangeOf(source string, s convention.Span) rangeJSON {
	line, column := convention.Position(source, s.Start)
	endLine, endColumn := convention.Position(source, s.End)
	return rangeJSON{line, column, endLine, endColumn}
}
