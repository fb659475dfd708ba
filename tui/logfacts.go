package tui

import (
	"cmp"
	"slices"
	"strings"

	"earshot/convention"
)

// What the panes ask of the log as a whole. Each walks over entries, not over
// bodies.

// topicCount is a topic and how many messages it has.
type topicCount struct {
	name     string
	messages int
	last     int64
}

// topicCounts lists the topics, the one that was spoken of last first.
func (s *store) topicCounts() []topicCount {
	counts := make([]topicCount, len(s.topics.values))
	for i := range s.n {
		e := s.entry(i)
		counts[e.topic].messages++
		counts[e.topic].last = s.Sequence(i)
	}
	for i := range counts {
		counts[i].name = s.topics.values[i]
	}
	counts = slices.DeleteFunc(counts[1:], func(c topicCount) bool { return c.messages == 0 })
	slices.SortFunc(counts, func(a, b topicCount) int { return cmp.Compare(b.last, a.last) })
	return counts
}

// recentTopics lists up to n topics, the one that was spoken of last first,
// looking back over a bounded part of the log.
func (s *store) recentTopics(n int) []string {
	const reach = 2000
	var names []string
	seen := make(map[uint32]bool)
	for i := s.n - 1; i >= max(0, s.n-reach) && len(names) < n; i-- {
		if t := s.entry(i).topic; t != 0 && !seen[t] {
			seen[t] = true
			names = append(names, s.topics.values[t])
		}
	}
	return names
}

// lastWord is the last message of a seat.
type lastWord struct{ seq, at int64 }

// lastWords gives the last message of every seat, by its name in lower case.
func (s *store) lastWords() map[string]lastWord {
	bySeat := make([]lastWord, len(s.senders.values))
	for i := range s.n {
		bySeat[s.senderOf(i)] = lastWord{s.Sequence(i), s.sentAt(i)}
	}
	last := make(map[string]lastWord)
	for seat, w := range bySeat {
		name := strings.ToLower(s.senders.values[seat].name)
		if w.seq > last[name].seq {
			last[name] = w
		}
	}
	return last
}

// v1Share is the share of well-formed messages among the last n, and how many
// there were.
func (s *store) v1Share(n int) (share float64, of int) {
	v1 := 0
	for i := max(0, s.n-n); i < s.n; i++ {
		of++
		if s.Doc(i).Form == convention.V1 {
			v1++
		}
	}
	return float64(v1) / float64(max(of, 1)), of
}

// repliesTo lists up to n messages that answer one.
func (s *store) repliesTo(seq int64, n int) []int64 {
	var all []int64
	for i := s.after(seq); i < s.n && len(all) < n; i++ {
		if s.replyTo(i) == seq {
			all = append(all, s.Sequence(i))
		}
	}
	return all
}

// tokenSeries averages the tokens of messages in their order into at most n
// points; what is not counted yet is left out.
func (s *store) tokenSeries(n int) []float64 {
	n = min(n, s.n)
	series := make([]float64, n)
	for p := range n {
		from, to := p*s.n/n, (p+1)*s.n/n
		sum, counted := 0, 0
		for i := from; i < to; i++ {
			if t := s.entry(i).tokens; t >= 0 {
				sum += int(t)
				counted++
			}
		}
		series[p] = float64(sum) / float64(max(counted, 1))
	}
	return series
}
