package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"earshot/convention/ledger"
	"earshot/render"
	"earshot/tui/chrome"
	"earshot/tui/composer"
)

// standing is how an item stood when a draft about it was begun, as far as it
// matters to who writes: what of it changes meanwhile is told, and stops the
// sending once.
type standing struct {
	line      int
	owes      string // member id
	state     ledger.State
	by        int64 // the message that brought the state about
	holds     int
	corrected int64 // the message that corrects the one of the item
}

// String is the form in which a standing is kept with its draft.
func (s standing) String() string {
	if s == (standing{}) {
		return ""
	}
	return fmt.Sprintf("%d %s %d %d %d %s", s.line, s.state, s.by, s.holds, s.corrected, s.owes)
}

// parseStanding is the way back.
func parseStanding(text string) (s standing, ok bool) {
	fields := strings.SplitN(text, " ", 6)
	if len(fields) != 6 {
		return standing{}, false
	}
	var errs [4]error
	s.line, errs[0] = strconv.Atoi(fields[0])
	s.by, errs[1] = strconv.ParseInt(fields[2], 10, 64)
	s.holds, errs[2] = strconv.Atoi(fields[3])
	s.corrected, errs[3] = strconv.ParseInt(fields[4], 10, 64)
	s.state, s.owes = ledger.State(fields[1]), fields[5]
	return s, errs == [4]error{} && s != standing{} && s.String() == text
}

// aboutItem says whether a kind of draft is about an item that others may settle.
func aboutItem(k composer.Kind) bool {
	return slices.Contains([]composer.Kind{
		composer.Answer, composer.Decide, composer.Hold, composer.Withdraw, composer.Accept, composer.Handover, composer.Nudge,
	}, k)
}

// heed tells the composer what happened meanwhile to the item that its draft is
// about.
func (m *Model) heed(r *room) {
	i, ok := r.subject(r.start, r.stood)
	if !ok {
		return
	}
	if r.stood == (standing{}) {
		r.stood = r.standingOf(i)
		return
	}
	news := m.meanwhile(r, i, r.stood)
	if r.composer.SetNews(news) && news != "" && r.open {
		m.notifyAbout(aboutDraft, chrome.Warn, news+"; sending stops once")
	}
}

// stoodNow is how the item stands that the draft in the composer is about. What is
// sent is sent in the knowledge of it.
func (r *room) stoodNow() standing {
	if i, ok := r.subject(r.start, r.stood); ok {
		return r.standingOf(i)
	}
	return r.stood
}

// tellOvertaken tells of posts that the room has by now what happened to the items
// that they are about before them, while they were on their way.
func (m *Model) tellOvertaken(r *room) {
	for _, p := range r.confirmed {
		i, ok := r.subject(p.start, p.stood)
		if !ok || r.standingOf(i).by == p.sequence || !slices.Contains([]composer.Kind{composer.Answer, composer.Decide, composer.Nudge}, p.start.Kind) {
			continue
		}
		if news := m.overtaken(r, p); news != "" {
			m.notify(chrome.Warn, fmt.Sprintf("%s; your #%d came after it", news, p.sequence))
		}
	}
	r.confirmed = nil
}

// overtaken says what happened to the item that a post is about since that was
// sent, "" for nothing.
func (m *Model) overtaken(r *room, p *post) string {
	i, ok := r.subject(p.asDraft(), p.stood)
	if !ok || p.stood == (standing{}) {
		return ""
	}
	return m.meanwhile(r, i, p.stood)
}

// subject is the item that a text is about: the one that it was begun with, else
// the one of that line that waits for us, or for anybody.
func (r *room) subject(s composer.Start, stood standing) (found ledger.Item, ok bool) {
	if !aboutItem(s.Kind) || s.ReplyToSequence == 0 || r.rebuild != nil || s.ReplyTo != "" && r.idOf(s.ReplyToSequence) != s.ReplyTo {
		return ledger.Item{}, false
	}
	best := 0
	for _, i := range r.view.ItemsOf(s.ReplyToSequence) {
		fits := 1
		if stood != (standing{}) {
			if i.Line == stood.line {
				fits += 4
			}
			if i.Owes.ID == stood.owes || slices.ContainsFunc(i.Handovers, func(h ledger.Handover) bool { return h.From.ID == stood.owes }) {
				fits += 2
			}
		} else {
			if i.Text == s.About {
				fits += 4
			}
			if mine(i, r.me()) {
				fits += 2
			}
		}
		if fits > best {
			found, best = i, fits
		}
	}
	return found, best > 0
}

// standingOf is how an item stands. That its time comes near or passes is no
// change to who writes about it: the screen shows it anyway.
func (r *room) standingOf(i ledger.Item) standing {
	s := standing{line: i.Line, owes: i.Owes.ID, state: ledger.Open, holds: i.Holds, corrected: r.view.Message(i.Sequence).CorrectedBy}
	switch i.State {
	case ledger.Open, ledger.Due, ledger.Overdue, ledger.Blocked:
	case ledger.Withdrawn, ledger.Superseded, ledger.Accepted:
		s.state, s.by = i.State, i.ClosedBy
	case ledger.Defaulted:
		s.state = i.State
	default:
		s.state, s.by = i.State, i.AnsweredBy
	}
	return s
}

// meanwhile says what of an item changed since a draft about it was begun, "" for
// nothing.
func (m *Model) meanwhile(r *room, i ledger.Item, was standing) string {
	item, now := fmt.Sprintf("#%d", i.Sequence), r.standingOf(i)
	switch {
	case now == was:
		return ""
	case now.corrected != was.corrected && now.corrected > 0:
		return item + " was corrected by " + m.cite(r, now.corrected)
	case now.state != was.state || now.by != was.by:
		return m.settledAs(r, i, item)
	case now.holds != was.holds:
		return item + " was held: it is due " + m.timeIn(r, i.Due) + " now"
	}
	return item + " is owed by " + i.Owes.Name + " now"
}

func (m *Model) settledAs(r *room, i ledger.Item, item string) string {
	switch i.State {
	case ledger.Withdrawn:
		return item + " was withdrawn" + m.byWhom(r, i.ClosedBy)
	case ledger.Superseded:
		return item + " was superseded" + m.byWhom(r, i.ClosedBy)
	case ledger.Accepted:
		return item + " was accepted" + m.byWhom(r, i.ClosedBy)
	case ledger.Answered, ledger.Unreadable:
		return item + " was answered" + m.byWhom(r, i.AnsweredBy)
	case ledger.Proved:
		return item + " was settled with evidence" + m.byWhom(r, i.AnsweredBy)
	case ledger.Claimed:
		return item + " was claimed as done" + m.byWhom(r, i.AnsweredBy)
	case ledger.Defaulted:
		decided := i.Default
		if _, after, arrow := strings.Cut(decided, "→"); arrow {
			decided = strings.TrimSpace(after)
		}
		return "silence has decided " + item + ": " + decided + " is in force since " + m.timeIn(r, i.Due)
	}
	return item + " is open again"
}

// byWhom names who wrote a message and when.
func (m *Model) byWhom(r *room, sequence int64) string {
	i, known := r.log.Index(sequence)
	if !known {
		return fmt.Sprintf(" by #%d", sequence)
	}
	msg := r.log.At(i)
	return fmt.Sprintf(" by %s at %s (#%d)", msg.From, m.timeIn(r, msg.At), sequence)
}

// timeIn is a moment as the screen writes it.
func (m *Model) timeIn(r *room, at time.Time) string {
	clock := m.clock(r)
	clock.Mode = timeOfDay(clock.Mode)
	return render.FormatTime(at, clock)
}
