package composer

import (
	"fmt"
	"slices"
	"strings"

	"earshot/convention"
)

// candidate is one way to go on at the cursor.
type candidate struct {
	insert  string // takes the place of the word at the cursor
	label   string // what the list shows and what is matched
	note    string
	message string // takes the place of the whole message where set
}

// place is where the cursor stands, as far as completion cares.
type place struct {
	span   convention.Span // what a candidate replaces
	word   string          // of it, what stands before the cursor
	before string          // the line up to that word
	header bool
}

// listed bounds how many candidates are offered.
const listed = 64

// candidates are the ways to go on at the cursor, and what they replace.
func (c *Composer) candidates() (convention.Span, []candidate) {
	if b, ok := c.here(); ok {
		return b.Span, limit(c.forBlank(b.name))
	}
	p := c.place()
	line := p.before + p.word
	if t, start, ok := c.clock().said(line); ok && !p.header {
		at := p.span.End - len(line) + start
		return convention.Span{Start: at, End: p.span.End},
			[]candidate{{insert: basic(t), label: line[start:], note: c.clock().reading(t)}}
	}
	var all []candidate
	switch {
	case p.header:
		all = c.forHeader(&p)
	case strings.TrimLeft(p.before, " \t") == "":
		all = append(c.options(), c.words()...)
	case strings.HasPrefix(p.word, "#"):
		all = c.numbers()
	default:
		all = c.forLine(&p)
	}
	return p.span, limit(c.matching(all, p.word))
}

func limit(all []candidate) []candidate { return all[:min(len(all), listed)] }

// matching are the candidates that go on from a word. The word itself is none,
// but in an open list, where whoever wrote it out wants it taken.
func (c *Composer) matching(all []candidate, word string) []candidate {
	w := strings.ToLower(word)
	var kept []candidate
	for _, k := range all {
		in, label := strings.ToLower(k.insert), strings.ToLower(k.label)
		if (strings.HasPrefix(in, w) || strings.HasPrefix(label, w)) && (c.list.open || strings.TrimRight(in, " ") != w) {
			kept = append(kept, k)
		}
	}
	return kept
}

// place finds the word at the cursor. A selection is replaced as a whole.
func (c *Composer) place() place {
	text, at := c.ed.Text(), c.ed.Cursor()
	if s, ok := c.ed.Selection(); ok && sameLine(text, s.Start, s.End) {
		start := strings.LastIndexByte(text[:s.Start], '\n') + 1
		return place{span: s, before: text[start:s.Start], header: c.onHeader(start, s.Start)}
	}
	p := place{span: convention.Span{Start: at, End: at}}
	start := strings.LastIndexByte(text[:at], '\n') + 1
	line := text[start:at]
	word := strings.LastIndexAny(line, " \t") + 1
	p.before, p.word = line[:word], line[word:]
	p.span.Start = start + word
	p.header = c.onHeader(start, at)
	return p
}

// onHeader tells whether the line that starts at an offset is the header, or
// where one could come to stand.
func (c *Composer) onHeader(start, at int) bool {
	text := c.ed.Text()
	if strings.TrimSpace(text[:start]) != "" {
		return false
	}
	if h := c.msg.Header; h != nil {
		return h.Span.Start >= start
	}
	first := strings.TrimLeft(text[start:at], " \t")
	return strings.HasPrefix("v1", first) || strings.HasPrefix(first, "v1 ")
}

// forBlank are the ways to fill in a blank.
func (c *Composer) forBlank(name string) []candidate {
	switch name {
	case "intent":
		return c.intents()
	case "topic":
		return c.topics()
	case "seat":
		return c.seats()
	case "time":
		return c.clock().usual()
	case "number":
		numbers := c.numbers()
		for i := range numbers {
			numbers[i].insert = strings.TrimPrefix(numbers[i].insert, "#")
		}
		return numbers
	case "decision", "answer":
		return c.options()
	case "option":
		return c.defined()
	case "proof":
		return kinds()
	}
	return nil
}

// forHeader are the ways to go on in the header, by what stands before.
func (c *Composer) forHeader(p *place) []candidate {
	words := strings.Fields(p.before)
	to := slices.Index(words, "to")
	switch {
	case len(words) == 0 && strings.TrimSpace(c.msg.Source[c.ed.Cursor():]) != "":
		return nil
	case len(words) == 0:
		return []candidate{{insert: header("", "", nil), label: "v1", note: "a header, without which the message obliges nobody"}}
	case to >= 2 || len(words) == 4:
		if strings.HasPrefix(p.word, "n") {
			return nil
		}
		if comma := strings.LastIndexByte(p.word, ','); comma >= 0 { // another seat of several
			p.span.Start += comma + 1
			p.word = p.word[comma+1:]
		}
		return c.seats()
	case len(words) == 1:
		return c.intents()
	case len(words) == 2:
		return c.topics()
	case len(words) == 3:
		return []candidate{{insert: "to ", label: "to", note: "then the seats that must act"}}
	}
	return nil
}

// forLine are the ways to go on behind the label of a fact line.
func (c *Composer) forLine(p *place) []candidate {
	label := strings.ToLower(strings.TrimRight(strings.Fields(p.before)[0], ":"))
	label, _, _ = strings.Cut(label, "#")
	second := len(strings.Fields(p.before)) == 1
	switch label {
	case "rec", "risk":
		if second {
			return c.defined()
		}
	case "decider":
		if second {
			return c.seats()
		}
	case "ev":
		if second {
			return kinds()
		}
	case "ask", "req", "deadline", "default":
		if p.word == "" && !c.timed() {
			return c.clock().usual()
		}
	}
	if strings.HasPrefix(p.word, "@") {
		p.span.Start++
		p.word = p.word[1:]
		return c.seats()
	}
	return nil
}

// timed tells whether the line of the cursor has an instant.
func (c *Composer) timed() bool {
	f, ok := c.fact()
	return ok && len(f.Times) > 0
}

// fact is the fact line of the cursor.
func (c *Composer) fact() (convention.Fact, bool) {
	start, end := lineAround(c.ed.Text(), c.ed.Cursor())
	for _, f := range c.msg.Facts {
		if start <= f.Span.Start && f.Span.End <= end {
			return f, true
		}
	}
	return convention.Fact{}, false
}

// lineAround is the line that holds an offset.
func lineAround(text string, at int) (start, end int) {
	start, end = strings.LastIndexByte(text[:at], '\n')+1, len(text)
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		end = at + i
	}
	return start, end
}

// intents are the words for what a message is for. While there is nothing but a
// header they bring a whole message to fill in.
func (c *Composer) intents() []candidate {
	var all []candidate
	_, end := lineAround(c.ed.Text(), c.ed.Cursor())
	bare := strings.TrimSpace(c.ed.Text()[end:]) == ""
	for _, t := range c.templates() {
		k := candidate{insert: t.name, label: t.name, note: t.meaning}
		if bare {
			k.message = t.text
		} else if !strings.HasPrefix(t.text, "v1 "+t.name+" ") {
			continue
		}
		all = append(all, k)
	}
	for _, in := range intents() {
		all = append(all, candidate{insert: in[0], label: in[0], note: in[1]})
	}
	return all
}

// words are the reserved words, with the id that comes next where one has ids.
func (c *Composer) words() []candidate {
	var all []candidate
	for _, m := range convention.Modalities() {
		word := m.String()
		all = append(all, candidate{insert: word + c.nextID(m) + " ", label: word, note: m.Meaning()})
	}
	return all
}

// nextID is the id for another line of a modality: the next letter of an option,
// the next number of a done, that of the done which an ev proves.
func (c *Composer) nextID(m convention.Modality) string {
	here, _ := c.fact()
	options, dones, last := 0, 0, ""
	for _, f := range c.msg.Facts {
		switch {
		case f.Line == here.Line:
		case f.Label.Modality == convention.Opt:
			options++
		case f.Label.Modality == convention.Done:
			dones++
			last = f.Label.ID
		}
	}
	switch {
	case m == convention.Opt && options < 26:
		return "/" + string(rune('A'+options))
	case m == convention.Done && dones > 0:
		return fmt.Sprintf("#%d", dones+1)
	case m == convention.Ev && last != "":
		return "#" + last
	}
	return ""
}

// options are those of the ask that is answered.
func (c *Composer) options() []candidate {
	var all []candidate
	for _, o := range c.start.Options {
		text := quoted(o.Text)
		k := candidate{insert: strings.TrimRight(o.ID+" "+text, " "), label: o.ID, note: text}
		if rec, _, _ := strings.Cut(c.start.Recommended, " "); rec == o.ID {
			k.note = "(recommended) " + text
		}
		all = append(all, k)
	}
	return all
}

// defined are the options that the message itself defines.
func (c *Composer) defined() []candidate {
	var all []candidate
	for _, f := range c.msg.Facts {
		if f.Label.Modality == convention.Opt && f.Label.ID != "" {
			all = append(all, candidate{insert: f.Label.ID, label: f.Label.ID, note: quoted(f.Text)})
		}
	}
	return all
}

// seats are those of the room: first the addressees, me last.
func (c *Composer) seats() []candidate {
	var first, then, me []candidate
	for _, s := range c.room.Seats {
		name := convention.SeatToken(s.Name, s.Name)
		if name == "" {
			continue
		}
		k := candidate{insert: name, label: name, note: s.Presence}
		switch {
		case c.addressed(name):
			first = append(first, k)
		case convention.SameSeat(s.Name, c.room.Me):
			k.note = strings.TrimRight("you, "+s.Presence, ", ")
			me = append(me, k)
		default:
			then = append(then, k)
		}
	}
	all := append(append(first, then...), me...)
	return append(all, candidate{insert: "all", label: "all", note: "every seat that is here"})
}

func (c *Composer) addressed(name string) bool {
	return c.msg.Header != nil && slices.ContainsFunc(c.msg.Header.To, func(t convention.Token) bool {
		return convention.SameSeat(t.Text, name)
	})
}

func (c *Composer) topics() []candidate {
	var all []candidate
	for _, t := range c.room.Topics {
		if t != "" && !strings.ContainsAny(t, " \t\n") {
			all = append(all, candidate{insert: t, label: t, note: "a topic of this room"})
		}
	}
	return all
}

func (c *Composer) numbers() []candidate {
	var all []candidate
	for _, n := range c.room.Numbers {
		label := fmt.Sprintf("#%d", n.Sequence)
		all = append(all, candidate{insert: label, label: label, note: quoted(n.Text)})
	}
	return all
}

// kinds are the kinds of evidence.
func kinds() []candidate {
	var all []candidate
	for _, k := range [][2]string{
		{"commit", "its hash: the code exists"}, {"run", "of tests or of a build, its link"}, {"pr", "its number or link"},
		{"branch", "its name"}, {"file", "its path"}, {"url", "a link"}, {"msg", "the number of a message"},
		{"log", "where it is kept"}, {"artifact", "where it is kept"}, {"tag", "its name"}, {"deploy", "where it is live"},
	} {
		all = append(all, candidate{insert: k[0] + " ", label: k[0], note: k[1]})
	}
	return all
}
