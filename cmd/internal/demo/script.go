package demo

import (
	"fmt"
	"time"
)

// The seats of the play. Yu is the person.
const (
	Lead   = "lead"
	Worker = "worker"
	Scout  = "scout"
	Runner = "runner"
	Yu     = "yu"
)

// The messages that others refer to.
const (
	keyRequest  = "request"
	keyOwner    = "owner"
	keyReport   = "report"
	keyProposal = "proposal"
	keyTests    = "tests"
	keyApproved = "approved"
)

// Moments of the play, in the room's time from its start.
const (
	ownerDue    = 40 * time.Second  // scout's answer to lead, which never comes by itself
	reportDue   = 85 * time.Second  // lead's answer to worker's report
	proposalDue = 100 * time.Second // yu's decision; then the default is in force
	loopEvery   = 5 * time.Second
	loopEnd     = 115 * time.Second
	scriptEnd   = 140 * time.Second
)

// Line is something that a seat says.
type Line struct {
	At      time.Duration // from the start of the play
	Seat    string
	Key     string // names the message for those that refer to it; "" for none
	ReplyTo string // key of the message it answers; "" for none
	Reply   int64  // sequence of the message it answers, where it has no key; 0 for none
	Text    func(d *director) string
	Unless  func(d *director) bool // leaves the line out when its moment has come; nil never does
}

// say is a line whose text is known beforehand.
func say(text string) func(*director) string { return func(*director) string { return text } }

// script is what the seats say of their own accord, in the order of time. The thread is the worked
// example of the room convention: its request, its report with the wrong count, its proposal.
func script() []Line {
	lines := []Line{
		{At: 500 * time.Millisecond, Seat: Lead, Key: keyRequest, Text: request},
		{At: 4 * time.Second, Seat: Worker, ReplyTo: keyRequest, Text: say(v1("accept", "limiter", Lead,
			"accepted, start now", "plan sliding window in lib/rate-limit.ts"))},
		{At: 6 * time.Second, Seat: Lead, Key: keyOwner, Text: func(d *director) string {
			return v1("request", "redis", Scout, "ask who owns the Redis maxmemory setting, "+d.time(ownerDue))
		}},
		{At: 9 * time.Second, Seat: Scout, Text: func(d *director) string {
			return "v1 note limiter n=2\nask may I flush Redis between test runs, " + d.time(70*time.Second) +
				"\nmust-not restart Redis while tests run"
		}},
		{At: 12 * time.Second, Seat: Worker, Key: keyReport, Text: func(d *director) string { return d.report(10) }},
		{At: 17 * time.Second, Seat: Lead, Key: keyProposal, Text: proposal},
		{At: 22 * time.Second, Seat: Scout, Text: say("Morning all! I think we should probably also look at the upload endpoint at some point, it gets hammered.")},
		{At: 34 * time.Second, Seat: Lead, Key: keyApproved, Text: func(d *director) string {
			return v1("decision", "limiter", Worker, "done decision: option A approved", "req start on the fail-open path, "+d.time(30*time.Minute))
		}, Unless: func(d *director) bool { return d.decided }},
		{At: 52 * time.Second, Seat: Worker, Key: keyTests, ReplyTo: keyRequest, Text: say(v1("report", "limiter", Lead,
			"done#1 12 unit tests pass", "ev#1 commit 3f9a2c1", "todo route test for the 429 path"))},
		{At: 60 * time.Second, Seat: Lead, ReplyTo: keyReport, Text: func(d *director) string {
			return v1("note", "limiter", Worker, fmt.Sprintf("report #%d is headed n=10 and carries 9 facts, nothing in it can be acted on", d.sequence[keyReport]))
		}, Unless: func(d *director) bool { return d.corrected }},
		{At: 106 * time.Second, Seat: Lead, ReplyTo: keyProposal, Text: inForce, Unless: func(d *director) bool { return d.decided || d.held }},
		{At: 122 * time.Second, Seat: Lead, ReplyTo: keyTests, Text: func(d *director) string {
			return v1("ask", "limiter", Worker, "ask which run shows the 12 tests passing, a commit proves code and no test, "+d.time(160*time.Second))
		}, Unless: func(d *director) bool { return d.proved }},
	}
	return append(lines, loop()...)
}

// loop is the seat that says the same thing again and again.
func loop() []Line {
	var lines []Line
	for at := 25 * time.Second; at < loopEnd; at += loopEvery {
		lines = append(lines, Line{
			At: at, Seat: Runner,
			Text:   say(v1("status", "deploy", Lead, "block connection refused by 10.0.0.7:6379, retrying")),
			Unless: func(d *director) bool { return d.stopped },
		})
	}
	return lines
}

func request(d *director) string {
	return v1("request", "limiter", Worker,
		"req rate limit 60 requests/min on POST /api/messages, 429 when exceeded",
		"req counters in the existing Redis",
		"req tests for the limit and the 429 path",
		"req open a PR against main",
		"ask accept or decline, "+d.time(30*time.Second),
		"default silence past the ask time→lead takes the job back",
		"deadline "+d.time(45*time.Minute),
		"budget 150000 tokens",
		"may edit lib/ and app/api/",
		"must-not push to main",
		"must-not add dependencies")
}

// report is worker's status report, headed with a count of its own choice.
func (d *director) report(n int) string {
	return counted("report", "limiter", Lead, n,
		"ask decide "+d.time(reportDue)+": mock Redis in tests, or skip the route test",
		"outcome partial",
		"done#1 limiter lib/rate-limit.ts sliding window",
		"ev#1 commit 3f9a2c1 on branch feat/rate-limit",
		"claim unit test passing, 12 cases",
		"todo route test for the 429 path",
		"block vitest lacks a Redis mock, needs UPSTASH_REDIS_REST_URL in test env",
		"cost 61000 tokens",
		"eta mock lands→2h to finish, p=0.7")
}

func proposal(d *director) string {
	return v1("propose", "limiter", Yu,
		"ask how to store rate-limit counters, "+d.time(proposalDue),
		"opt/A Redis sliding window: exact, +1 network hop/req ~3ms, $0 extra (Upstash exists)",
		"opt/B in-memory token bucket per function instance: 0 hops, inexact across instances, limit exceeded by up to N instances",
		"rec A",
		"reason correctness across Fluid Compute instances beats 3ms",
		"risk A Redis outage→endpoint fail closed unless a bypass is added",
		"mit fail open + logged warning when Redis is unreachable",
		"decider yu (CTO)",
		"default silence past the ask time→A with the fail-open",
		"approvals none beyond the decider")
}

func inForce(d *director) string {
	return v1("note", "limiter", "all",
		fmt.Sprintf("no answer to #%d by %s, silence→A with the fail-open is in force", d.sequence[keyProposal], d.time(proposalDue)),
		"worker goes on with A")
}
