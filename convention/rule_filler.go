package convention

func filler() Rule {
	return Rule{
		Code: "filler", Severity: Hint,
		Title: "please note that, as discussed, basically, just, kind of, in order to, at this point, and hedges, with their tokens",
		Fix:   "safe: drops the filler; hedges have none",
		Doc: `A token earns its cost only when the receiver could not have predicted it. Filler is
predictable. Hedges (I think, probably, I guess, maybe) are not dropped, because
they say that something is unproven: write claim.

"just" is left to you on lines that oblige, forbid or permit, where it can mean
"only", and so is any filler whose loss would change how the line reads.`,
		Bad:   "v1 report limiter to lead n=1\noutcome is basically partial",
		Good:  "v1 report limiter to lead n=1\noutcome is partial",
		scope: headed,
		signs: phraseSigns,
		check: checkFiller,
	}
}

func checkFiller(p *pass) {
	list := p.phraseList()
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].fact == list[from].fact {
			to++
		}
		p.reportFillers(&p.facts[list[from].fact], list[from:to])
		from = to
	}
}

// reportFillers reports the fillers and hedges of one fact.
func (p *pass) reportFillers(f *Fact, list []phrase) {
	droppable := p.droppable(f, list)
	for _, x := range list {
		said := p.source[x.span.Start:x.span.End]
		costs := " says nothing"
		if p.ctx.Tokens != nil {
			costs = " costs " + countTokens(p.tokens(said)) + " and says nothing"
		}
		switch {
		case x.kind == hedges && f.Label.Modality != Claim:
			p.report(x.span, quote(said)+" hedges: write claim, if that is what it is", nil)
		case x.kind == fills && droppable && x.free && !p.only(f, x):
			p.report(x.span, quote(said)+costs, safely("Drop "+quote(said), remove(x.cut)))
		case x.kind == fills:
			p.report(x.span, quote(said)+costs, nil)
		}
	}
}

// only reports whether the filler is a "just" that may mean "only" on a line
// that has force.
func (p *pass) only(f *Fact, x phrase) bool {
	if lower(p.source[x.span.Start]) != 'j' {
		return false
	}
	switch f.Label.Modality {
	case Req, Ask, MustNot, May, Default, Decider, Deadline:
		return true
	}
	return false
}

// droppable reports whether the fact, without all of its fillers, still is
// what it was: not empty, and opened by nothing that any check reads.
func (p *pass) droppable(f *Fact, list []phrase) bool {
	if f.Label.Modality == Ev {
		return false
	}
	var rest []byte
	at := f.TextSpan.Start
	dropped := false
	for _, x := range list {
		if x.kind != fills {
			continue
		}
		dropped = true
		if x.cut.Start > at {
			rest = append(rest, p.source[at:x.cut.Start]...)
		}
		at = max(at, x.cut.End)
	}
	if !dropped {
		return false
	}
	text := string(append(rest, p.source[at:f.TextSpan.End]...))
	left := trim(text, Span{0, len(text)})
	if left.Len() == 0 {
		return false
	}
	switch f.Label.Modality {
	case None:
		return ordinary(text, left)
	case Rec, Risk, Decider:
		return list[0].kind != fills || list[0].span.Start > f.TextSpan.Start
	}
	return true
}

// ordinary reports whether the line is a plain fact that no check of a line's
// start has anything to say about.
func ordinary(text string, line Span) bool {
	if l, _ := readLabel(text, line.Start, line.End); l.Modality != None {
		return false
	}
	if _, odd := readIrregular(text, line); odd {
		return false
	}
	if _, idle := redundant(text, line); idle {
		return false
	}
	return !fenceMarks(text, line.Start, line.End) && !isBare(text[line.Start:line.End]) && emojiLen(text[line.Start:line.End]) == 0
}
