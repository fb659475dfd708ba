package ledger

import "earshot/convention"

// rule is a must-not or may line.
type rule struct {
	post  *post
	line  int
	text  span
	may   bool
	entry entry[rule] // of a must-not, while it is not lifted for everybody
	lifts []*post     // of a must-not: the messages that lift it, each for whom it addresses
}

// ruleBook is the prohibitions of one sender on a topic.
type ruleBook struct {
	sender *seat
	shelf  shelf[rule] // what is forbidden
	may    []*rule     // what is permitted
}

// rules notes what a message forbids and permits. A may line lifts the earlier
// must-nots of the same sender on the same topic all of whose words it has.
func (l *Ledger) rules(p *post, doc *convention.Message) {
	for i := range doc.Facts {
		f := &doc.Facts[i]
		m := f.Label.Modality
		if m != convention.MustNot && m != convention.May {
			continue
		}
		book := p.topic.rulesOf(p.from)
		r := &rule{post: p, line: f.Line, text: spanOf(f.TextSpan), may: m == convention.May}
		w := l.wordsOf(p.source, f, p.topic.words)
		d := l.rare(p)
		d.rules = append(d.rules, r)
		if !r.may {
			r.entry = entry[rule]{words: w, of: r}
			book.shelf.put(&r.entry)
			continue
		}
		book.may = append(book.may, r)
		for _, e := range book.shelf.match(w, nil) {
			if int(e.hits) == len(e.words) && e.of.post != p {
				e.of.lift(p)
			}
		}
	}
}

func (t *topic) rulesOf(s *seat) *ruleBook {
	for _, b := range t.rules {
		if same(b.sender, s) {
			return b
		}
	}
	b := &ruleBook{sender: s}
	t.rules = append(t.rules, b)
	return b
}

// lift notes a permission; the prohibition is done with once all it addresses are
// permitted.
func (r *rule) lift(by *post) {
	if n := len(r.lifts); n == 0 || r.lifts[n-1] != by {
		r.lifts = append(r.lifts, by)
	}
	if r.lifted() != nil {
		r.entry.leave()
	}
}

// lifted returns the message that lifted the prohibition for the last of those it
// addresses; nil while it binds anybody.
func (r *rule) lifted() *post {
	if len(r.lifts) == 0 {
		return nil
	}
	last := r.lifts[len(r.lifts)-1]
	if last.is(toAll) {
		return last
	}
	if r.post.is(toAll) {
		return nil
	}
	for _, s := range r.post.to() {
		if r.binds(s) {
			return nil
		}
	}
	return last
}

// binds reports whether the prohibition holds for a seat.
func (r *rule) binds(s *seat) bool {
	if r.may || !r.post.reaches(s) || r.post.corrected() {
		return false
	}
	for _, by := range r.lifts {
		if by.reaches(s) {
			return false
		}
	}
	return true
}
