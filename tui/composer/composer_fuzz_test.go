package composer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"earshot/convention"
	"earshot/convention/tokens"
	"earshot/render"
)

// counter is loaded once for all tests, which takes some 50 ms.
var counter = sync.OnceValue(func() *tokens.Counter {
	c, err := tokens.Load(tokens.O200k)
	if err != nil {
		panic(err)
	}
	return c
})

var start = time.Date(2026, 9, 18, 8, 50, 0, 0, time.UTC)

// room is the room of the study.
func room() Room {
	return Room{
		Seats:   []Seat{{"lead", "online"}, {"yu", "online"}, {"worker", "away"}, {"Scout Two", "online"}},
		Topics:  []string{"limiter", "cache"},
		Numbers: []Number{{12, "how to store rate-limit counters"}, {14, "route test"}},
		Readers: 8, Me: "yu", Now: start, Zone: time.FixedZone("", 7200),
	}
}

// ask is an ask of that room with two options.
func ask() Start {
	return Start{
		Kind: Answer, To: []string{"lead"}, Topic: "limiter", ReplyTo: "msg_12", ReplyToSequence: 12,
		About:   "how to store rate-limit counters, 20260918T0900Z",
		Options: []Option{{"A", "Redis sliding window: exact"}, {"B", "in-memory token bucket"}}, Recommended: "A",
		Default: "silence past the ask time→A", Due: start.Add(10 * time.Minute),
	}
}

// key makes the press of a key by its name.
func key(name string) tea.KeyPressMsg {
	k := tea.KeyPressMsg{}
	for {
		head, rest, ok := strings.Cut(name, "+")
		if !ok || head == "" {
			break
		}
		k.Mod |= map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}[head]
		name = rest
	}
	codes := map[string]rune{
		"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
		"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "home": tea.KeyHome, "end": tea.KeyEnd,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	}
	if code, ok := codes[name]; ok {
		k.Code = code
		return k
	}
	k.Code, _ = utf8.DecodeRuneInString(name)
	if k.Mod&^tea.ModShift == 0 {
		k.Text = name
	}
	return k
}

// typed are pieces that the fuzz target types and pastes.
var typed = []string{
	"v1 ask limiter to yu n=1", "\n", "ask ", "how to store it, ", "+2h", "tomorrow 09:00", "opt/A Redis", "default A", "done#1 12/12 tests pass",
	"ev#1 commit 3f9a2c1", "must-not ", "n=", "n=99", "v1 ", "to ", "#1", "<topic>", "<time>", "2026-09-18T09:00:00Z", "e\u0301", "漢字", "👨‍👩‍👧‍👦",
	"\x1b[31m", "\u202e", "a\r\nb", "\xff", "- req do it\n", "TODO: x\n", "{\"a\": 1}", "P1:V4", "x", " ", ",", "sni_abcdefghijklmnopqrstuvwxyz012345",
	"please note that it is basically done\n", strings.Repeat("long line ", 130), strings.Repeat("req one more thing\n", 260),
}

// driver presses random keys and holds the composer to its laws.
type driver struct {
	t       testing.TB
	c       *Composer
	log     []string
	measure render.Measure
	room    Room
}

func newDriver(t testing.TB, w, h int) *driver {
	d := &driver{t: t, c: New(Options{Templates: map[string]string{"mine": "v1 note <topic> to <seat> n=7\n<my words>"}}), room: room()}
	d.measure = render.NewMeasure(w%2 == 0)
	d.c.SetRoom(d.room)
	d.c.SetCounter(counter())
	d.c.SetSize(w, h)
	return d
}

func (d *driver) step(op, arg byte) {
	n := int(arg)
	before, rev := d.c.Text(), d.c.Revision()
	exempt := false // undo shows what was, count and all; Open and the rest set it right
	var act Action
	switch op % 8 {
	case 0, 1, 2:
		s := typed[n%len(typed)]
		d.log = append(d.log, fmt.Sprintf("%.30q", s))
		if op%8 == 2 {
			act = d.c.Paste(s)
		} else {
			act, _ = d.c.HandleKey(tea.KeyPressMsg{Code: tea.KeyExtended, Text: s})
		}
	case 3, 4, 5:
		all := Bindings()
		b := all[n%len(all)]
		exempt = b.ID == "draft-undo" || b.ID == "draft-redo" || b.ID == "draft-count"
		d.log = append(d.log, b.Keys[0])
		act, _ = d.c.HandleKey(key(b.Keys[0]))
	case 6:
		act = d.other(n)
	case 7:
		d.log = append(d.log, "tab")
		act, _ = d.c.HandleKey(key("tab"))
	}
	if d.c.Revision() == rev && d.c.Text() != before {
		d.t.Fatalf("the text changed and the revision did not, after %v", d.log)
	}
	d.obey(act)
	d.check(exempt || d.c.Revision() == rev)
}

func (d *driver) other(n int) Action {
	d.log = append(d.log, fmt.Sprint("other ", n%8))
	switch n % 8 {
	case 0:
		d.c.SetSize(n%130+1, n%17+1)
	case 1:
		d.room.Now = d.room.Now.Add(time.Duration(n) * 100 * time.Millisecond)
		d.c.SetNow(d.room.Now)
	case 2:
		s := ask()
		s.Kind = Kind(n / 8 % 10)
		d.c.Open(s)
	case 3:
		d.c.SetLint(d.c.Revision()-1, []convention.Diagnostic{{Code: "stale", Span: convention.Span{Start: 0, End: 1 << 20}}})
	case 4:
		return d.c.ReplaceText(typed[n%len(typed)] + "\n")
	case 5:
		d.c.Sent(d.c.Text())
	case 6:
		return d.c.Insert("v1 state limiter to all n=2\nowes yu #12\nlast #14")
	case 7:
		d.room.Seats = d.room.Seats[:1+n/8%len(d.room.Seats)]
		d.c.SetRoom(d.room)
	}
	return nil
}

// obey does what the owner of a composer would.
func (d *driver) obey(act Action) {
	switch a := act.(type) {
	case Lint:
		if a.Rev != d.c.Revision() || a.Text != d.c.Text() {
			d.t.Fatalf("a lint of another text, after %v", d.log)
		}
		if len(d.log)%2 == 0 { // now and then the next key is quicker
			d.c.SetLint(a.Rev, d.c.Linter()(a.Text))
		}
	case SaveDraft:
		if a.Rev != d.c.Revision() || a.Text != d.c.Text() {
			d.t.Fatalf("a draft of another text, after %v", d.log)
		}
	case Send:
		if strings.TrimSpace(a.Content) == "" || !strings.HasPrefix(d.c.Text(), a.Content) {
			d.t.Fatalf("sends %q of %q, after %v", a.Content, d.c.Text(), d.log)
		}
	}
}

func (d *driver) check(countExempt bool) {
	d.t.Helper()
	c, text := d.c, d.c.Text()
	if !utf8.ValidString(text) || strings.Contains(text, "\r") {
		d.t.Fatalf("text %q after %v", text, d.log)
	}
	rows := c.Rows(d.measure)
	if len(rows) != c.height {
		d.t.Fatalf("%d rows of %d, after %v", len(rows), c.height, d.log)
	}
	for y, r := range rows {
		if w := d.measure.RowWidth(r); w > c.width {
			d.t.Fatalf("row %d %q is %d wide of %d, after %v", y, r.Plain(), w, c.width, d.log)
		}
	}
	if x, y, ok := c.Cursor(); ok && (x < 0 || x >= c.width || y < 0 || y >= c.height) {
		d.t.Fatalf("cursor at %d %d in %d×%d, after %v", x, y, c.width, c.height, d.log)
	}
	if c.tokensRev == c.Revision() && c.tokens != counter().Count(text) {
		d.t.Fatalf("%d tokens, counted %d, after %v", c.tokens, counter().Count(text), d.log)
	}
	d.checkMessage(countExempt)
}

func (d *driver) checkMessage(countExempt bool) {
	d.t.Helper()
	c, text := d.c, d.c.Text()
	m := convention.Parse(text)
	if c.checked {
		want := convention.Check(m, c.context())
		found := slices.DeleteFunc(slices.Clone(c.diagnostics), func(d convention.Diagnostic) bool { return d.Code == secondHeader || d.Code == optionCase })
		if !slices.EqualFunc(found, want, func(a, b convention.Diagnostic) bool {
			return a.Code == b.Code && a.Span == b.Span && a.Message == b.Message
		}) {
			d.t.Fatalf("findings %v, want %v, after %v", c.diagnostics, want, d.log)
		}
	}
	if !c.autoCount || countExempt || m.Header == nil || m.Header.Count.Text == "" {
		return
	}
	bare := m.Header.Count.Text == "n=" && m.Header.Count.Span.End == c.ed.Cursor()
	if m.Header.N != len(m.Facts) && !bare {
		d.t.Fatalf("%s with %d facts in %q, after %v", m.Header.Count.Text, len(m.Facts), text, d.log)
	}
}

// FuzzKeys presses random keys.
func FuzzKeys(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 6 {
		ops := make([]byte, 120)
		for i := range ops {
			ops[i] = byte(r.Uint32())
		}
		f.Add(ops, byte(r.Uint32()), byte(r.Uint32()))
	}
	f.Fuzz(func(t *testing.T, ops []byte, w, h byte) {
		d := newDriver(t, int(w%140)+1, int(h%16)+1)
		for i := 0; i+1 < len(ops) && i < 160; i += 2 {
			d.step(ops[i], ops[i+1])
		}
	})
}

// TestKeys is the fuzz target on random runs.
func TestKeys(t *testing.T) {
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 9))
		d := newDriver(t, int(r.Uint32()%140)+1, int(r.Uint32()%16)+1)
		for range 80 {
			d.step(byte(r.Uint32()), byte(r.Uint32()))
		}
	}
}
