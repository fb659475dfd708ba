package render

import (
	"strings"

	"earshot/convention"
	"earshot/convention/ledger"
)

// facts are those lines of a message with labels that are drawn.
func (d *drawing) facts() []part {
	proving := d.provingLines()
	parts := make([]part, 0, d.to)
	for i := range d.to {
		parts = append(parts, d.factAt(i, proving))
	}
	return parts
}

// factAt is the fact at an index, where proving holds the ev lines of proved
// done lines.
func (d *drawing) factAt(i int, proving map[int]bool) part {
	f := d.in.Doc.Facts[i]
	ls := d.in.State.Lines[f.Line]
	ls.Proved = ls.Proved || proving[i]
	return d.fact(f, ls)
}

// provingLines are the indexes of the ev lines of proved done lines.
func (d *drawing) provingLines() map[int]bool {
	var lines map[int]bool
	for i, f := range d.in.Doc.Facts {
		if f.Label.Modality != convention.Done || !d.in.State.Lines[f.Line].Proved {
			continue
		}
		if lines == nil {
			lines = map[int]bool{}
		}
		for _, ev := range d.in.Doc.Proof(i).Evidence {
			lines[ev] = true
		}
	}
	return lines
}

// fact is one line with its label and flags.
func (d *drawing) fact(f convention.Fact, ls ledger.LineState) part {
	label := labelOf(f, ls)
	from := f.TextSpan
	if f.Label.Modality == convention.None {
		if word, rest, ok := freeLabel(d.in.Doc.Source[from.Start:from.End]); ok {
			label = Row{{Text: CleanLine(word), Role: Dim}}
			from.Start = from.End - len(rest)
		} else {
			label = Row{{Text: Safe{s: "·"}, Role: Dim}}
		}
	}
	return part{label: label, text: d.text(from, f.Times), flags: lineFlags(d.in, f)}
}

// labelOf is a reserved word with its id, in its family's colour.
func labelOf(f convention.Fact, ls ledger.LineState) Row {
	l := f.Label
	if l.Modality == convention.None {
		return nil
	}
	text := Safe{s: l.Modality.String()}
	if l.Sep != 0 {
		text = Join(text, CleanLine(string(rune(l.Sep))+l.ID))
	}
	return Row{{Text: text, Role: RoleOf(f, ls)}}
}

// freeLabel splits off a first word that the convention's writers use as a label
// without the word being reserved. It only aligns the line; it means nothing.
func freeLabel(text string) (word, rest string, ok bool) {
	word, rest, ok = strings.Cut(text, " ")
	if !ok {
		return "", "", false
	}
	switch strings.TrimSuffix(word, ":") {
	case "outcome", "cost", "eta", "reason", "approvals", "budget", "note",
		"commit", "run", "pr", "branch", "file", "url", "msg", "log", "artifact", "tag", "deploy",
		"owes", "decided", "in-force", "pending", "proved", "unproven", "blocked",
		"permitted", "forbidden", "option", "hazard", "last":
		return word, rest, true
	}
	return "", "", false
}
