package ledger

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// topicSum is what the room's record says of a topic in one line.
type topicSum struct {
	topic   *topic
	last    int64
	owes    map[string]int // seat → items that wait for it
	order   []string
	overdue int
	soonest time.Time
	inForce []string // what silence has decided, shortly
	counts  [factLast + 1]int
}

// The room's record has one line a topic, those with something overdue or in
// force first, then the latest.

func (l *Ledger) roomPage(count func(string) int) *page {
	var last int64
	if l.posts.n > 0 {
		last = l.posts.last().seq
	}
	limit := 0
	if count != nil {
		limit = roomTokens
	}
	return newPage("v1 state room to all", last, limit, count)
}

// roomEnd leaves out the last topics until the page fits.
func (p *page) roomEnd() (text string, left int) {
	for i := len(p.lines) - 1; i >= 0 && p.over(); i-- {
		p.remove(&p.lines[i])
	}
	left = p.left()
	return p.roomText(), left
}

// roomText counts topics where the page of a topic counts facts.
func (p *page) roomText() string {
	n := p.left()
	p.gone = nil
	text := p.text()
	if n == 0 {
		return text
	}
	header, rest, _ := strings.Cut(text, "\n")
	at := strings.LastIndex(header, "n=")
	lines := 1 + strings.Count(rest, "\n") + 1
	if rest == "" {
		lines = 1
	}
	return strings.TrimRight(fmt.Sprintf("%sn=%d\n%s", header[:at], lines, rest), "\n") + fmt.Sprintf("\nleft out %d topics, see the log #%d", n, p.last)
}

// roomSums adds up what is live and what stands on each topic.
type roomSums struct {
	byTopic map[*topic]*topicSum
	list    []*topicSum
}

func (r *roomSums) addTopic(t *topic) (weight int) {
	if len(t.posts) == 0 || t.name == "" {
		return weighThing
	}
	s := &topicSum{topic: t, last: t.posts[len(t.posts)-1].seq, owes: make(map[string]int)}
	for _, book := range t.rules {
		s.counts[factForbidden] += book.shelf.live
	}
	r.byTopic[t] = s
	r.list = append(r.list, s)
	return weighTopic
}

func (r *roomSums) addItem(it *item) (weight int) {
	if !it.listed() {
		return weighThing
	}
	t := it.post().topic
	s := r.byTopic[t]
	if s == nil { // typed requests name no topic
		s = &topicSum{topic: t, owes: make(map[string]int)}
		r.byTopic[t] = s
		r.list = append(r.list, s)
	}
	s.last = max(s.last, it.post().seq)
	s.add(it)
	return 2 * weighThing
}

func (r *roomSums) addClaim(c *claim) (weight int) {
	if s := r.byTopic[c.post.topic]; s != nil && c.listed() {
		s.counts[factUnproven]++
	}
	return weighThing
}

func (r *roomSums) sort() {
	slices.SortStableFunc(r.list, func(a, b *topicSum) int {
		if x, y := a.presses(), b.presses(); x != y {
			if x {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.last, a.last)
	})
}

func (s *topicSum) presses() bool { return s.overdue > 0 || len(s.inForce) > 0 }

func (s *topicSum) add(it *item) {
	switch it.shown() {
	case Defaulted:
		s.inForce = append(s.inForce, it.asking.silence)
		s.counts[factInForce]++
		return
	case Answered:
		return
	case Overdue:
		s.overdue++
	}
	if it.blocked() != nil && it.shown() != Claimed {
		s.counts[factBlocked]++
	}
	name := it.owner.public().Name
	if s.owes[name] == 0 {
		s.order = append(s.order, name)
	}
	s.owes[name]++
	if !it.due.isZero() && (s.soonest.IsZero() || it.due.time().Before(s.soonest)) {
		s.soonest = it.due.time()
	}
}

// mostNames is how many seats a topic's line names.
const mostNames = 4

// line writes "topic limiter: owes worker 2, yu 1, by 20260918T0900Z, overdue 1,
// in-force …, unproven 2, blocked 1, forbidden 2 #16".
func (s *topicSum) line() string {
	var parts []string
	var owes []string
	for i, name := range s.order {
		if i == mostNames {
			owes = append(owes, fmt.Sprintf("%d more", len(s.order)-i))
			break
		}
		owes = append(owes, fmt.Sprintf("%s %d", name, s.owes[name]))
	}
	if len(owes) > 0 {
		parts = append(parts, "owes "+strings.Join(owes, ", "))
		if !s.soonest.IsZero() {
			parts = append(parts, "first "+stamp(s.soonest))
		}
	}
	if s.overdue > 0 {
		parts = append(parts, fmt.Sprintf("overdue %d", s.overdue))
	}
	if n := len(s.inForce); n > 0 {
		parts = append(parts, "in-force "+clip(s.inForce[n-1]))
	}
	for _, k := range []factKind{factUnproven, factBlocked, factForbidden} {
		if n := s.counts[k]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k.word(), n))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "nothing open")
	}
	name := "topic " + s.topic.name
	if s.topic.name == "" {
		name = "no topic"
	}
	return fmt.Sprintf("%s: %s #%d", name, strings.Join(parts, ", "), s.last)
}

// tell adds the topic's line to the lists: what is owed there, and the defaults.
func (s *topicSum) tell(l *Lists, line string) {
	if len(s.order) > 0 {
		l.Must = append(l.Must, Entry{Text: line, Sequence: s.last, Due: s.soonest})
	}
	for _, text := range s.inForce {
		l.Defaults = append(l.Defaults, Entry{Text: text, Sequence: s.last, State: Defaulted})
	}
}
