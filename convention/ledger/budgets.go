package ledger

import (
	"strconv"
	"strings"

	"earshot/convention"
)

// The levels of a budget.
const (
	BudgetNear  = 80  // percent of the budget spent
	BudgetSpent = 100 // all of it
)

// Budget is what a request allows a seat to spend and what the seat reports to
// have spent: the last figure it gave on the topic, in tokens.
type Budget struct {
	Sequence   int64 // the request
	Line       int
	Topic      string
	From, Seat Seat
	Tokens     int
	Spent      int
	ReportedBy int64 // the message with the figure; 0: none yet
	Level      int   // 0, BudgetNear or BudgetSpent
}

// budget is one seat's share in a request with a budget line.
type budget struct {
	flag
	seat     *seat
	tokens   int
	spent    int
	reported *post
}

func (b *budget) level() int {
	switch {
	case b.spent >= b.tokens:
		return BudgetSpent
	case b.spent*100 >= b.tokens*BudgetNear:
		return BudgetNear
	}
	return 0
}

// budget reads budgets that a message with reqs gives and costs that it reports.
// A budget belongs to its request and never spreads to another: a cost counts for
// the seat's latest request with a budget on the topic.
func (l *Ledger) budget(p *post, doc *convention.Message) {
	for i := range doc.Facts {
		f := &doc.Facts[i]
		if f.Label.Modality != convention.None {
			continue
		}
		if n, ok := tokensAfter(f.Text, "cost"); ok {
			l.spend(p, n)
		}
		if n, ok := tokensAfter(f.Text, "budget"); ok && n > 0 && requests(p) {
			for nth, s := range p.to() {
				b := &budget{flag: flag{post: p, line: uint32(f.Line), nth: uint32(nth)}, seat: s, tokens: n}
				p.topic.budgets = append(p.topic.budgets, b)
			}
		}
	}
}

func requests(p *post) bool {
	items := p.items()
	for i := range items {
		if !items[i].ask {
			return true
		}
	}
	return false
}

func (l *Ledger) spend(p *post, n int) {
	for i := len(p.topic.budgets) - 1; i >= 0; i-- {
		b := p.topic.budgets[i]
		if !same(b.seat, p.from) {
			continue
		}
		was := b.level()
		b.spent, b.reported = n, p
		b.on = b.level() > 0
		switch {
		case b.on && was == 0:
			l.budgets.enter(b)
		case !b.on && was > 0:
			l.budgets.leave()
		}
		return
	}
}

// tokensAfter reads "budget 150000 tokens" after a lower-case ASCII word.
func tokensAfter(text, word string) (int, bool) {
	if len(text) < len(word) || text[0]|0x20 != word[0] || !strings.EqualFold(text[:len(word)], word) {
		return 0, false
	}
	fields := strings.Fields(text)
	if len(fields) != 3 || !strings.EqualFold(strings.TrimSuffix(fields[0], ":"), word) || !strings.EqualFold(fields[2], "tokens") {
		return 0, false
	}
	n, err := strconv.Atoi(strings.ReplaceAll(fields[1], ",", ""))
	return n, err == nil && n >= 0
}
