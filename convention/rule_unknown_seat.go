package convention

import "strings"

func unknownSeat() Rule {
	return Rule{
		Code: "unknown-seat", Severity: Error,
		Title: "to names a seat that is not in the room (where the seats are known)",
		Fix:   "unsafe: the one nearest name within edit distance 2",
		Doc: `A line addressed to a seat that is not in the room is acted on by nobody. Seats
compare without case; white space in a seat's name is written as a hyphen; all
addresses every seat.`,
		Bad:   "v1 report limiter to laed n=1\ntodo route test",
		Good:  "v1 report limiter to lead n=1\ntodo route test",
		scope: headed,
		check: checkUnknownSeat,
	}
}

// maxGuesses bounds for how many unknown seats of one message a name is
// guessed.
const maxGuesses = 8

func checkUnknownSeat(p *pass) {
	if p.ctx.Seats == nil {
		return
	}
	to := distinct(p.m.Header.To)
	r := newRoster(p.ctx.Seats, len(to))
	guesses := 0
	for _, t := range to {
		if SameSeat(t.Text, "all") || r.bearers(t.Text) > 0 {
			continue
		}
		var fix *Fix
		if guesses < maxGuesses {
			guesses++
			fix = p.renameSeat(t, r.nearest(t.Text))
		}
		p.report(t.Span, "no seat "+quote(t.Text)+" is in the room: nobody acts on this", fix)
	}
}

// renameSeat writes the name wherever the header and the decider lines hold
// the same slip.
func (p *pass) renameSeat(t Token, name string) *Fix {
	if name == "" || strings.ContainsAny(name, ",=") {
		return nil
	}
	var edits []Edit
	for _, same := range p.m.Header.To {
		if SameSeat(same.Text, t.Text) {
			edits = append(edits, replace(same.Span, name))
		}
	}
	for i := range p.facts {
		if d, ok := deciderOf(&p.facts[i], p.source); ok && SameSeat(d.Text, t.Text) {
			edits = append(edits, replace(d.Span, name))
		}
	}
	return perhaps("Write "+name, edits...)
}
