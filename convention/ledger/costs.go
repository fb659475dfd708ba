package ledger

import (
	"math"
	"slices"
	"time"

	"earshot/convention"
)

// Assumptions are the settable figures behind Costs. The zero value of a field
// means its default.
type Assumptions struct {
	// Readers is how many seats read each message; 0 means the seats known in the
	// room less one, at least one.
	Readers int
	// Write and Hit are the price of a token written to a prompt cache and of one
	// read from it, in fresh tokens: 1.25 (a cache that lives 5 minutes; 2 for one
	// that lives an hour) and 0.1.
	Write, Hit float64
	// Lifetime is how long the cache lives (5 minutes), ReadWithin how far apart
	// the readers of one message read it (1 minute). Where they read further apart
	// than the cache lives, nobody hits.
	Lifetime, ReadWithin time.Duration
	// Prefix is how many tokens a prefix needs to be cached at all: 1024.
	Prefix int
	// Convention is the tokens of the convention text every seat holds; 0 means
	// that of Text, counted.
	Convention int
	// PrettyJSON compares with JSON indented by two spaces, as the study did,
	// instead of compact JSON.
	PrettyJSON bool
}

func (a Assumptions) filled(v View, count func(string) int) Assumptions {
	if a.Readers <= 0 {
		a.Readers = max(1, v.l.members()-1)
	}
	if a.Write <= 0 {
		a.Write = 1.25
	}
	if a.Hit <= 0 {
		a.Hit = 0.1
	}
	if a.Lifetime <= 0 {
		a.Lifetime = 5 * time.Minute
	}
	if a.ReadWithin <= 0 {
		a.ReadWithin = time.Minute
	}
	if a.Prefix <= 0 {
		a.Prefix = 1024
	}
	if a.Convention <= 0 {
		a.Convention = count(convention.Text())
	}
	return a
}

// members counts the seats that are known to be or to have been in the room.
func (l *Ledger) members() int {
	n := 0
	for _, s := range l.roster.all {
		if s.posted || s.known {
			n++
		}
	}
	return n
}

// SeatCosts is what one seat's messages cost and how it behaves.
type SeatCosts struct {
	Seat
	Messages, Tokens      int
	Repeats, RepeatTokens int           // stored messages that repeat an earlier one of the seat
	Deduplicated          int           // further copies that the server counted and did not store
	TimeTokens, IDTokens  int           // in instants, and in ids that mix letters and digits
	Replies               int           // messages with a reply reference
	Unanswered            int           // asks the seat owes an answer to, those silence has decided included
	AnswerTime            time.Duration // median from ask to answer; 0 where it answered nothing
	V1, CleanV1           int           // well-formed messages; those without error or warning
}

// CleanShare is the share of the seat's messages that are v1 without error or
// warning, 0 to 1.
func (s SeatCosts) CleanShare() float64 {
	if s.Messages == 0 {
		return 0
	}
	return float64(s.CleanV1) / float64(s.Messages)
}

// Savings is what each lever would save, in tokens. A lever that would cost more
// than it saves is negative.
type Savings struct {
	Dedup       int // tokens of repeats × (1 + readers)
	Cache       int // read tokens less the same reads through a cache
	StateRecord int // (log − record) for each newcomer
}

// Grammar is what the convention costs, and when it has paid for itself.
type Grammar struct {
	Tokens int // of the convention × seats
	// Saved is the tokens that the v1 messages saved against JSON so far, written
	// once and read by the readers; PaidAfter is after how many such messages the
	// grammar is paid, 0 where it never is.
	Saved     int
	PaidAfter int
}

// Costs is the account of a room, with the assumptions it rests on.
type Costs struct {
	Assumptions          Assumptions
	Readers, Messages    int
	Tokens, ReadTokens   int
	RecordTokens         int
	ConventionTokens     int
	JSONTokens, V1Tokens int // of the v1 messages, as JSON and as they are
	Seats                []SeatCosts
	Savings              Savings
	Grammar              Grammar
}

// Costs adds up what the messages fed so far cost. It counts and checks every
// message again, so it is for a command or a background, not for a frame. count
// must be the same function on every call.
func (v View) Costs(a Assumptions, count func(string) int) Costs {
	a = a.filled(v, count)
	c := Costs{Assumptions: a, Readers: a.Readers, Messages: v.l.posts.n, ConventionTokens: a.Convention}
	seats := make(map[*seat]*SeatCosts)
	var order []*seat
	cache, prefix, messages := 0.0, 0, 0
	for n := range v.l.posts.n {
		p := v.l.posts.at(n)
		who := p.from.self()
		s := seats[who]
		if s == nil {
			s = &SeatCosts{Seat: who.public()}
			seats[who] = s
			order = append(order, who)
		}
		n, _ := v.l.tokens(p, count)
		c.Tokens += n
		prefix += n
		cache += readCost(n, prefix, a)
		s.Deduplicated += v.l.weight(p) - 1
		s.add(p, n, count)
		if c.addTwin(p, n, count) {
			messages++
		}
	}
	for _, who := range order {
		s := seats[who]
		s.Unanswered, s.AnswerTime = who.unanswered(), median(who.answers)
		c.Savings.Dedup += s.RepeatTokens * (1 + a.Readers)
		c.Seats = append(c.Seats, *s)
	}
	c.ReadTokens = c.Tokens * a.Readers
	c.RecordTokens = count(v.Record("", count).Text)
	c.Savings.Cache = c.ReadTokens - int(math.Round(cache))
	c.Savings.StateRecord = c.Tokens - c.RecordTokens
	c.grammar(v.l.members(), messages)
	return c
}

// tokens counts a message, once for all calls, and returns what that weighed.
func (l *Ledger) tokens(p *post, count func(string) int) (n, weight int) {
	if missing := l.posts.n - len(l.tokensOf); missing > 0 {
		l.tokensOf = append(l.tokensOf, make([]int32, missing)...)
	}
	weight = weighThing
	kept := &l.tokensOf[p.number]
	if *kept == 0 {
		*kept = int32(count(p.source))
		weight += len(p.source)
	}
	return int(*kept), weight
}

// readCost is what the readers of one message pay for its n tokens, in fresh
// tokens: all of it while the log is too short to be cached; then the first
// reader writes it to the cache and the others hit, if they come in time.
func readCost(n, prefix int, a Assumptions) float64 {
	t, readers := float64(n), float64(a.Readers)
	switch {
	case prefix < a.Prefix:
		return t * readers
	case a.ReadWithin > a.Lifetime:
		return t * a.Write * readers
	}
	return t*a.Write + t*a.Hit*(readers-1)
}

func (s *SeatCosts) add(p *post, n int, count func(string) int) {
	s.Messages++
	s.Tokens += n
	if p.is(repeated) {
		s.Repeats++
		s.RepeatTokens += n
	}
	times, ids := MarkTokens(p.source, count)
	s.TimeTokens += times
	s.IDTokens += ids
	if p.is(replied) {
		s.Replies++
	}
	if !p.is(acts) {
		return
	}
	s.V1++
	clean := !slices.ContainsFunc(convention.Check(convention.Parse(p.source), convention.Context{}), func(d convention.Diagnostic) bool {
		return d.Severity >= convention.Warning
	})
	if clean {
		s.CleanV1++
	}
}

// addTwin compares a well-formed message with the same content as JSON.
func (c *Costs) addTwin(p *post, n int, count func(string) int) bool {
	if !p.is(acts) || p.is(repeated) {
		return false
	}
	c.V1Tokens += n
	c.JSONTokens += count(convention.Twin(convention.Parse(p.source), c.Assumptions.PrettyJSON))
	return true
}

// grammar reckons when the convention has paid for itself: each message saves its
// difference to JSON once for its writer and once for each reader.
func (c *Costs) grammar(seats, messages int) {
	c.Grammar.Tokens = c.ConventionTokens * seats
	c.Grammar.Saved = (c.JSONTokens - c.V1Tokens) * (1 + c.Readers)
	if messages > 0 && c.Grammar.Saved > 0 {
		each := float64(c.Grammar.Saved) / float64(messages)
		c.Grammar.PaidAfter = int(math.Ceil(float64(c.Grammar.Tokens) / each))
	}
}

// unanswered counts the asks that the seat has not answered.
func (s *seat) unanswered() int {
	n := 0
	for _, it := range s.inHand() {
		if it.ask {
			n++
		}
	}
	return n
}

func median(list []time.Duration) time.Duration {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	if n := len(list); n%2 == 0 {
		return (list[n/2-1] + list[n/2]) / 2
	}
	return list[len(list)/2]
}
