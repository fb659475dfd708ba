package ledger

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"earshot/convention"
	"earshot/convention/evidence"
)

// The twin is the ledger again, slow and obvious: it keeps the whole log, walks
// all of it for every question, compares words as strings, and shares nothing
// with the ledger but the parser and the types it answers in. Seats are their
// names, which a room under test never changes.

type twin struct {
	log      []Message
	seats    []SeatState
	repeats  map[int64]int
	verdicts map[string]evidence.Verdict // by sequence, line and reference, the last that counts
	window   time.Duration

	posts     []*tPost
	items     []*tItem
	claims    []*tClaim
	rules     []*tRule
	decisions []*tDecision
	possibles []*tPossible
	away      map[string]tAway
	clock     time.Time
}

type tAway struct {
	until time.Time
	to    string
	by    int64
}

type tPost struct {
	m             Message
	n             int // its index in the log
	from          string
	topic, intent string
	acts, data    bool
	broken, prose bool
	reports       bool
	repeatOf      *tPost
	reply, target *tPost
	to            []string
	all           bool
	corrected     *tPost
	ask           bool // it opened an item
	silence       string
	silent        bool
	options       []Option
	rec           string
	deciders      []string
	accepts       []*tPost
	dones         []*tDone
	decisions     int
}

type tDone struct {
	post  *tPost
	line  int
	good  bool
	proof convention.Proof
	item  *tItem
}

type tItem struct {
	post, answered, unreadable, withdrawn, superseded, accepted *tPost
	next                                                        *tItem
	line, nth                                                   int
	ask, decider                                                bool
	text, key, asked, owner, how, late                          string
	due                                                         time.Time
	words                                                       []string
	holds                                                       int
	acks                                                        []Ack
	nudges                                                      []int64
	handovers                                                   []Handover
	proved                                                      *tDone
	claimed, blocked                                            *tPost
	reports                                                     []*tPost
	blockedText                                                 string
	progress                                                    int64
}

type tClaim struct {
	post  *tPost
	line  int
	text  string
	why   string
	needs []evidence.Kind
	words []string
	open  bool
}

type tRule struct {
	post  *tPost
	line  int
	may   bool
	words []string
	lifts []*tPost
}

type tDecision struct {
	post, ask *tPost
	line      int
	decider   string
	text      string
}

type tPossible struct {
	post, item           *tPost
	line                 int
	kind, to, role, text string
}

// run reads the whole log.
func (w *twin) run() {
	w.away = map[string]tAway{}
	for n := range w.log {
		w.read(n)
	}
}

func (w *twin) read(n int) {
	m := w.log[n]
	doc := m.Doc
	p := &tPost{m: m, n: n, from: m.From.Name}
	w.posts = append(w.posts, p)
	p.prose = doc.Form == convention.Prose || doc.Form == convention.JSON || doc.Form == convention.SCP
	p.broken = doc.Form == convention.Broken
	p.data = doc.Form == convention.V1 && doc.Header.N != len(doc.Facts)
	p.acts = doc.Form == convention.V1 && !p.data
	if doc.Header != nil {
		p.topic, p.intent = doc.Header.Topic.Text, strings.ToLower(doc.Header.Intent.Text)
		p.reports = p.intent == "state" || p.intent == "brief"
	}
	for _, q := range w.posts[:n] {
		if m.ReplyTo != "" && q.m.ID == m.ReplyTo {
			p.reply = q
		}
		if q.from == p.from && q.m.ReplyTo == m.ReplyTo && foldBody(q.m.Doc.Source) == foldBody(doc.Source) && p.repeatOf == nil {
			p.repeatOf = q
		}
	}
	p.target = p.reply
	if r := p.reply; r != nil && r.acts && r.intent == "nudge" && r.target != nil {
		p.target = r.target
	}
	if m.At.After(w.clock) {
		w.clock = m.At
	}
	w.address(p)
	switch {
	case p.reports:
	case p.acts:
		w.procedures(p)
		w.answers(p)
		w.usurps(p)
		w.lines(p)
		if p.repeatOf == nil && p.intent != "nudge" {
			w.opens(p)
		}
		if p.repeatOf == nil {
			w.forbids(p)
		}
	case p.prose:
		w.answers(p)
		w.usurps(p)
		w.hears(p)
	default:
		w.answers(p)
		w.lines(p)
	}
}

// foldBody is the folding of repeats, once more: each line trimmed, runs of blanks
// one space, blank lines dropped.
func foldBody(body string) string {
	body = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body)
	var kept []string
	for _, line := range strings.Split(body, "\n") {
		if fields := strings.Fields(line); len(fields) > 0 {
			kept = append(kept, strings.Join(fields, " "))
		}
	}
	return strings.Join(kept, "\n")
}

func (w *twin) state(name string) *SeatState {
	for i := range w.seats {
		if w.seats[i].Name == name {
			return &w.seats[i]
		}
	}
	return nil
}

func (w *twin) present(name string, p *tPost) bool {
	posted := false
	for _, q := range w.posts[:p.n] {
		posted = posted || q.from == name
	}
	s := w.state(name)
	if s != nil && s.Left && (s.LeftAt.IsZero() || !s.LeftAt.After(p.m.At)) {
		return false
	}
	return posted || s != nil && !s.JoinedAt.After(p.m.At)
}

// everybody is every seat the room has heard of, in that order: those it was told
// of, then senders and addressees as they come up.
func (w *twin) everybody(p *tPost) []string {
	var list []string
	add := func(name string) {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	for _, s := range w.seats {
		add(s.Name)
	}
	for _, q := range w.posts[:p.n+1] {
		add(q.from)
		if q.m.Doc.Header == nil {
			continue
		}
		for _, t := range q.m.Doc.Header.To {
			if !strings.EqualFold(t.Text, "all") {
				add(w.called(t.Text))
			}
		}
		for i := range q.m.Doc.Facts {
			if f := &q.m.Doc.Facts[i]; (q.ask || q.acts && q.intent == "handover") && f.Label.Modality == convention.Decider && tWord(f.Text) != "" {
				add(w.called(tWord(f.Text)))
			}
		}
	}
	return list
}

// called returns a seat's name as the room writes it: in lower case.
func (w *twin) called(name string) string { return strings.ToLower(name) }

// tWord is the first word of a text without punctuation around it.
func tWord(text string) string {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return ""
	}
	return strings.Trim(fields[0], ".,;:!?()[]\"'*→/")
}

func (w *twin) address(p *tPost) {
	h := p.m.Doc.Header
	if h == nil {
		return
	}
	for _, t := range h.To {
		p.all = p.all || strings.EqualFold(t.Text, "all")
	}
	if p.all {
		for _, name := range w.everybody(p) {
			if name != p.from && w.present(name, p) {
				p.to = append(p.to, name)
			}
		}
	}
	for _, t := range h.To {
		name := w.called(t.Text)
		if p.all && (name == "all" || name == p.from) || slices.Contains(p.to, name) {
			continue
		}
		p.to = append(p.to, name)
	}
}

func (p *tPost) reaches(name string) bool { return p.all || slices.Contains(p.to, name) }

// tokenize is maximal runs of letters and digits, lower case.
func tokenize(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

const idleWords = " a an the of in on at to for from by with and or is are was be it this that as per when then not no "

// timeless is a fact's text with its times cut out.
func timeless(p *tPost, f *convention.Fact) string {
	text := p.m.Doc.Source[:f.TextSpan.End]
	for i := len(f.Times) - 1; i >= 0; i-- {
		s := f.Times[i].Span
		text = text[:s.Start] + " " + text[s.End:]
	}
	return text[f.TextSpan.Start:]
}

func tWords(p *tPost, topic string, f *convention.Fact) []string {
	var list []string
	skip := tokenize(topic)
	for _, word := range tokenize(timeless(p, f)) {
		if !strings.Contains(idleWords, " "+word+" ") && !slices.Contains(skip, word) && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

func common(a, b []string) int {
	n := 0
	for _, x := range a {
		if slices.Contains(b, x) {
			n++
		}
	}
	return n
}

// covers: two shared words, all where the wanted line has fewer.
func covers(wanted, words []string) bool {
	n := common(wanted, words)
	return n > 0 && (n >= 2 || n == len(wanted))
}

func (it *tItem) pends() bool {
	return it.ask && it.answered == nil && it.withdrawn == nil && it.superseded == nil && it.accepted == nil
}

func (it *tItem) defaulted(at time.Time) bool {
	return it.pends() && it.unreadable == nil && it.post.silent && !it.due.IsZero() && !at.Before(it.due)
}

// may reports whether a seat may answer an ask: it owes it, or it is the decider.
func (it *tItem) may(name string) bool {
	return it.ask && (it.owner == name || slices.Contains(it.post.deciders, name))
}

// procedures is the table of intents.
func (w *twin) procedures(p *tPost) {
	if old := p.reply; old != nil && old.from == p.from && old.intent == p.intent && old.topic == p.topic && old.corrected == nil {
		old.corrected = p
		for _, it := range w.items {
			if it.post == old && it.superseded == nil {
				it.superseded = p
			}
		}
		for _, c := range w.claims {
			if c.post == old {
				c.open = false
			}
		}
	}
	var times []time.Time
	var decider string
	for i := range p.m.Doc.Facts {
		f := &p.m.Doc.Facts[i]
		for _, t := range f.Times {
			if !slices.ContainsFunc(times, t.At.Equal) {
				times = append(times, t.At)
			}
		}
		if f.Label.Modality == convention.Decider && decider == "" {
			decider = tWord(f.Text)
		}
	}
	switch p.intent {
	case "hold":
		w.hold(p, times)
	case "withdraw":
		if p.target == nil || p.target.from != p.from {
			return
		}
		for _, it := range w.items {
			if it.post == p.target && it.answered == nil && it.withdrawn == nil && !it.defaulted(p.m.At) {
				it.withdrawn = p
			}
		}
	case "accept":
		if p.target == nil {
			return
		}
		p.target.accepts = append(p.target.accepts, p)
		for _, it := range w.items {
			own := p.target.from == p.from && it.post == p.target
			its := p.target.from != p.from && it.answered == p.target
			if it.ask && (own || its) && it.accepted == nil && it.post.from == p.from && it.owner != p.from {
				it.accepted = p
			}
		}
	case "handover":
		w.handover(p, times, decider)
	case "nudge":
		if p.target == nil || p.repeatOf != nil {
			return
		}
		for _, it := range w.items {
			if it.post == p.target && p.reaches(it.owner) {
				it.nudges = append(it.nudges, p.m.Sequence)
			}
		}
	}
}

func (w *twin) hold(p *tPost, times []time.Time) {
	if len(times) != 1 || !times[0].After(p.m.At) || p.target == nil {
		return
	}
	var mine []*tItem
	timed := false
	for _, it := range w.items {
		if it.post == p.target && it.owner == p.from {
			mine = append(mine, it)
			timed = timed || !it.due.IsZero()
		}
	}
	for _, it := range mine {
		if it.answered != nil {
			continue
		}
		inTime := !it.due.IsZero() && p.m.At.Before(it.due) && it.due.Before(times[0])
		if !timed || inTime {
			it.due = times[0]
			it.holds++
		}
	}
}

func (w *twin) handover(p *tPost, times []time.Time, decider string) {
	if decider == "" {
		return
	}
	to := w.called(decider)
	if to == p.from && !p.m.Operator {
		return
	}
	all := strings.EqualFold(p.topic, "all")
	for i := range p.m.Doc.Facts {
		f := &p.m.Doc.Facts[i]
		text := strings.ToLower(f.Text)
		if f.Label.Modality == convention.None && (text == "all" || strings.HasPrefix(text, "all ") || strings.HasPrefix(text, "handover all")) {
			all = true
		}
	}
	everything := all && !p.m.Operator && len(times) == 1 && times[0].After(p.m.At)
	if everything {
		w.away[p.from] = tAway{times[0], to, p.m.Sequence}
	}
	for _, it := range w.items {
		mine := it.owner == p.from || p.m.Operator && !everything
		if !mine || !everything && it.post != p.target {
			continue
		}
		if it.owner == to || it.answered != nil || it.accepted != nil || it.withdrawn != nil || it.superseded != nil || it.defaulted(p.m.At) {
			continue
		}
		w.give(it, to, p.m.Sequence, p.m.At)
	}
}

func (w *twin) give(it *tItem, to string, by int64, at time.Time) {
	from := it.owner
	it.handovers = append(it.handovers, Handover{by, w.seat(from), w.seat(to), at})
	it.owner = to
	if it.decider {
		for i, d := range it.post.deciders {
			if d == from {
				it.post.deciders[i] = to
			}
		}
	}
}

func (w *twin) seat(name string) Seat { return Seat{"i_" + name, name} }

// answers reads what a message answers.
func (w *twin) answers(p *tPost) {
	if !p.prose && slices.Contains([]string{"hold", "handover", "nudge", "state", "brief"}, p.intent) {
		return
	}
	doc := p.m.Doc
	substance, unreadable := false, p.acts
	for i := range doc.Facts {
		if m := doc.Facts[i].Label.Modality; m != convention.Ask {
			substance = true
			unreadable = unreadable && m == convention.Unknown
		}
	}
	replied := false
	var here []*tItem
	for _, it := range w.items {
		if p.target == nil || it.post != p.target {
			continue
		}
		replied = replied || it.ask
		if it.may(p.from) {
			here = append(here, it)
		}
	}
	switch {
	case len(here) == 0:
	case p.data || p.broken:
		w.possibly(p, p.target)
	case tAck(p, p.target.options):
		for _, it := range here {
			if it.answered == nil {
				it.acks = append(it.acks, Ack{p.m.Sequence, w.seat(p.from), p.m.At, doc.Facts[0].Text})
			}
		}
	case substance:
		for _, it := range here {
			for next := it; next != nil && next.owner == it.owner; next = next.next {
				if w.answered(next, p, ByReply, unreadable); next.answered != p && next.unreadable != p {
					break
				}
			}
		}
	}
	if p.acts && substance && !tAck(p, nil) {
		w.answersTopic(p, replied, unreadable)
	}
}

func (w *twin) answered(it *tItem, p *tPost, how string, unreadable bool) {
	if it.answered != nil || it.post.n >= p.n {
		return
	}
	if unreadable {
		it.unreadable = p
		return
	}
	if !it.due.IsZero() && !p.m.At.Before(it.due) && it.withdrawn == nil && it.superseded == nil {
		it.late = Late
		if it.post.silent && it.unreadable == nil {
			it.late = LateAfterDefault
		}
	}
	it.answered, it.how = p, how
}

// stage: whether asks of a message wait for a seat, or silence has decided.
func (w *twin) stage(ask *tPost, name string) string {
	open, silent := false, false
	for _, it := range w.items {
		if it.post == ask && it.may(name) && it.pends() {
			if it.defaulted(w.clock) {
				silent = true
			} else {
				open = true
			}
		}
	}
	switch {
	case open:
		return "open"
	case silent:
		return "defaulted"
	}
	return ""
}

func (w *twin) answersTopic(p *tPost, replied, unreadable bool) {
	may := !slices.Contains(strings.Fields("status report note request propose ask nudge state brief hold handover"), p.intent)
	may = may && !(p.reply != nil && (p.intent == "accept" || p.intent == "withdraw"))
	var askers []string
	for _, q := range w.posts[:p.n] {
		if q.topic == p.topic && q.ask && !slices.Contains(askers, q.from) {
			askers = append(askers, q.from)
		}
	}
	for _, asker := range askers {
		var open, silent []*tPost
		for _, q := range w.posts[:p.n] {
			if q.from == asker && q.topic == p.topic {
				switch w.stage(q, p.from) {
				case "open":
					open = append(open, q)
				case "defaulted":
					silent = append(silent, q)
				}
			}
		}
		if len(open) == 0 {
			open = silent
		}
		if len(open) == 0 {
			continue
		}
		able := may && !replied && p.reaches(asker)
		if able {
			if q := w.meant(p, open); q != nil {
				for _, it := range w.items {
					if it.post == q && it.may(p.from) && it.pends() {
						w.answered(it, p, ByTopic, unreadable)
					}
				}
				continue
			}
		}
		fits := false
		for _, q := range open {
			if w.fitsWords(p, q) || w.fitsOption(p, q) {
				fits = true
				w.possibly(p, q)
			}
		}
		for _, q := range open {
			if !fits && able && len(open) <= 16 {
				w.possibly(p, q)
			}
		}
	}
}

func (w *twin) meant(p *tPost, open []*tPost) *tPost {
	if len(open) == 1 {
		return open[0]
	}
	var byWords, byOption []*tPost
	for _, q := range open {
		if w.fitsWords(p, q) {
			byWords = append(byWords, q)
		}
		if w.fitsOption(p, q) {
			byOption = append(byOption, q)
		}
	}
	if len(byWords) == 1 && len(byOption) == 1 && byWords[0] != byOption[0] {
		return nil
	}
	if len(byWords) == 1 {
		return byWords[0]
	}
	if len(byOption) == 1 {
		return byOption[0]
	}
	return nil
}

func (w *twin) fitsWords(p, ask *tPost) bool {
	var said, wanted []string
	add := func(list []string, more []string) []string {
		for _, x := range more {
			if !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
		return list
	}
	for i := range p.m.Doc.Facts {
		if f := &p.m.Doc.Facts[i]; f.Label.Modality != convention.Ask {
			said = add(said, tWords(p, p.topic, f))
		}
	}
	for i := range ask.m.Doc.Facts {
		if f := &ask.m.Doc.Facts[i]; f.Label.Modality == convention.Ask || f.Label.Modality == convention.Opt {
			wanted = add(wanted, tWords(ask, ask.topic, f))
		}
	}
	return covers(wanted, said)
}

func (w *twin) fitsOption(p, ask *tPost) bool {
	ids := func(id string) bool {
		return id != "" && slices.ContainsFunc(ask.options, func(o Option) bool { return o.ID == id })
	}
	for i := range p.m.Doc.Facts {
		f := &p.m.Doc.Facts[i]
		if f.Label.Modality == convention.Ask {
			continue
		}
		if f.Label.Sep == '/' && ids(f.Label.ID) {
			return true
		}
		before := "option"
		for _, token := range strings.Fields(f.Text) {
			token = strings.TrimFunc(token, func(r rune) bool {
				return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
			})
			if ids(token) && slices.Contains(strings.Fields("option opt with choose chose chosen pick picked picking decide decided decision "+
				"approve approved take taking go prefer"), strings.ToLower(before)) {
				return true
			}
			before = token
		}
	}
	return false
}

func (w *twin) possibly(p, ask *tPost) {
	for i := range p.m.Doc.Facts {
		if f := &p.m.Doc.Facts[i]; f.Label.Modality != convention.Ask {
			if p.repeatOf == nil {
				w.possibles = append(w.possibles, &tPossible{post: p, item: ask, line: f.Line, kind: PossibleAnswer, text: f.Text})
			}
			return
		}
	}
}

// tAck: all lines ask, plan or todo, or a few words that only acknowledge.
func tAck(p *tPost, options []Option) bool {
	doc := p.m.Doc
	if len(doc.Facts) == 0 || doc.Form == convention.JSON || doc.Form == convention.SCP {
		return false
	}
	for i := range doc.Facts {
		f := &doc.Facts[i]
		switch f.Label.Modality {
		case convention.Ask, convention.Plan, convention.Todo:
			continue
		case convention.None:
		default:
			return false
		}
		if !slices.Contains([]string{"on it", "ok, will look", "let me check"}, strings.Join(strings.Fields(f.Text), " ")) {
			return false
		}
		for _, o := range options {
			if slices.Contains(strings.Fields(f.Text), o.ID) {
				return false
			}
		}
	}
	return true
}

// usurps finds decisions in another's place.
func (w *twin) usurps(p *tPost) {
	topic := p.topic
	if p.prose && p.target != nil {
		topic = p.target.topic
	}
	if p.repeatOf != nil || topic == "" {
		return
	}
	for _, it := range w.items {
		if it.answered == p && it.post.topic == topic && slices.Contains(it.post.deciders, p.from) {
			return
		}
	}
	lines := w.decisive(p)
	if len(lines) == 0 {
		return
	}
	var deciders []string
	for _, q := range w.posts[:p.n] {
		for _, d := range q.deciders {
			if q.topic == topic && d != p.from && !slices.Contains(deciders, d) {
				deciders = append(deciders, d)
			}
		}
	}
	for _, d := range deciders {
		for n := p.n - 1; n >= 0; n-- {
			q := w.posts[n]
			stage := w.stage(q, d)
			if q.topic != topic || !slices.Contains(q.deciders, d) || stage == "" || stage == "defaulted" && w.namesSilence(p, q, lines) {
				continue
			}
			w.decisions = append(w.decisions, &tDecision{post: p, ask: q, line: lines[0].Line, decider: d, text: lines[0].Text})
			p.decisions++
			break
		}
	}
}

func (w *twin) decisive(p *tPost) []*convention.Fact {
	byIntent := p.acts && (p.intent == "decide" || p.intent == "decision")
	var said, plain, rest []*convention.Fact
	for i := range p.m.Doc.Facts {
		f := &p.m.Doc.Facts[i]
		tokens := " " + strings.Join(tokenize(f.Text), " ") + " "
		has := func(words string) bool {
			return slices.ContainsFunc(strings.Fields(words), func(x string) bool { return strings.Contains(tokens, " "+x+" ") })
		}
		if strings.Contains(f.Text, "?") || has("need needs needed pending open await awaits") {
			continue
		}
		m := f.Label.Modality
		switch {
		case m == convention.Ask:
		case m != convention.Done && m != convention.None:
			rest = append(rest, f)
		case has("decided approved chosen") || strings.Contains(tokens, " going with ") || strings.HasPrefix(strings.ToLower(f.Text), "decision:"):
			said = append(said, f)
		default:
			plain = append(plain, f)
		}
	}
	if !byIntent {
		return said
	}
	if lines := append(said, plain...); len(lines) > 0 {
		return lines
	}
	return rest
}

func (w *twin) namesSilence(p, ask *tPost, lines []*convention.Fact) bool {
	split := func(text string) []string {
		return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	}
	named := false
	for _, f := range lines {
		for _, o := range ask.options {
			if slices.Contains(split(ask.silence), o.ID) {
				named = true
				if slices.Contains(split(f.Text), o.ID) {
					return true
				}
			}
		}
	}
	if named {
		return false
	}
	var wanted []string
	for _, x := range split(strings.ToLower(ask.silence)) {
		if !slices.Contains(wanted, x) {
			wanted = append(wanted, x)
		}
	}
	for _, f := range lines {
		if covers(wanted, tWords(p, "", f)) {
			return true
		}
	}
	return false
}

// lines reads what a message claims, proves and is blocked by.
func (w *twin) lines(p *tPost) {
	doc := p.m.Doc
	for i := range doc.Facts {
		f := &doc.Facts[i]
		words := tWords(p, p.topic, f)
		switch f.Label.Modality {
		case convention.Done:
			w.done(p, i, words)
		case convention.Claim:
			w.claim(p, f, words, WhyClaim, nil)
			if p.acts {
				w.match(p, words, false, nil)
			}
		case convention.Block:
			if p.acts {
				w.block(p, f, words)
			}
		case convention.Plan, convention.Todo:
			if p.acts {
				w.progress(p, words)
			}
		}
	}
}

func (w *twin) claim(p *tPost, f *convention.Fact, words []string, why string, needs []evidence.Kind) {
	if p.repeatOf == nil {
		w.claims = append(w.claims, &tClaim{post: p, line: f.Line, text: f.Text, why: why, needs: needs, words: words, open: true})
	}
}

func (w *twin) done(p *tPost, i int, words []string) {
	f := &p.m.Doc.Facts[i]
	proof := p.m.Doc.Proof(i)
	d := &tDone{post: p, line: f.Line, proof: proof}
	why := map[convention.ProofGrade]string{convention.NoEvidence: WhyNoEvidence, convention.WrongKind: WhyEvidenceKind, convention.Proved: WhyEvidenceMissing}[proof.Grade]
	if !p.acts {
		if proof.Grade != convention.Proved {
			w.claim(p, f, words, why, proof.Needs)
		}
		return
	}
	for _, e := range proof.Evidence {
		ev := &p.m.Doc.Facts[e]
		kind, _ := evidence.KindOf(ev.Text)
		v := w.verdicts[fmt.Sprint(p.m.Sequence, ev.Line, ev.Text)].Result
		fits := kind != "" && (len(proof.Needs) == 0 || slices.Contains(proof.Needs, kind))
		d.good = d.good || fits && v != evidence.Missing && v != evidence.Failed
	}
	p.dones = append(p.dones, d)
	w.match(p, words, true, d)
	if !d.good {
		w.claim(p, f, words, why, proof.Needs)
		return
	}
	for _, c := range w.claims {
		if c.open && c.post != p && c.post.from == p.from && c.post.topic == p.topic && covers(c.words, words) {
			c.open = false
		}
	}
}

// owed is the reqs that a line of the seat can settle.
func (w *twin) owed(p *tPost) []*tItem {
	var list []*tItem
	for _, it := range w.items {
		if !it.ask && it.owner == p.from && it.proved == nil && it.withdrawn == nil && it.superseded == nil &&
			(it.post.topic == p.topic || it.post == p.target) {
			list = append(list, it)
		}
	}
	return list
}

func mostShared(list []*tItem, words []string) []*tItem {
	var best []*tItem
	most := 1
	for _, it := range list {
		switch n := common(it.words, words); {
		case n > most:
			best, most = []*tItem{it}, n
		case n == most:
			best = append(best, it)
		}
	}
	return best
}

func (w *twin) match(p *tPost, words []string, isDone bool, d *tDone) {
	list := w.owed(p)
	best := mostShared(list, words)
	var it *tItem
	switch {
	case len(best) == 1:
		it = best[0]
	case len(best) > 1:
		for _, it := range best {
			it.progress = p.m.Sequence
		}
		return
	case isDone && len(list) == 1:
		it = list[0]
	default:
		return
	}
	if d != nil {
		d.item = it
	}
	if !slices.Contains(it.reports, p) {
		it.reports = append(it.reports, p)
	}
	if isDone && d.good && len(best) == 1 && covers(it.words, words) {
		it.proved = d
		return
	}
	it.claimed = p
}

func (w *twin) block(p *tPost, f *convention.Fact, words []string) {
	list := w.owed(p)
	any := false
	for _, it := range list {
		if common(it.words, words) > 0 {
			it.blocked, it.blockedText, any = p, f.Text, true
		}
	}
	if !any && len(list) == 1 {
		list[0].blocked, list[0].blockedText = p, f.Text
	}
}

func (w *twin) progress(p *tPost, words []string) {
	list := w.owed(p)
	best := mostShared(list, words)
	if len(best) == 0 && len(list) == 1 {
		best = list
	}
	for _, it := range best {
		it.progress = p.m.Sequence
	}
}

// opens makes the items of a message.
func (w *twin) opens(p *tPost) {
	doc := p.m.Doc
	var any bool
	for i := range doc.Facts {
		m := doc.Facts[i].Label.Modality
		any = any || m == convention.Ask || m == convention.Req
	}
	if !any {
		return
	}
	p.ask = true
	for i := range doc.Facts {
		f := &doc.Facts[i]
		switch f.Label.Modality {
		case convention.Opt:
			p.options = append(p.options, Option{f.Label.ID, f.Text})
		case convention.Rec:
			if p.rec == "" {
				p.rec = tWord(f.Text)
			}
		case convention.Default:
			if !p.silent {
				p.silent, p.silence = true, f.Text
			}
		case convention.Decider:
			if name := tWord(f.Text); name != "" {
				p.deciders = append(p.deciders, w.called(name))
			}
		}
	}
	deciders := slices.Clone(p.deciders)
	nth := 0
	for i := range doc.Facts {
		f := &doc.Facts[i]
		ask := f.Label.Modality == convention.Ask
		if !ask && f.Label.Modality != convention.Req {
			continue
		}
		var owners []string
		for _, name := range p.to {
			if ask && slices.Contains(deciders, name) {
				owners = append(owners, name)
			}
		}
		decide := len(owners) > 0
		if !decide {
			owners = p.to
		}
		for _, name := range owners {
			w.open(p, i, nth, ask, decide, name)
			nth++
		}
	}
}

func (w *twin) open(p *tPost, i, nth int, ask, decide bool, name string) {
	f := &p.m.Doc.Facts[i]
	due, _ := p.m.Doc.AskTime(i)
	it := &tItem{post: p, line: f.Line, nth: nth, ask: ask, decider: decide, text: f.Text, asked: name, owner: name, due: due}
	it.key = strings.Join(tokenize(timeless(p, f)), " ")
	it.words = tWords(p, p.topic, f)
	for range 8 {
		a, ok := w.away[it.owner]
		if !ok || !p.m.At.Before(a.until) {
			break
		}
		for _, q := range w.posts {
			if q.m.Sequence == a.by {
				w.give(it, a.to, a.by, q.m.At)
			}
		}
	}
	for _, old := range w.items {
		if old.post != p && old.post.from == p.from && old.asked == name && old.ask == ask && old.post.topic == p.topic && old.key == it.key {
			if old.superseded == nil {
				old.superseded = p
			}
			if old.next == nil {
				old.next = it
			}
		}
	}
	w.items = append(w.items, it)
}

func (w *twin) forbids(p *tPost) {
	for i := range p.m.Doc.Facts {
		f := &p.m.Doc.Facts[i]
		words := tWords(p, p.topic, f)
		switch f.Label.Modality {
		case convention.MustNot:
			w.rules = append(w.rules, &tRule{post: p, line: f.Line, words: words})
		case convention.May:
			for _, r := range w.rules {
				if !r.may && r.post != p && r.post.from == p.from && r.post.topic == p.topic && r.post.corrected == nil &&
					len(r.words) > 0 && common(r.words, words) == len(r.words) && !slices.Contains(r.lifts, p) && r.lifted() == 0 {
					r.lifts = append(r.lifts, p)
				}
			}
			w.rules = append(w.rules, &tRule{post: p, line: f.Line, may: true})
		}
	}
}

func (r *tRule) lifted() int64 {
	for i, p := range r.lifts {
		if p.all {
			return p.m.Sequence
		}
		free := !r.post.all
		for _, name := range r.post.to {
			free = free && slices.ContainsFunc(r.lifts[:i+1], func(q *tPost) bool { return q.reaches(name) })
		}
		if free {
			return p.m.Sequence
		}
	}
	return 0
}

// hears reads prose.
func (w *twin) hears(p *tPost) {
	if p.m.Doc.Form != convention.Prose || p.repeatOf != nil {
		return
	}
	for i := range p.m.Doc.Facts {
		f := &p.m.Doc.Facts[i]
		if object, ok := strings.CutPrefix(f.Text, "sharednet-typed: "); ok && i == len(p.m.Doc.Facts)-1 {
			w.typed(p, f.Line, object)
			continue
		}
		to := ""
		for _, name := range w.everybody(p) {
			if name == p.from || !w.present(name, p) {
				continue
			}
			named := strings.HasPrefix(strings.ToLower(f.Text), name+":") && strings.HasSuffix(f.Text, "?")
			at := slices.Contains(strings.Fields(f.Text), "@"+name) && (strings.HasSuffix(f.Text, "?") || strings.Contains(f.Text, "can you"))
			if named || at {
				to = name
			}
		}
		switch {
		case to != "":
			w.possibles = append(w.possibles, &tPossible{post: p, line: f.Line, kind: PossibleAsk, to: to, text: f.Text})
		case slices.Contains([]string{"tests pass", "deployed"}, f.Text):
			w.possibles = append(w.possibles, &tPossible{post: p, line: f.Line, kind: PossibleResult, text: f.Text})
		}
	}
}
