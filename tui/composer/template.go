package composer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"earshot/convention"
)

// template is a message to be filled in: words in angle brackets are blanks.
type template struct {
	name, meaning, text string
}

// builtin are the templates that the program has, by the intent of their header.
// The count of each is set when it is put in.
func builtin() []template {
	return []template{
		{"propose", "ways to go for somebody to decide between", `v1 propose <topic> to <seat> n=0
ask <question>, <time>
opt/A <first way>
opt/B <second way>
rec <option>
reason <why>
risk <option> <what may go wrong>
mit <what softens it>
decider <seat>
default silence past the ask time→<option>`},
		{"request", "work that a seat must do", `v1 request <topic> to <seat> n=0
req <task>
must-not <limit>
deadline <time>`},
		{"ask", "a question that a seat must answer", `v1 ask <topic> to <seat> n=0
ask <question>, <time>
default silence past the ask time→<what happens then>`},
		{"report", "what is done, with the proof, and what is not", `v1 report <topic> to <seat> n=0
done#1 <what is finished>
ev#1 <proof>
todo <what is left>`},
		{"decide", "a decision, by the one who is to decide", `v1 decide <topic> to <seat> n=0
<decision>
reason <why>`},
		{"nudge", "a reminder of what a seat owes", `v1 nudge <topic> to <seat> n=0
still open: #<number>`},
		{"proof", "asks a seat for the evidence of a claim", `v1 ask <topic> to <seat> n=0
ask evidence for <claim>: <proof>, <time>
default silence past the ask time→it stays a claim`},
	}
}

// intents are words for the header that come without a template.
func intents() [][2]string {
	return [][2]string{
		{"answer", "answers an ask"},
		{"status", "how things stand; answers nothing"},
		{"note", "for information; answers nothing"},
		{"hold", "in reply: more time for what I owe, with one future time"},
		{"withdraw", "in reply to my own message: takes back what it asks"},
		{"accept", "in reply to a report: I accept the work"},
		{"handover", "in reply: another seat owes it, in a decider line"},
	}
}

// blankHelp says what is to be written in place of a blank, "" for a name that no
// blank of the program has.
func blankHelp(name string) string {
	switch name {
	case "intent":
		return "what the message is for, tab lists it: propose, request, ask, report …"
	case "topic":
		return "one word for the subject, the same in every message about it"
	case "seat":
		return "who must act; tab lists the seats; several with commas; all for everybody"
	case "question":
		return "what you want to have decided or to know"
	case "time":
		return "by when, then tab: +2h, tomorrow 09:00, fri 9:00 …"
	case "first way":
		return "the first way, in a few words: what it gives, what it costs"
	case "second way":
		return "the second way; another one on a line opt/C"
	case "option":
		return "the letter of a way, tab lists them: the one you recommend, with its risk, and what silence means"
	case "why":
		return "the reason; alt+x drops the line"
	case "what may go wrong":
		return "the risk of it; alt+x drops the line"
	case "what softens it":
		return "makes the risk smaller; alt+x drops it"
	case "task":
		return "what has to be done, and how one sees that it is"
	case "limit":
		return "what is forbidden; alt+x drops the line"
	case "what happens then":
		return "what you will do if nobody answers in time"
	case "what is finished":
		return "what is done; without proof write claim for done"
	case "proof":
		return "commit 3f9a2c1, run <link>, pr 12, file lib/x.ts … (a commit does not prove that tests passed)"
	case "what is left":
		return "what is not done; alt+x drops the line"
	case "decision":
		return "the option by its letter, or the decision in your own words"
	case "number":
		return "the message's number; tab lists them"
	case "claim":
		return "what was claimed"
	case "answer":
		return "your answer, one fact a line"
	}
	return ""
}

// templates are the builtin ones and those of the person, in order of offering.
func (c *Composer) templates() []template {
	all := builtin()
	names := make([]string, 0, len(c.opts.Templates))
	for name := range c.opts.Templates {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		all = append(all, template{name, "your template", c.opts.Templates[name]})
	}
	return all
}

// maxAbout is how many bytes of a line are quoted in a message about it.
const maxAbout = 160

// quoted is a line of another message as a part of a line of this one: on one
// line, without instants that would read as times of this message, not too long.
func quoted(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
	m := convention.Parse("v1 x x to x n=1\nask " + s)
	if len(m.Facts) == 1 {
		for _, t := range slices.Backward(m.Facts[0].Times) {
			from := t.Span.Start - m.Facts[0].TextSpan.Start
			s = strings.TrimRight(s[:from], " ,;") + " " + strings.TrimLeft(s[from+t.Span.Len():], " ,;:")
		}
	}
	s = strings.Trim(s, " ,;")
	if len(s) > maxAbout {
		s = strings.ToValidUTF8(s[:maxAbout], "") + "…"
	}
	return s
}

// or is a word of the header, or a blank where there is none.
func or(word, blank string) string {
	if word = strings.Join(strings.Fields(word), "-"); word == "" {
		return "<" + blank + ">"
	}
	return word
}

// header is a header with blanks for what is not known.
func header(intent, topic string, to []string) string {
	seats := make([]string, 0, len(to))
	for _, s := range to {
		if s != "" {
			seats = append(seats, convention.SeatToken(s, s))
		}
	}
	return fmt.Sprintf("v1 %s %s to %s n=0", or(intent, "intent"), or(topic, "topic"), or(strings.Join(seats, ","), "seat"))
}

// begin is the text that a start begins with.
func begin(s Start, now time.Time) string {
	head := func(intent string, facts ...string) string {
		return strings.Join(append([]string{header(intent, s.Topic, s.To)}, facts...), "\n")
	}
	about := quoted(s.About)
	number := "#<number>"
	if s.ReplyToSequence > 0 {
		number = fmt.Sprintf("#%d", s.ReplyToSequence)
	}
	switch s.Kind {
	case Reply:
		return head("reply", "<answer>")
	case Answer:
		if len(s.Options) > 0 {
			return head("decide", "<decision>")
		}
		return head("answer", "<answer>")
	case Decide:
		return head("decide", "<decision>")
	case Nudge:
		return head("nudge", strings.TrimRight("still open: "+number+" "+about, " "))
	case Proof:
		return head("ask", proofLine(number, about, s.Needs, now), "default silence past the ask time→it stays a claim")
	case Hold:
		return head("hold", "more time for "+number+" until <time>")
	case Withdraw:
		return head("withdraw", strings.TrimRight("no longer needed: "+number+" "+about, " "))
	case Accept:
		return head("accept", strings.TrimRight("accepted: "+number+" "+about, " "))
	case Handover:
		head := header("handover", s.Topic, append(slices.Clone(s.To), "<seat>"))
		return head + "\n" + strings.TrimRight(number+" "+about, " ") + "\ndecider <seat>"
	case Rewrite:
		if about == "" {
			about = "<question>"
		}
		return head("ask", "ask "+about+" <time>", "default silence past the ask time→<what happens then>")
	}
	return header("", s.Topic, s.To)
}

// proofTime is how long a seat is given to show the evidence of a claim.
const proofTime = 30 * time.Minute

// proofLine asks for the evidence of a claim by a time.
func proofLine(number, about string, needs []string, now time.Time) string {
	kinds := "commit, run, pr, file or link" // any will do
	if len(needs) > 0 {
		kinds = strings.Join(needs, " or ")
	}
	when := "<time>"
	if !now.IsZero() {
		when = basic(now.Add(proofTime).Truncate(time.Minute))
	}
	if about == "" {
		about = "<claim>"
	}
	return fmt.Sprintf("ask evidence for %s %s: %s, %s", number, about, kinds, when)
}

// Message is the message that a start calls for with the facts given in place of
// its own, such as the option picked on a card; it is what Open and typing them
// would give.
func Message(s Start, facts ...string) string {
	head, _, _ := strings.Cut(begin(s, time.Time{}), "\n")
	text := head + "\n" + strings.Join(facts, "\n")
	m := convention.Parse(text)
	if h := m.Header; h != nil && h.Count.Text != "" {
		text = text[:h.Count.Span.Start] + fmt.Sprintf("n=%d", len(m.Facts)) + text[h.Count.Span.End:]
	}
	return text
}
