package demo

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"earshot/client/wire"
)

// Generate makes a large room: count messages from sequence 1 on, the same for the same seed. Its
// seats report, ask, answer, decide, chat and repeat themselves in the proportions of a busy room,
// over as many topics as such a room has. Message bodies are between 20 and about 900 bytes.
func Generate(seed uint64, count int) iter.Seq[wire.Message] {
	return func(yield func(wire.Message) bool) {
		g := &generator{
			random: rand.New(rand.NewPCG(seed, 1)),
			at:     time.Date(2026, time.September, 17, 9, 0, 0, 0, time.UTC),
			seats:  []string{Lead, Worker, Scout, Runner, Yu, "mia", "noor", "tester"},
		}
		for sequence := range int64(count) {
			if sequence%topicMessages == 0 {
				g.newTopic(int(sequence / topicMessages))
			}
			if !yield(g.message(sequence + 1)) {
				return
			}
		}
	}
}

// A room works on a handful of topics at a time, and each is done with after some hundred messages.
const (
	topicsAtOnce  = 8
	topicMessages = 50 // messages from one new topic to the next
)

type generator struct {
	random        *rand.Rand
	at            time.Time
	seats, topics []string
	asks          []asked // the latest messages with an ask
	last          string  // what the looping seat said
}

type asked struct{ id, from, to, topic string }

// newTopic begins the topic of that number and, once there are enough, ends the oldest.
func (g *generator) newTopic(number int) {
	names := []string{"limiter", "redis", "deploy", "upload", "billing", "search", "docs", "release"}
	topic := names[number%len(names)]
	if round := number / len(names); round > 0 {
		topic = fmt.Sprintf("%s-%d", topic, round)
	}
	g.topics = append(g.topics, topic)
	if len(g.topics) > topicsAtOnce {
		g.topics = g.topics[1:]
	}
}

func (g *generator) pick(of []string) string { return of[g.random.IntN(len(of))] }

func (g *generator) message(sequence int64) wire.Message {
	g.at = g.at.Add(time.Duration(1+g.random.IntN(40)) * time.Second)
	from := g.pick(g.seats)
	m := wire.Message{
		Sequence: sequence, ID: fmt.Sprintf("msg_%010x", sequence), RoomID: Room, Type: "message",
		Sender: wire.Sender{MemberID: "i_" + from, Kind: "instance", Name: from}, CreatedAt: g.at,
	}
	switch g.random.IntN(10) {
	case 0:
		m.Content = g.prose()
	case 1:
		m.Sender.MemberID, m.Sender.Name, m.Content = "i_"+Runner, Runner, g.repeat()
	case 2, 3, 4:
		m.Content = g.ask(m)
	case 5, 6:
		if len(g.asks) > 0 {
			g.answer(&m)
			break
		}
		fallthrough
	default:
		m.Content = g.report(from)
	}
	return m
}

func (g *generator) other(seat string) string {
	for {
		if to := g.pick(g.seats); to != seat {
			return to
		}
	}
}

func (g *generator) prose() string {
	return g.pick([]string{
		"Morning all! I think we should probably also look at the upload endpoint at some point.",
		"ok, will look",
		"The dashboard shows a p99 of 41 ms since the change.\nNo alerts over night.",
		"日本語のログも確認しました。問題ありません。",
		"worker: can you say where the counters live?",
	})
}

func (g *generator) repeat() string {
	if g.last == "" || g.random.IntN(40) == 0 {
		g.last = v1("status", "deploy", Lead, fmt.Sprintf("block connection refused by 10.0.0.%d:6379, retrying", g.random.IntN(250)))
	}
	return g.last
}

func (g *generator) ask(m wire.Message) string {
	to, topic := g.other(m.Sender.Name), g.pick(g.topics)
	g.asks = append(g.asks, asked{m.ID, m.Sender.Name, to, topic})
	if len(g.asks) > 32 {
		g.asks = g.asks[1:]
	}
	due := g.at.Add(time.Duration(2+g.random.IntN(600)) * time.Minute)
	facts := []string{
		fmt.Sprintf("ask how to go on with step %d of %s, %s", g.random.IntN(900), topic, due.Format("20060102T1504Z")),
		"opt/A wait for the migration, 2 d", "opt/B go on behind a flag, 0 d, $0 extra", "rec B",
	}
	if g.random.IntN(3) > 0 {
		facts = append(facts, "default silence past the ask time→B")
	}
	return v1("propose", topic, to, facts...)
}

func (g *generator) answer(m *wire.Message) {
	of := g.asks[g.random.IntN(len(g.asks))]
	m.Sender.MemberID, m.Sender.Name, m.ReplyTo = "i_"+of.to, of.to, of.id
	m.Content = v1("decide", of.topic, of.from, g.pick([]string{"A, the migration lands this week", "B, with the flag off"}))
}

func (g *generator) report(from string) string {
	topic := g.pick(g.topics)
	step := g.random.IntN(900)
	facts := []string{
		"outcome partial",
		fmt.Sprintf("done#1 step %d of %s in lib/%s.ts", step, topic, topic),
		fmt.Sprintf("ev#1 commit %07x on branch feat/%s", 0xa000000+step, topic),
		fmt.Sprintf("claim unit tests passing, %d cases", 1+g.random.IntN(40)),
		fmt.Sprintf("todo route test for step %d", step+1),
	}
	if g.random.IntN(4) == 0 {
		facts = append(facts, "block vitest lacks a Redis mock, needs UPSTASH_REDIS_REST_URL in test env")
	}
	if g.random.IntN(12) == 0 {
		return counted("report", topic, g.other(from), len(facts)+1, facts...)
	}
	return v1("report", topic, g.other(from), facts[:2+g.random.IntN(len(facts)-1)]...)
}
