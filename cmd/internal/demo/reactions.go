package demo

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"earshot/convention"
	"earshot/convention/ledger"
)

// hearYu is what the seats make of what the person says: the first reading that fits is acted on.
func (d *director) hearYu(m heard) {
	for _, reading := range []func(heard) bool{
		d.unusable, d.moreTime, d.decision, d.countMended, d.proofAsked, d.nudged,
		d.withdrawn, d.loopStopped, d.asked, d.requested,
	} {
		if reading(m) {
			return
		}
	}
	d.unheard(m)
}

// answered is the message that m replies to.
func (d *director) answered(m heard) (heard, bool) {
	if m.ReplyTo == "" {
		return heard{}, false
	}
	to, ok := d.messages[d.byID[m.ReplyTo]]
	return to, ok
}

// to names the seat that should speak: the first one addressed, else the one replied to, else lead.
func (d *director) to(m heard) string {
	if m.Doc.Header != nil {
		for _, seat := range m.Doc.Header.To {
			for _, known := range []string{Lead, Worker, Scout, Runner} {
				if convention.SameSeat(seat.Text, known) {
					return known
				}
			}
		}
	}
	if of, ok := d.answered(m); ok && of.From.Name != Yu {
		return of.From.Name
	}
	return Lead
}

// topic is the topic of a message, or the one the room is about.
func topic(m heard) string {
	if m.Doc.Header != nil && m.Doc.Header.Topic.Text != "" {
		return m.Doc.Header.Topic.Text
	}
	return "limiter"
}

// answer queues a v1 answer of a seat to yu's message.
func (d *director) answer(m heard, seat string, facts ...string) {
	d.after(m.At, 3*time.Second, Line{Seat: seat, Reply: m.Sequence, Text: say(v1("answer", topic(m), Yu, facts...))})
}

// unusable is a message meant for the convention that nobody may act on.
func (d *director) unusable(m heard) bool {
	switch {
	case m.Doc.Data():
		d.answer(m, Lead, fmt.Sprintf("#%d is headed n=%d and carries %d facts, nobody acts on it", m.Sequence, m.Doc.Header.N, len(m.Doc.Facts)))
	case m.Doc.Form == convention.Broken:
		d.answer(m, Lead, fmt.Sprintf("the header of #%d cannot be read, nobody acts on it", m.Sequence))
	default:
		return false
	}
	return true
}

// proposal is yu's item of lead's proposal as of a moment.
func (d *director) proposal(now time.Time) (ledger.Item, bool) {
	for _, item := range d.owed.At(now).ItemsOf(d.sequence[keyProposal]) {
		if item.Owes.Name == Yu {
			return item, true
		}
	}
	return ledger.Item{}, false
}

// moreTime is a hold of the decision.
func (d *director) moreTime(m heard) bool {
	if m.Doc.Header == nil || !strings.EqualFold(m.Doc.Header.Intent.Text, "hold") {
		return false
	}
	item, ok := d.proposal(m.At)
	if !ok || item.Holds == 0 || !item.Due.After(m.At) {
		d.answer(m, Lead, fmt.Sprintf("#%d moves nothing: a hold replies to the ask and names a later time", m.Sequence))
		return true
	}
	d.held = true
	due := item.Due
	d.answer(m, Lead, "held until "+basic(due)+", worker waits")
	d.after(due, 4*time.Second, Line{
		Seat: Lead, ReplyTo: keyProposal, Unless: func(d *director) bool { return d.decided },
		Text: say(v1("note", "limiter", "all", "no answer by "+basic(due)+", silence→A with the fail-open is in force", "worker goes on with A")),
	})
	return true
}

// decision is an answer to the proposal, as the ledger reads it.
func (d *director) decision(m heard) bool {
	item, ok := d.proposal(m.At)
	if !ok {
		return false
	}
	if item.AnsweredBy != m.Sequence {
		return d.questionBack(m, item)
	}
	d.decided = true
	option := optionOf(m.Body)
	note := []string{fmt.Sprintf("#%d taken as option %s, worker has it", m.Sequence, option)}
	demand := fmt.Sprintf("req build option %s of #%d, as answered in #%d", option, item.Sequence, m.Sequence)
	if option == "" {
		note = []string{fmt.Sprintf("#%d names no option, worker goes by its words", m.Sequence)}
		demand = fmt.Sprintf("req build the limiter in the words of #%d", m.Sequence)
	}
	if item.Late == "late-after-default" {
		note = append(note, "A was in force since "+basic(item.Due)+", what was built on it is looked at again")
	}
	d.after(m.At, 2*time.Second, Line{Seat: Lead, Reply: m.Sequence, Text: say(v1("note", "limiter", Yu, note...))})
	d.after(m.At, 4*time.Second, Line{Seat: Lead, Key: "order", Text: func(d *director) string {
		return v1("request", "limiter", Worker, demand, "ask accept or decline, "+basic(m.At.Add(60*time.Second)), "default silence past the ask time→lead builds it")
	}})
	plan := "plan as answered"
	if option != "" {
		plan = "plan option " + option + " in lib/rate-limit.ts"
	}
	d.after(m.At, 8*time.Second, Line{Seat: Worker, ReplyTo: "order", Text: say(v1("accept", "limiter", Lead, "accepted", plan))})
	return true
}

// questionBack is a reply to the proposal that answers nothing.
func (d *director) questionBack(m heard, item ledger.Item) bool {
	of, ok := d.answered(m)
	if !ok || of.Sequence != item.Sequence || item.AnsweredBy != 0 {
		return false
	}
	d.answer(m, Lead, "A is exact and costs one hop of about 3 ms, B may let through N times the limit",
		fmt.Sprintf("#%d stays open until %s", item.Sequence, basic(item.Due)))
	return true
}

// optionOf finds the option that a text names: its letter, or what only that option speaks of.
func optionOf(body string) string {
	named := words(body)
	for _, w := range named {
		if w == "A" || w == "B" {
			return w
		}
	}
	for _, w := range named {
		switch strings.ToLower(w) {
		case "redis", "sliding":
			return "A"
		case "memory", "bucket":
			return "B"
		}
	}
	return ""
}

// countMended is anything that points worker to the count of its report.
func (d *director) countMended(m heard) bool {
	of, ok := d.answered(m)
	about := ok && of.Sequence == d.sequence[keyReport] || d.to(m) == Worker && mentions(m, "count", "10", "9", "facts")
	if d.corrected || d.sequence[keyReport] == 0 || !about {
		return false
	}
	d.correct(m)
	return true
}

// proofAsked is anything that asks worker for proof.
func (d *director) proofAsked(m heard) bool {
	if d.to(m) != Worker || !mentions(m, "proof", "prove", "proves", "proved", "evidence", "run") {
		return false
	}
	d.prove(m)
	return true
}

// nudged has the seat that owes an answer give it.
func (d *director) nudged(m heard) bool {
	of, ok := d.answered(m)
	if !ok || m.Doc.Header == nil || !strings.EqualFold(m.Doc.Header.Intent.Text, "nudge") || of.From.Name == Yu {
		return false
	}
	for _, item := range d.owed.At(m.At).ItemsOf(of.Sequence) {
		if item.Owes.Name == Yu || item.AnsweredBy != 0 {
			continue
		}
		fact := "not started, done within the hour"
		if of.Sequence == d.sequence[keyOwner] {
			fact = "the platform team owns maxmemory, asked them to raise it"
		}
		d.after(m.At, 3*time.Second, Line{Seat: item.Owes.Name, Reply: of.Sequence, Text: say(v1("answer", topic(of), of.From.Name, fact))})
		return true
	}
	d.answer(m, d.to(m), fmt.Sprintf("nothing of #%d is open", of.Sequence))
	return true
}

// withdrawn is yu taking back a message of its own.
func (d *director) withdrawn(m heard) bool {
	of, ok := d.answered(m)
	if !ok || m.Doc.Header == nil || !strings.EqualFold(m.Doc.Header.Intent.Text, "withdraw") {
		return false
	}
	if of.From.Name != Yu {
		d.answer(m, Lead, fmt.Sprintf("#%d is %s's to take back", of.Sequence, of.From.Name))
		return true
	}
	d.answer(m, d.to(of), fmt.Sprintf("#%d dropped", of.Sequence))
	return true
}

// loopStopped is anything said to runner.
func (d *director) loopStopped(m heard) bool {
	if d.to(m) != Runner {
		return false
	}
	fact := "stopped, the same line was sent again and again"
	if d.stopped {
		fact = "stopped already"
	}
	d.stopped = true
	d.answer(m, Runner, fact)
	return true
}

// asked is an ask or a question of yu's to a seat.
func (d *director) asked(m heard) bool {
	for _, fact := range m.Doc.Facts {
		isAsk := m.Doc.Acts() && fact.Label.Modality == convention.Ask
		if !isAsk && !strings.Contains(fact.Text, "?") {
			continue
		}
		d.answer(m, d.to(m), fmt.Sprintf("nothing known about it beyond #%d, looking", max(1, d.sequence[keyReport])), "eta 1h")
		return true
	}
	return false
}

// requested is a demand of yu's: accepted, then done with the commit that shows it.
func (d *director) requested(m heard) bool {
	demanded := slices.ContainsFunc(m.Doc.Facts, func(f convention.Fact) bool { return f.Label.Modality == convention.Req })
	if !m.Doc.Acts() || !demanded {
		return false
	}
	seat := d.to(m)
	d.after(m.At, 3*time.Second, Line{Seat: seat, Reply: m.Sequence, Text: say(v1("accept", topic(m), Yu, "accepted, start now"))})
	var facts []string
	for _, fact := range m.Doc.Facts {
		if fact.Label.Modality == convention.Req {
			id := len(facts)/2 + 1
			facts = append(facts, fmt.Sprintf("done#%d %s", id, undated(fact)), fmt.Sprintf("ev#%d commit %07x", id, 0xa000001+m.Sequence))
		}
	}
	d.after(m.At, 15*time.Second, Line{Seat: seat, Reply: m.Sequence, Text: say(v1("report", topic(m), Yu, facts...))})
	return true
}

// undated is a fact's text without what follows the first comma: its time, mostly.
func undated(f convention.Fact) string {
	text, _, _ := strings.Cut(f.Text, ",")
	return strings.TrimSpace(text)
}

// unheard is a message that none of the readings fits.
func (d *director) unheard(m heard) {
	if m.Doc.Form != convention.V1 {
		d.answer(m, Lead, fmt.Sprintf("#%d has no header, so nobody was asked anything", m.Sequence))
		return
	}
	d.answer(m, d.to(m), fmt.Sprintf("#%d noted", m.Sequence))
}

// mentions says whether a fact of a message holds one of the words, without case.
func mentions(m heard, wanted ...string) bool {
	for _, fact := range m.Doc.Facts {
		for _, word := range words(fact.Text) {
			if slices.Contains(wanted, strings.ToLower(word)) {
				return true
			}
		}
	}
	return false
}

// words are the runs of letters and digits of a text.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
