package tui

import (
	"fmt"

	"earshot/client"
	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
	"earshot/render"
	"earshot/tui/composer"
	"earshot/tui/timeline"
	"earshot/tui/triage"
)

// What the keys for answering, nudging and asking for proof act on: the
// selected row of triage while that has the focus, or the selected message;
// where that has nothing of the kind, the first row that needs us, wherever the
// focus is; and at last what the timeline or triage shows without being asked.

// pointed is the message that keys act on in the timeline.
func (m *Model) pointed() (timeline.Message, bool) {
	if m.view != viewRoom || len(m.rooms) == 0 {
		return timeline.Message{}, false
	}
	return m.room().timeline.Current()
}

// row is the selected row of triage where it is on the screen.
func (m *Model) row() (triage.Row, bool) {
	if !m.showsTriage() || !m.room().known {
		return triage.Row{}, false
	}
	return m.room().triage.Selected()
}

// fit says which items a key can act on. Whether one fits follows from the item
// and the name alone.
type fit struct {
	name string
	fits func(ledger.Item) bool
}

// open fits what nobody and no silence has settled yet, which goes before what a
// key could still act on.
func (f fit) open() fit {
	return fit{"open, " + f.name, func(i ledger.Item) bool { return !i.State.Settled() && f.fits(i) }}
}

// toAnswer fits what can be answered.
func toAnswer() fit { return fit{"answerable", answerable} }

// item is the item that is acted on: the first one that fits, one that we owe
// before others. What the person chose comes before what needs us, and that
// before what merely stands where nothing was chosen.
func (m *Model) item(wanted fit) (ledger.Item, bool) {
	r := m.room()
	chosenMessage := m.view == viewRoom && r.timeline.Selected() > 0
	if chosenMessage {
		if i, ok := m.pointedItem(wanted.fits); ok {
			return i, true
		}
	}
	ofRow, ok := m.rowItem(wanted.fits)
	if ok && (m.view == viewTriage || r.chosen) {
		return ofRow, true
	}
	for _, f := range []fit{wanted.open(), wanted} {
		if first, any := r.triage.FirstNamed(f.name, func(r triage.Row) bool { return r.Item != nil && f.fits(*r.Item) }); any {
			return *first.Item, true
		}
	}
	if i, found := m.pointedItem(wanted.fits); found || !ok {
		return i, found
	}
	return ofRow, true
}

// rowItem is the item of the selected row of triage. A decision by somebody who
// is not to decide is about the ask that was to be decided.
func (m *Model) rowItem(fits func(ledger.Item) bool) (ledger.Item, bool) {
	row, ok := m.row()
	switch {
	case !ok:
	case row.Item != nil && fits(*row.Item):
		return *row.Item, true
	case row.Decision != nil:
		for _, i := range m.room().view.ItemsOf(row.Decision.Ask) {
			if fits(i) {
				return i, true
			}
		}
	}
	return ledger.Item{}, false
}

func (m *Model) pointedItem(fits func(ledger.Item) bool) (ledger.Item, bool) {
	msg, ok := m.pointed()
	if !ok {
		return ledger.Item{}, false
	}
	_, line, pointed := m.room().timeline.Pointed()
	var found *ledger.Item
	for _, i := range m.room().view.ItemsOf(msg.Sequence) {
		switch me := m.room().me(); {
		case !fits(i):
		case pointed && i.Line == line:
			return i, true
		case found == nil, mine(i, me) && !mine(*found, me):
			found = &i
		}
	}
	if found == nil {
		return ledger.Item{}, false
	}
	return *found, true
}

func mine(i ledger.Item, me string) bool {
	return me != "" && convention.SameSeat(i.Owes.Name, me)
}

// answerable says that an ask still waits, or was decided by silence alone.
func answerable(i ledger.Item) bool {
	return i.Kind == ledger.Ask && (!i.State.Settled() || i.State == ledger.Defaulted)
}

func (m *Model) owed() fit {
	me := m.room().me()
	return fit{"owed by others than " + me, func(i ledger.Item) bool { return !i.State.Settled() && !mine(i, me) }}
}

// claim is the claim that proof is asked for: the one on the line pointed at,
// else the first of the message.
func (m *Model) claim() (ledger.Claim, bool) {
	if msg, ok := m.pointed(); ok {
		var found *ledger.Claim
		lines := m.room().view.Message(msg.Sequence).Lines
		if _, line, ok := m.room().timeline.Pointed(); ok && lines[line].Claim != nil {
			return *lines[line].Claim, true
		}
		for _, line := range lines {
			if line.Claim != nil && (found == nil || line.Claim.Line < found.Line) {
				found = line.Claim
			}
		}
		if found != nil {
			return *found, true
		}
	}
	row, ok := m.row()
	if chosen := m.view == viewTriage || m.room().chosen || m.room().timeline.Selected() == 0; !ok || !chosen || row.Claim == nil {
		return ledger.Claim{}, false
	}
	return *row.Claim, true
}

// rowIsAside says that the selected row of triage was set aside.
func (m *Model) rowIsAside() bool {
	row, ok := m.row()
	return ok && row.Group == render.SetAside
}

// target is the message that a reply goes to.
func (m *Model) target() (timeline.Message, bool) {
	if m.view == viewTriage {
		row, ok := m.row()
		if !ok {
			return timeline.Message{}, false
		}
		i, ok := m.room().log.Index(row.Sequence)
		if !ok {
			return timeline.Message{}, false
		}
		return m.room().log.At(i), true
	}
	return m.pointed()
}

// Why keys do nothing here, for the key table.

func onePane(m *Model) string {
	if m.layout.mode == modeTooSmall {
		return "the screen is too small"
	}
	return ""
}

func oneRoom(m *Model) string {
	if len(m.rooms) < 2 {
		return "only one room is watched"
	}
	return ""
}

func notWaiting(m *Model) string {
	r := m.room()
	if r.cfg.API == nil {
		return "this source has no connection"
	}
	if r.status.State != client.StateReconnecting {
		return "the connection is " + r.status.State.String()
	}
	return ""
}

func cannotWrite(m *Model) string { return m.room().cannotPost() }

func noAsk(m *Model) string {
	if why := cannotWrite(m); why != "" {
		return why
	}
	if _, ok := m.item(toAnswer()); ok {
		return ""
	}
	if _, _, ok := m.possibleAsk(); ok {
		return ""
	}
	return "no ask waits for you, and none is selected"
}

func noReply(m *Model) string {
	if why := cannotWrite(m); why != "" {
		return why
	}
	if _, ok := m.target(); !ok {
		return "no message is selected"
	}
	return ""
}

func noNudge(m *Model) string {
	if why := cannotWrite(m); why != "" {
		return why
	}
	if _, ok := m.item(m.owed()); !ok {
		return "nothing that another seat owes is selected"
	}
	return ""
}

func noClaim(m *Model) string {
	if why := cannotWrite(m); why != "" {
		return why
	}
	if _, ok := m.claim(); !ok {
		return "no claim is selected"
	}
	return ""
}

func noMessage(m *Model) string {
	if _, ok := m.room().timeline.Current(); !ok {
		return "there is no message"
	}
	return ""
}

func noJSON(m *Model) string {
	if why := noMessage(m); why != "" {
		return why
	}
	r := m.room()
	msg, _ := r.timeline.Current()
	if i, ok := r.log.Index(msg.Sequence); !ok || r.log.Doc(i).Form != convention.JSON {
		return fmt.Sprintf("#%d is no JSON", msg.Sequence)
	}
	return ""
}

func noSeat(m *Model) string {
	if m.room().roster.Seat() == "" {
		return "no seat is listed"
	}
	return ""
}

func oneReader(m *Model) string {
	if m.room().readersNow() <= 1 {
		return "one reader is the least"
	}
	return ""
}

// nothingThere is noMessage, where one of ours on its way does too.
func nothingThere(m *Model) string {
	if m.room().timeline.Selected() < 0 {
		return ""
	}
	return noMessage(m)
}

func noSearch(m *Model) string {
	if m.room().timeline.Pattern() == "" {
		return "nothing is searched for; / searches"
	}
	return ""
}

func noRow(m *Model) string {
	if _, ok := m.row(); !ok {
		return "nothing is selected"
	}
	return ""
}

// Starts of messages.

func startAnswer(i ledger.Item) composer.Start {
	s := startAbout(i, composer.Answer)
	if i.Decider && len(i.Options) == 0 {
		s.Kind = composer.Decide
	}
	s.To = []string{i.From.Name}
	for _, o := range i.Options {
		s.Options = append(s.Options, composer.Option{ID: o.ID, Text: o.Text})
	}
	s.Recommended, s.Default = i.Recommended, i.Default
	return s
}

func startNudge(i ledger.Item) composer.Start {
	s := startAbout(i, composer.Nudge)
	s.To = []string{i.Owes.Name}
	return s
}

func startAbout(i ledger.Item, kind composer.Kind) composer.Start {
	return composer.Start{
		Kind: kind, Topic: i.Topic, ReplyTo: i.MessageID, ReplyToSequence: i.Sequence,
		About: i.Text, Due: i.Due,
	}
}

func startProof(c ledger.Claim, messageID string) composer.Start {
	s := composer.Start{
		Kind: composer.Proof, To: []string{c.Seat.Name}, Topic: c.Topic,
		ReplyTo: messageID, ReplyToSequence: c.Sequence, About: c.Text,
	}
	needs := c.Needs
	if len(needs) == 0 { // a line that only claims says as much as a done line what would prove it
		needs = evidence.Need(c.Text).Kinds()
	}
	for _, k := range needs {
		s.Needs = append(s.Needs, string(k))
	}
	return s
}

func startReply(msg timeline.Message, doc *convention.Message) composer.Start {
	s := composer.Start{
		Kind: composer.Reply, To: []string{msg.From}, ReplyTo: msg.ID, ReplyToSequence: msg.Sequence,
	}
	if doc.Header != nil {
		s.Topic = doc.Header.Topic.Text
	}
	return s
}

// titleOf is what the composer's title calls a draft.
func titleOf(s composer.Start) string {
	words := map[composer.Kind]string{
		composer.Compose: "message", composer.Reply: "reply to", composer.Answer: "answer to",
		composer.Nudge: "nudge about", composer.Proof: "ask for proof of", composer.Decide: "decision on",
		composer.Hold: "hold", composer.Withdraw: "withdraw", composer.Accept: "accept", composer.Handover: "hand over",
		composer.Rewrite: "ask from",
	}
	if s.ReplyToSequence == 0 {
		return "message"
	}
	word := words[s.Kind]
	if s.Kind == composer.Compose {
		word = "reply to"
	}
	return fmt.Sprintf("%s #%d", word, s.ReplyToSequence)
}
