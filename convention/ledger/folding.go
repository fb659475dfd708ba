package ledger

import (
	"cmp"
	"math"
	"slices"
)

// Folding is a state record in the making. A large room's record takes
// milliseconds: who must not be held up for so long makes it in pieces, with
// [Folding.Step]. It holds for the revision that it was begun at: once
// [View.Revision] is another, it has to be begun anew.
type Folding struct {
	stages []stint
	count  func(string) int
	record Record
	facts  []fact
	page   *page
}

// stint works on for at most so long, in units of some tenth of a microsecond,
// and returns what it has left; 0 or less says that there may be more to do.
type stint func(budget int) (left int)

// Fold begins what [View.Record] does at once.
func (v View) Fold(topic string, count func(string) int) *Folding {
	f := &Folding{count: count, record: Record{Topic: topic}}
	if topic == "" {
		f.room(v.l)
		return f
	}
	if t := v.l.topics[topic]; t != nil && len(t.posts) > 0 {
		f.topic(v.l, t)
		return f
	}
	f.record.Text = "v1 state " + topic + " to all n=0"
	return f
}

// Step works on for some tenths of a microsecond, a single message or line more
// where that takes longer, and reports whether more remains.
func (f *Folding) Step(budget int) (more bool) {
	for len(f.stages) > 0 {
		if budget = f.stages[0](budget); budget <= 0 {
			return true
		}
		f.stages = f.stages[1:]
	}
	return false
}

// Record is what was made, once nothing remains.
func (f *Folding) Record() Record { return f.record }

// finish makes all that remains at once.
func (f *Folding) finish() Record {
	for f.Step(math.MaxInt) {
	}
	return f.record
}

// What things weigh, in the units of a budget.
const (
	weighThing = 1
	weighLine  = 16
	weighTopic = 8
	// Parsing takes about a unit for so many bytes, counting tokens one for each.
	parsedBytes = 8
)

// then adds a stage of one thing that cannot be divided and takes little.
func (f *Folding) then(do func()) {
	f.each(func() int { return 1 }, func(int) int { do(); return weighThing })
}

// each adds a stage that does n things, which is asked when it begins; do
// returns what it weighs.
func (f *Folding) each(n func() int, do func(i int) (weight int)) {
	i, end := 0, -1
	f.stages = append(f.stages, func(budget int) int {
		if end < 0 {
			end = n()
		}
		for ; i < end && budget > 0; i++ {
			budget -= do(i)
		}
		return budget
	})
}

// write adds the stage that puts n lines on the page.
func (f *Folding) write(n func() int, line func(i int) (factKind, string)) {
	f.each(n, func(i int) int {
		kind, text := line(i)
		f.page.add(kind, text)
		if f.count != nil && f.page.limit > 0 {
			return weighLine + len(text)
		}
		return weighLine
	})
}

// room plans the record of the room: what is live, then the lines of its topics.
func (f *Folding) room(l *Ledger) {
	s := &roomSums{byTopic: make(map[*topic]*topicSum)}
	f.each(func() int { return len(l.topicOrder) }, func(i int) int { return s.addTopic(l.topicOrder[i]) })
	f.each(func() int { return len(l.live.all) }, func(i int) int { return s.addItem(l.live.all[i]) })
	f.each(func() int { return len(l.claims.all) }, func(i int) int { return s.addClaim(l.claims.all[i]) })
	f.then(func() {
		s.sort()
		f.record.Lists = listed(nil)
		f.page = l.roomPage(f.count)
	})
	f.write(func() int { return len(s.list) }, func(i int) (factKind, string) {
		line := s.list[i].line()
		s.list[i].tell(&f.record.Lists, line)
		return factLast, line
	})
	f.then(func() { f.record.Text, f.record.Left = f.page.roomEnd() })
}

// topic plans the record of a topic: what its messages cost, what they say, from
// the last to the first who said what last, and the lines of that.
func (f *Folding) topic(l *Ledger, t *topic) {
	limit, last := 0, t.posts[len(t.posts)-1].seq
	if f.count != nil && l.posts.n >= fullLog {
		total := 0
		f.each(func() int { return len(t.posts) }, func(i int) int {
			n, weight := l.tokens(t.posts[i], f.count)
			total += n
			return weight
		})
		f.then(func() { limit = max(1, total/recordShare) })
	}
	f.each(func() int { return len(t.posts) }, func(i int) int {
		if t.posts[i].detail == nil {
			return weighThing
		}
		f.facts = l.foldPost(f.facts, t.posts[i])
		return weighLine + len(t.posts[i].source)/parsedBytes
	})
	var words lastWords
	f.then(func() { words.begin(f.facts) })
	f.each(func() int { return len(t.posts) }, func(i int) int { return words.add(t.posts[len(t.posts)-1-i]) })
	var lines []fact
	f.then(func() {
		f.facts = append(append(append(f.facts, words.work...), t.budgetFacts()...), words.all()...)
		f.facts = inOrder(latestProofs(f.facts))
		f.record.Lists = listed(f.facts)
		lines = mergeOwed(f.facts)
		f.page = newPage("v1 state "+t.name+" to all", last, limit, f.count)
	})
	f.write(func() int { return len(lines) }, func(i int) (factKind, string) { return lines[i].kind, lines[i].line() })
	f.then(func() { f.record.Text, f.record.Left = f.page.fit() })
}

// inOrder puts facts in the order of a record; those of a kind stay as they are.
func inOrder(facts []fact) []fact {
	slices.SortStableFunc(facts, func(a, b fact) int { return cmp.Compare(a.kind, b.kind) })
	return facts
}
