package convention

func nearModality() Rule {
	return Rule{
		Code: "near-modality", Severity: Warning,
		Title: "a line without a label that starts with a word near a reserved one",
		Fix:   "safe for must, required, must not, mustn't, do not, don't, never, forbidden, allowed, blocked, blocker; else unsafe",
		Doc: `Only the eighteen reserved words carry modality. A line that starts with must, must
not, mustn't, do not, don't, never, should, shall, please, required, forbidden,
allowed, optional, blocked, blocker, decision, question, evidence, proof, recommend,
recommended, option A or fyi reads as if it did and obliges, forbids or permits
nothing: write req, must-not, may, block, rec, ask, ev or opt/A.

A fix that is not certain is offered only where the message has nothing else
wrong afterwards: a question becomes an ask where it has a time and a default.`,
		Bad:   "v1 request limiter to worker n=1\nmust not push to main",
		Good:  "v1 request limiter to worker n=1\nmust-not push to main",
		scope: headed,
		check: checkNearModality,
	}
}

func checkNearModality(p *pass) {
	for i := range p.odd {
		if r := &p.odd[i]; r.near.text != "" {
			said := Span{r.front.End, r.after.Start}
			p.report(said, quote(p.source[said.Start:said.End])+nearAdvice(r.irregular), p.nearFix(r))
		}
	}
}

func nearAdvice(r irregular) string {
	switch {
	case r.near.drop:
		return " is no reserved word and says nothing: leave it out"
	case r.label.Modality == None:
		return " is no reserved word: say what it is, an ask, a done, or who is the decider"
	case r.label.Modality == Rec:
		return " is no reserved word and obliges nobody: write req where it must be done, rec where it is advice"
	}
	return " is no reserved word, so the line has no force: write " + r.label.String()
}

func (p *pass) nearFix(r *oddFact) *Fix {
	f := &p.m.Facts[r.index]
	label := r.label.String()
	switch {
	case r.near.drop:
		return perhaps("Drop "+r.near.text, r.write("", f)...)
	case label == "":
		return nil
	case r.label.Modality == Opt:
		return p.optionsFix()
	}
	fix := perhaps("Write "+label, r.write(label, f)...)
	fix.Safe = r.near.safe
	return fix
}

// write puts the label in the place of the near word and the marks around it.
func (r irregular) write(label string, f *Fact) []Edit {
	if r.text.Len() > 0 && label != "" {
		label += " "
	}
	edits := []Edit{replace(Span{f.Span.Start, r.text.Start}, label)}
	if r.behind.Len() > 0 {
		edits = append(edits, remove(r.behind))
	}
	return edits
}

// maxOptions bounds how many options are rewritten together.
const maxOptions = 16

// optionsFix labels every line that starts with "option A": one option alone
// would be no choice.
func (p *pass) optionsFix() *Fix {
	var edits []Edit
	options := 0
	for _, r := range p.odd {
		if r.near.text == "" || r.label.Modality != Opt {
			continue
		}
		if options++; options > maxOptions {
			return nil
		}
		edits = append(edits, r.write(r.label.String(), &p.m.Facts[r.index])...)
	}
	return perhaps("Write opt/ before each option", edits...)
}
