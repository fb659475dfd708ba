package hall

import (
	"net/http"

	"earshot/client/wire"
	"earshot/convention"
)

// secretCode is the code of the diagnostic that the room refuses whoever posts.
const secretCode = "secret"

// judge checks a body against the convention as the room is now. Secrets are refused always, errors
// where the room's policy says so and no person posts.
func (h *Hall) judge(d *draft) error {
	d.diagnostics = h.diagnose(d)
	for _, g := range d.diagnostics {
		if g.Code == secretCode {
			return refuse(http.StatusUnprocessableEntity, wire.CodeSecret,
				"Line %d holds what looks like a credential; it was not stored. Take it out, and replace the credential if it was real.", g.Line)
		}
	}
	meant := d.doc.Form == convention.V1 || d.doc.Form == convention.Broken
	if !h.config.RefuseErrors || !meant || d.record.Role == wire.RolePerson {
		return nil
	}
	for _, g := range d.diagnostics {
		if g.Severity != convention.Error.String() {
			continue
		}
		refusal := refuse(http.StatusUnprocessableEntity, wire.CodePolicy, "%s (line %d): %s.", g.Code, g.Line, g.Message)
		if g.Fix != nil {
			refusal.Message += " Fix: " + g.Fix.Title + "."
		}
		refusal.Diagnostics = d.diagnostics
		return refusal
	}
	return nil
}

func (h *Hall) diagnose(d *draft) []wire.Diagnostic {
	h.mu.Lock()
	names := h.presentNames()
	part, seen := h.recent.of()
	h.mu.Unlock()
	return wireDiagnostics(d.doc.Source, convention.Check(d.doc, convention.Context{
		Seats: names, Now: h.config.Now(), V1Share: part, RoomMessages: seen, Tokens: h.config.Count,
	}))
}

func wireDiagnostics(source string, found []convention.Diagnostic) []wire.Diagnostic {
	locate := convention.NewLocator(source)
	diagnostics := make([]wire.Diagnostic, 0, len(found))
	for _, f := range found {
		g := wire.Diagnostic{Code: f.Code, Severity: f.Severity.String(), Message: f.Message}
		g.Line, g.Column = locate.Position(f.Span.Start)
		g.EndLine, g.EndColumn = locate.Position(f.Span.End)
		if f.Fix != nil {
			g.Fix = wireFix(locate, f.Fix)
		}
		diagnostics = append(diagnostics, g)
	}
	return diagnostics
}

func wireFix(locate *convention.Locator, fix *convention.Fix) *wire.Fix {
	w := &wire.Fix{Title: fix.Title, Safe: fix.Safe, Edits: make([]wire.Edit, 0, len(fix.Edits))}
	for _, e := range fix.Edits {
		edit := wire.Edit{Text: e.Text}
		edit.Line, edit.Column = locate.Position(e.Span.Start)
		edit.EndLine, edit.EndColumn = locate.Position(e.Span.End)
		w.Edits = append(w.Edits, edit)
	}
	return w
}
