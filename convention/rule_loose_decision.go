package convention

import "earshot/convention/internal/word"

func looseDecision() Rule {
	return Rule{
		Code: "loose-decision", Severity: Warning,
		Title: "“X decides”, “X decided” or “decision by” in a line without a label",
		Doc: `“Yu decides by Friday” and “Yu has decided” are one word apart, and in the study a
proposal became a decision already taken. Say who chooses with decider, what is
asked with ask, and what happens on silence with default.`,
		Bad:   "v1 propose limiter to yu n=1\nyu (CTO) decides, no other approval",
		Good:  "v1 propose limiter to yu n=1\ndecider yu (CTO)",
		scope: asks,
		lines: linesOf(None),
		signs: decSign,
		check: checkLooseDecision,
	}
}

func checkLooseDecision(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		if f.Label.Modality != None || f.signs&decSign == 0 || isReference(f.Text) {
			continue
		}
		if sp, ok := decisionWords(p.source, f.TextSpan); ok {
			p.report(sp, quote(p.source[sp.Start:sp.End])+" reads as a decision already taken: write decider, or what was decided and by whom", nil)
		}
	}
}

// decisionWords finds the words that sound like a decision.
func decisionWords(s string, text Span) (Span, bool) {
	var before Span
	for i := text.Start; ; {
		start, end := word.Next(s, i, text.End)
		if start == end {
			return Span{}, false
		}
		i = end
		w := s[start:end]
		switch {
		case word.Is(w, "decides"), word.Is(w, "decided"):
			if before.Len() > 0 && !openDecision(s[before.Start:before.End]) {
				return Span{before.Start, end}, true
			}
		case word.Is(w, "decision"):
			if next, stop := word.Next(s, end, text.End); word.Is(s[next:stop], "by") {
				return Span{start, stop}, true
			}
		}
		before = Span{start, end}
	}
}

// openDecision reports whether the word before makes it plain that nothing is
// decided, or asks who does.
func openDecision(w string) bool {
	var buf [16]byte
	switch string(word.Lower(w, &buf)) {
	case "be", "not", "never", "nothing", "nobody", "who", "whoever", "what", "until", "unless", "if", "once":
		return true
	}
	return false
}
