package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/render"
	"earshot/tui/chrome"
	"earshot/tui/timeline"
)

// detailOverlay shows one message whole: as it came, checked, with the history
// of its items, its costs, and the same content as JSON.
type detailOverlay struct {
	scroller
	msg  timeline.Message
	doc  *convention.Message
	w    int
	rev  uint64 // of what was drawn
	made []render.Row
}

// openDetail shows the current message in detail; one of ours that came back
// is taken into the composer instead.
func (m *Model) openDetail() {
	r := m.room()
	if n := r.timeline.Selected(); n < 0 {
		m.openOutgoing(r, -n)
		return
	}
	msg, ok := r.timeline.Current()
	if !ok {
		return
	}
	i, _ := r.log.Index(msg.Sequence)
	m.overlay = &detailOverlay{msg: msg, doc: r.log.Doc(i)}
}

func (m *Model) openOutgoing(r *room, number int64) {
	p := r.out.numbered(number)
	switch {
	case p == nil:
	case !p.back:
		m.notify(chrome.Info, "this message is on its way: "+p.state)
	case !r.composer.Empty():
		m.notify(chrome.Warn, "a draft is open ("+r.draftOf+"): send it or clear it first")
	default:
		m.takeBack(r, p)
	}
}

func (d *detailOverlay) key(m *Model, k tea.KeyPressMsg) {
	key := k.String()
	if b, ok := m.keys.find(key, inOverlay); ok {
		m.run(b, key)
		return
	}
	if m.moveOverlay(&d.scroller, key) {
		return
	}
	if b, ok := m.keys.find(key, anywhere); ok && slices.Contains([]string{"copy", "answer", "reply", "nudge", "proof"}, b.id) {
		if b.id != "copy" {
			m.overlay = nil
		}
		m.run(b, key)
		return
	}
	m.explain(key, []place{inOverlay, always})
}

func (d *detailOverlay) paste(m *Model, _ string) {
	m.notify(chrome.Info, "nothing was pasted: close the detail first")
}

func (d *detailOverlay) scroll(rows int) { d.ScrollBy(rows) }

func (d *detailOverlay) line(*Model, int) (render.Row, int) { return nil, -1 }
func (d *detailOverlay) title() string                      { return fmt.Sprintf("message #%d in detail", d.msg.Sequence) }
func (d *detailOverlay) hints() []string {
	return []string{"scroll-down", "page-down", "reply", "copy", "close"}
}

func (d *detailOverlay) rows(m *Model, w, h int) []render.Row {
	if d.made == nil || d.w != w || d.rev != m.room().told.rev {
		d.made, d.w, d.rev = m.detailRows(d, w), w, m.room().told.rev
	}
	d.fit(len(d.made), h)
	return d.cut(d.made)
}

// detailRows draws the sections.
func (m *Model) detailRows(d *detailOverlay, w int) []render.Row {
	r := m.room()
	var rows []render.Row
	section := func(name string, body []render.Row) {
		if len(body) == 0 {
			return
		}
		if len(rows) > 0 {
			rows = append(rows, nil)
		}
		rows = append(rows, render.Row{{Text: render.Word(" " + name), Role: render.Title}})
		rows = append(rows, body...)
	}
	section("as it came", m.rawRows(d.msg.Body, w))
	section("checks", m.checkRows(r, d.doc, w))
	section("history", m.historyRows(r, d.msg, w))
	section("costs", m.costRows(r, d, w))
	section("the same as JSON", m.jsonRows(d.doc, w))
	return rows
}

// indented draws text in rows of at most w cells.
func (m *Model) indented(s render.Safe, role render.Role, w int) []render.Row {
	var rows []render.Row
	for _, line := range m.measure.Wrap(s, max(w-4, 1)) {
		rows = append(rows, m.measure.Fit(render.Row{{Text: render.Word("   ")}, {Text: line, Role: role}}, w))
	}
	return rows
}

func (m *Model) rawRows(body string, w int) []render.Row {
	return m.indented(render.Clean(strings.TrimRight(body, "\n")), render.Plain, w)
}

func (m *Model) checkRows(r *room, doc *convention.Message, w int) []render.Row {
	c := convention.Context{Tokens: m.countTokens()}
	for _, s := range r.roster2() {
		c.Seats = append(c.Seats, s.Name)
	}
	c.V1Share, c.RoomMessages = r.log.v1Share(50)
	found := convention.Check(doc, c)
	if len(found) == 0 {
		return m.indented(render.Word("✓ nothing to be said against it"), render.Good, w)
	}
	rows := render.DiagnosticRows(doc.Source, found, w, m.measure)
	seen := make(map[string]bool)
	for _, f := range found {
		if rule, ok := ruleOf(f.Code); ok && !seen[f.Code] {
			seen[f.Code] = true
			rows = append(rows, m.indented(render.Join(render.CleanLine(f.Code), render.Word(": "), render.CleanLine(strings.Join(strings.Fields(rule.Doc), " "))), render.Dim, w)...)
		}
	}
	return rows
}

func ruleOf(code string) (convention.Rule, bool) {
	for _, rule := range convention.Rules() {
		if rule.Code == code {
			return rule, true
		}
	}
	return convention.Rule{}, false
}

// historyRows tell what became of the message's items and claims.
func (m *Model) historyRows(r *room, msg timeline.Message, w int) []render.Row {
	clock := m.clock(r)
	var rows []render.Row
	say := func(role render.Role, text string) {
		rows = append(rows, m.indented(render.CleanLine(text), role, w)...)
	}
	for _, i := range r.view.ItemsOf(msg.Sequence) {
		for n, line := range itemHistory(i, clock) {
			role := render.Plain
			if n == 0 {
				role = render.Strong
			}
			say(role, line)
		}
	}
	state := r.view.Message(msg.Sequence)
	for _, n := range sortedLines(state.Lines) {
		l := state.Lines[n]
		if l.Claim != nil {
			say(render.FlagWarn, fmt.Sprintf("line %d is unproven: %s", n, claimWords(*l.Claim)))
		}
		if l.Grade != "" && l.Claim == nil {
			say(render.Good, strings.TrimSpace(fmt.Sprintf("line %d: %s %s", n, l.Grade, l.Detail)))
		}
	}
	for _, seq := range r.log.repliesTo(msg.Sequence, 20) {
		if i, ok := r.log.Index(seq); ok {
			reply := r.log.At(i)
			say(render.Dim, fmt.Sprintf("#%d %s replied %s", seq, reply.From, render.FormatTime(reply.At, clock)))
		}
	}
	return rows
}

func sortedLines(lines map[int]ledger.LineState) []int {
	var all []int
	for n := range lines {
		all = append(all, n)
	}
	slices.Sort(all)
	return all
}

// itemHistory is an item in sentences: asked, nudged, held, answered.
func itemHistory(i ledger.Item, c render.Clock) []string {
	head := fmt.Sprintf("%s, owed by %s: %s", i.Kind, i.Owes.Name, i.State)
	if !i.Due.IsZero() {
		head += ", due " + render.FormatTime(i.Due, c)
	}
	lines := []string{head, fmt.Sprintf("  asked by %s %s in #%d, line %d", i.From.Name, render.FormatTime(i.At, c), i.Sequence, i.Line)}
	for _, a := range i.Acks {
		lines = append(lines, fmt.Sprintf("  %s acknowledged it in #%d: %s", a.Seat.Name, a.Sequence, a.Text))
	}
	for _, n := range i.Nudges {
		lines = append(lines, fmt.Sprintf("  nudged in #%d", n))
	}
	for _, h := range i.Handovers {
		lines = append(lines, fmt.Sprintf("  handed over from %s to %s in #%d", h.From.Name, h.To.Name, h.Sequence))
	}
	if i.Holds > 0 {
		lines = append(lines, fmt.Sprintf("  its time was moved %d times", i.Holds))
	}
	if i.BlockedBy != 0 {
		lines = append(lines, fmt.Sprintf("  blocked in #%d: %s", i.BlockedBy, i.BlockedText))
	}
	if i.AnsweredBy != 0 {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("  settled by #%d %s %s", i.AnsweredBy, i.AnsweredHow, i.Late)))
	}
	if i.ClosedBy != 0 {
		lines = append(lines, fmt.Sprintf("  closed by #%d", i.ClosedBy))
	}
	for n := 1; n < len(lines); n++ {
		if !strings.HasPrefix(lines[n], "  ") {
			lines[n] = "  " + lines[n]
		}
	}
	return lines
}

func claimWords(c ledger.Claim) string {
	words := map[string]string{
		ledger.WhyClaim: "it says so itself", ledger.WhyNoEvidence: "it names no evidence",
		ledger.WhyEvidenceKind: "its evidence is of a kind that cannot prove it", ledger.WhyEvidenceMissing: "its evidence was looked for and is missing or failed",
	}
	why, ok := words[c.Why]
	if !ok {
		why = c.Why
	}
	if len(c.Needs) > 0 {
		kinds := make([]string, len(c.Needs))
		for i, k := range c.Needs {
			kinds[i] = string(k)
		}
		why += "; it needs " + strings.Join(kinds, ", ")
	}
	return why
}

func (m *Model) costRows(r *room, d *detailOverlay, w int) []render.Row {
	if m.counter == nil {
		return m.indented(render.Word("tokens are not known"), render.Dim, w)
	}
	n, readers := m.counter.Count(d.msg.Body), r.readersNow()
	text := fmt.Sprintf("%d tokens, read by %d: %d", n, readers, n*readers)
	if d.doc.Header != nil {
		compact, pretty := m.counter.Count(convention.Twin(d.doc, false)), m.counter.Count(convention.Twin(d.doc, true))
		text += fmt.Sprintf("; as JSON %d, indented %d", compact, pretty)
	}
	return m.indented(render.Word(text), render.Plain, w)
}

func (m *Model) jsonRows(doc *convention.Message, w int) []render.Row {
	if doc.Header == nil {
		return nil
	}
	return m.indented(render.Clean(convention.Twin(doc, true)), render.Dim, w)
}
