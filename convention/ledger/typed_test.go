package ledger

import (
	"encoding/json"
	"slices"
	"strings"

	"earshot/convention"
)

// Messages with a typed trailer in random rooms, and what the twin makes of them.

// typed makes a message with a typed trailer, its text escaped or timed at times.
func (m *maker) typed(kind string) string {
	text := pick(m.dice, []string{"", "", `tests pass\n `, "deployed "}) + m.text()
	if kind == "work.result" {
		return m.text() + "\n" + convention.TypedPrefix + ` {"type":"work.result","reason":"` + text + `"}`
	}
	if m.roll(3) == 0 {
		text += " " + m.stamp()
	}
	to := pick(m.dice, append([]string{"builder", "YU", "all"}, makerSeats...))
	return convention.TypedPrefix + ` {"type":"work.request","to":"` + to + `","task":"` + text + `"}` + "\n"
}

func isTyped(x Message) bool { return strings.Contains(x.Doc.Source, `"work.request"`) }

// afterTyped makes what may follow a typed request: its result, a report or a hold
// of who was asked, and what the asker does with it.
func (m *maker) afterTyped(x *Message, old Message) string {
	x.ReplyTo = old.ID
	_, to, _ := strings.Cut(strings.ToLower(old.Doc.Source), `"to":"`)
	to, _, _ = strings.Cut(to, `"`)
	how := m.roll(9)
	switch {
	case how < 2:
		x.From = old.From
	case slices.Contains(makerSeats, to):
		x.From = Seat{"i_" + to, to}
	}
	switch how {
	case 0, 1:
		return m.message(pick(m.dice, []string{"withdraw", "nudge", "accept"}), "limiter", to, []string{m.text()})
	case 2:
		return m.message("handover", "limiter", old.From.Name, []string{"decider " + pick(m.dice, makerSeats)})
	case 3:
		return m.message("hold", "limiter", old.From.Name, []string{m.stamp()})
	case 4:
		return m.message("status", "limiter", old.From.Name, []string{"block " + m.text()})
	case 5:
		return m.message("report", "limiter", old.From.Name, []string{"done " + m.text(), "ev run 7"})
	}
	return m.typed("work.result")
}

// typed reads a trailer: a request to one seat is a req of it, its result in reply a
// done without proof, and all else is possible.
func (w *twin) typed(p *tPost, line int, object string) {
	var t struct{ Type, To, Task, Reason string }
	if json.Unmarshal([]byte(object), &t) != nil {
		return
	}
	text := strings.Join(strings.Fields(t.Task+t.Reason), " ")
	possible := &tPossible{post: p, line: line, kind: PossibleAsk, role: t.To, text: text}
	switch t.Type {
	case "work.request":
		var seats []string
		for _, name := range w.everybody(p) {
			if name == strings.ToLower(t.To) && name != p.from && w.present(name, p) {
				seats = append(seats, name)
			}
		}
		if len(seats) == 1 {
			w.openText(p, line, seats[0], text)
			return
		}
	case "work.result":
		possible.kind = PossibleResult
		for _, it := range w.items {
			if it.post == p.target && it.post.prose && it.owner == p.from {
				w.result(p, it, line, text)
				return
			}
		}
	}
	w.possibles = append(w.possibles, possible)
}

func (w *twin) openText(p *tPost, line int, name, text string) {
	as := *p
	as.m.Doc = convention.Parse("v1 x y to all n=1\nreq " + text)
	w.open(&as, 0, 0, false, false, name)
	it := w.items[len(w.items)-1]
	it.post, it.line = p, line
}

func (w *twin) result(p *tPost, it *tItem, line int, text string) {
	if it.proved == nil && it.withdrawn == nil && it.superseded == nil {
		it.reports, it.claimed = append(it.reports, p), p
	}
	doc := convention.Parse("v1 x y to all n=1\ndone " + text)
	w.claim(p, &convention.Fact{Line: line, Text: text}, nil, WhyNoEvidence, doc.Proof(0).Needs)
}
