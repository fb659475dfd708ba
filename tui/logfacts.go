package tui

import (
	"cmp"
	"slices"
	"strings"

	"earshot/convention"
)

// What the panes ask of the log as a whole. What would need a walk over every
// message is summed up while they come.

// sums are kept up while messages come and are counted.
type sums struct {
	topics []topicCount // by number
	seats  []seatSum    // by the sender's number
}

// topicCount is a topic and how many messages it has.
type topicCount struct {
	name     string
	messages int
	last     int64
}

// seatSum is what a sender has written.
type seatSum struct {
	messages, counted, tokens int
	last                      lastWord
}

// lastWord is the last message of a seat.
type lastWord struct{ seq, at int64 }

// sum takes message i in, which is new.
func (s *store) sum(i int) {
	seq, topic, from := s.Sequence(i), s.entry(i).topic, s.senderOf(i)
	for len(s.sums.topics) < len(s.topics.values) {
		s.sums.topics = append(s.sums.topics, topicCount{name: s.topics.values[len(s.sums.topics)]})
	}
	for len(s.sums.seats) < len(s.senders.values) {
		s.sums.seats = append(s.sums.seats, seatSum{})
	}
	t, w := &s.sums.topics[topic], &s.sums.seats[from]
	t.messages++
	t.last = max(t.last, seq)
	w.messages++
	if w.last.seq < seq {
		w.last = lastWord{seq, s.sentAt(i)}
	}
}

// setTokens notes how many tokens message i has.
func (s *store) setTokens(i int, tokens int32) {
	w := &s.sums.seats[s.senderOf(i)]
	if was := s.slot(i).setTokens(tokens); was >= 0 {
		w.tokens -= int(was)
		w.counted--
	}
	w.tokens += int(tokens)
	w.counted++
}

// topicCounts lists the topics, the one that was spoken of last first.
func (s *store) topicCounts() []topicCount {
	if len(s.sums.topics) == 0 {
		return nil
	}
	counts := slices.DeleteFunc(slices.Clone(s.sums.topics[1:]), func(c topicCount) bool { return c.messages == 0 })
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

// lastWords gives the last message of every seat, by its name in lower case.
func (s *store) lastWords() map[string]lastWord {
	last := make(map[string]lastWord)
	for seat, w := range s.sums.seats {
		name := strings.ToLower(s.senders.values[seat].name)
		if w.last.seq > last[name].seq {
			last[name] = w.last
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
// points; what is not counted yet is left out. In a large log the points begin
// where chunks do, so that the sums of chunks are all that is looked at.
func (s *store) tokenSeries(n int) []float64 {
	n = min(n, s.n)
	series := make([]float64, n)
	bound := func(p int) int {
		at := p * s.n / n
		if p == 0 || p == n || s.n < n*chunkSize {
			return at
		}
		return at - (s.head+at)%chunkSize
	}
	for p := range n {
		from, to := bound(p), bound(p+1)
		sum, counted := s.tokensOf(from, to)
		series[p] = float64(sum) / float64(max(counted, 1))
	}
	return series
}

// tokensOf adds up the tokens of messages from … to-1 as far as they are
// counted, whole chunks at once.
func (s *store) tokensOf(from, to int) (sum, counted int) {
	for from < to {
		at := s.slot(from)
		if at.i == 0 && to-from >= chunkSize {
			sum, counted, from = sum+at.tokens, counted+at.counted, from+chunkSize
			continue
		}
		if t := at.entry().tokens; t >= 0 {
			sum, counted = sum+int(t), counted+1
		}
		from++
	}
	return sum, counted
}
