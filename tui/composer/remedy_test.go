package composer

import (
	"strings"
	"testing"

	"earshot/convention"
)

// TestRelativeTimesAreFixed: the fix of a relative time is the instant that tab
// would give, wherever in the phrase the finding lies.
func TestRelativeTimesAreFixed(t *testing.T) {
	for _, k := range []struct{ line, want string }{
		{"ask how, tomorrow", "ask how, 20260919T0700Z"},
		{"ask how, tomorrow 9:30", "ask how, 20260919T0730Z"},
		{"ask how by tomorrow at 9am please", "ask how by 20260919T0700Z please"},
		{"ask how (fri 9:00 utc), says yu", "ask how (20260918T0900Z), says yu"},
		{"req route test in 2h", "req route test 20260918T1050Z"},
		{"req route test in 2 days", "req route test 20260920T0850Z"},
		{"deadline next monday", "deadline 20260921T0700Z"},
		{"ask how, +2h", "ask how, 20260918T1050Z"},
		{"ask how, EOD", "ask how, <time>"},
		{"ask how, next week", "ask how, <time>"},
	} {
		c := newComposer(120, 9)
		c.Open(Start{Text: "v1 ask limiter to lead n=2\n" + k.line + "\ndefault silence→A"})
		found := false
		for _, d := range c.diagnostics {
			if d.Code == "relative-time" || strings.Contains(k.line, "+2h") && d.Code == "ask-without-time" {
				c.ed.SetCursor(d.Span.Start)
				found = true
				break
			}
		}
		if !found {
			t.Errorf("%q is not found to be relative: %v", k.line, c.diagnostics)
			continue
		}
		if shown := statusText(c); !strings.Contains(shown, "ctrl+f: ") || strings.Contains(k.want, "Z") && !strings.Contains(shown, "+0200") {
			t.Errorf("%q: the fix and its local reading are not offered:\n%s", k.line, screen(c))
		}
		press(t, c, "ctrl+f")
		if got := strings.Split(c.Text(), "\n")[1]; got != k.want {
			t.Errorf("%q becomes %q, want %q", k.line, got, k.want)
		}
		if s, ok := c.ed.Selection(); strings.Contains(k.want, "<time>") && (!ok || c.source(s) != "<time>") {
			t.Errorf("%q: the blank is not selected", k.line)
		}
		press(t, c, "ctrl+_")
		if got := strings.Split(c.Text(), "\n")[1]; got != k.line {
			t.Errorf("one undo gives %q, want %q", got, k.line)
		}
	}
}

// TestEveryErrorCanBeActedOn: for each example of a rule that the composer flags
// as an error or a warning, the fix key changes the text, or puts the cursor on
// the finding and says what to write.
func TestEveryErrorCanBeActedOn(t *testing.T) {
	for _, rule := range convention.Rules() {
		if rule.Severity == convention.Hint || len(rule.Bad) > 1024 || rule.Bad == "" {
			continue
		}
		c := newComposer(120, 12)
		c.Open(Start{Text: rule.Bad})
		for _, d := range c.diagnostics {
			if d.Code != rule.Code {
				continue
			}
			c.ed.SetCursor(d.Span.Start)
			told, _ := c.told()
			before := c.Text()
			act := press(t, c, "ctrl+f")
			if c.Text() != before {
				continue
			}
			n, ok := act.(Notice)
			if at := c.ed.Cursor(); !ok || !strings.Contains(n.Text, told.Message) || at < told.Span.Start || at > told.Span.End {
				t.Errorf("%s: ctrl+f gives %+v with the cursor at %d, %+v", rule.Code, act, at, told)
			}
		}
	}
}

// TestStopGoesWhereThePersonActs: what is typed after a stop stands in place of
// what stopped the send.
func TestStopGoesWhereThePersonActs(t *testing.T) {
	for _, k := range []struct {
		text string
		keys []string
		want string
	}{
		{"v1 note limiter to nobody n=1\nhello", []string{"lead"}, "v1 note limiter to lead n=1\nhello"},
		{"v1 note limiter to nobody n=1\nhello", []string{"tab", "enter"}, "v1 note limiter to lead n=1\nhello"},
		{"v1 note limiter to nobody n=1\nhello", []string{"tab", "sc", "enter"}, "v1 note limiter to Scout-Two n=1\nhello"},
		{"v1 note limiter to lead,nobody n=1\nhello", []string{"tab", "work", "enter"}, "v1 note limiter to lead,worker n=1\nhello"},
		{"v1 note limiter to nobody n=1\nhello", []string{"ctrl+f", "le", "tab"}, "v1 note limiter to lead n=1\nhello"},
		{"v1 ask limiter to lead n=2\nask how, 20261318T1000Z\ndefault silence→A", []string{"+2h", "tab"}, "v1 ask limiter to lead n=2\nask how, 20260918T1050Z\ndefault silence→A"},
	} {
		c := newComposer(100, 12)
		c.Open(Start{Text: k.text})
		if n, ok := press(t, c, "ctrl+s").(Notice); !ok || n.Level != Fail {
			t.Errorf("%q is not stopped: %+v", k.text, n)
			continue
		}
		press(t, c, k.keys...)
		if c.Text() != k.want {
			t.Errorf("%q: %q gives %q, want %q", k.text, k.keys, c.Text(), k.want)
		}
	}
	for _, rule := range convention.Rules() {
		if rule.Bad == "" || len(rule.Bad) > 4096 {
			continue
		}
		c := newComposer(100, 12)
		c.Open(Start{Text: rule.Bad})
		press(t, c, "ctrl+end", "ctrl+s")
		for _, d := range c.diagnostics {
			if d.Severity == convention.Error {
				if at := c.ed.Cursor(); at < d.Span.Start || at > d.Span.End {
					t.Errorf("%s: stopped with the cursor at %d, the first error is at %v", rule.Code, at, d.Span)
				}
				break
			}
		}
	}
}

// TestCountByHandIsOfOneMessage: the switch belongs to the draft.
func TestCountByHandIsOfOneMessage(t *testing.T) {
	c := newComposer(120, 9)
	c.Open(Start{Text: "v1 note x to lead n=1\none"})
	n, ok := press(t, c, "alt+n").(Notice)
	if !ok || !strings.Contains(n.Text, "in this message") || !strings.Contains(n.Text, "alt+n") {
		t.Errorf("switched off it says %+v", n)
	}
	if shown := screen(c); !strings.Contains(shown, "n= not kept (alt+n)") {
		t.Errorf("the screen does not say how n= stands:\n%s", shown)
	}
	press(t, c, "ctrl+home", "end", "backspace", "4")
	if shown := statusText(c); strings.Contains(shown, "by itself") || !strings.Contains(shown, "wrong") && !strings.Contains(shown, "n=4") {
		t.Errorf("a count that is wrong is not told, or said to be kept:\n%s", screen(c))
	}
	draft := Start{Text: c.Text(), ByHand: c.ByHand()}
	c.Open(Start{Text: "v1 note x to lead n=3\none"})
	if c.Text() != "v1 note x to lead n=1\none" || c.ByHand() {
		t.Errorf("the next message is %q, by hand: %v", c.Text(), c.ByHand())
	}
	c.Open(draft)
	if c.Text() != draft.Text || !c.ByHand() {
		t.Errorf("the draft comes back as %q, by hand: %v", c.Text(), c.ByHand())
	}
	if n, ok := press(t, c, "alt+n").(Notice); ok && !strings.Contains(n.Text, "counted") || c.Text() != "v1 note x to lead n=1\none" {
		t.Errorf("switched on: %+v %q", n, c.Text())
	}
	c.Sent(c.Text())
	if c.ByHand() {
		t.Error("after sending n= is still by hand")
	}
}

// TestHeaderTypedOverThePrepared: whoever writes a header of their own means it
// in place of the prepared one.
func TestHeaderTypedOverThePrepared(t *testing.T) {
	about := Start{Kind: Reply, To: []string{"worker"}, Topic: "limiter", ReplyTo: "msg_14", ReplyToSequence: 14}
	for _, k := range []struct {
		name  string
		start Start
		keys  []string
		want  string
	}{
		{"into the first blank", Start{}, []string{"v1 note cache to lead n=1", "enter", "hello"}, "v1 note cache to lead n=1\nhello"},
		{"before it", Start{}, []string{"home", "v1 note cache to lead n=1", "enter", "hello"}, "v1 note cache to lead n=1\nhello"},
		{"without a count", Start{}, []string{"v1 note cache to lead", "enter", "hello"}, "v1 note cache to lead\nhello"},
		{"before a reply's", about, []string{"ctrl+home", "v1 note cache to lead n=1"}, "v1 note cache to lead n=1\n<answer>"},
		{"an intent that begins so", Start{}, []string{"v1x", "alt+e", "cache"}, "v1 v1x cache to <seat> n=0"},
	} {
		c := newComposer(100, 12)
		c.Open(k.start)
		press(t, c, k.keys...)
		if c.Text() != k.want {
			t.Errorf("%s: %q, want %q", k.name, c.Text(), k.want)
		}
		begun := New(Options{})
		begun.SetRoom(room())
		begun.Open(k.start)
		for range 200 {
			press(t, c, "ctrl+_")
		}
		if c.Text() != begun.Text() {
			t.Errorf("%s: undone it is %q, want %q", k.name, c.Text(), begun.Text())
		}
	}
	for _, s := range []Start{{}, about, ask()} {
		c := newComposer(100, 12)
		c.Open(s)
		c.Paste("v1 note cache to lead n=1\r\nhello\n")
		if c.Text() != "v1 note cache to lead n=1\nhello" {
			t.Errorf("kind %d: pasted it is %q", s.Kind, c.Text())
		}
		if id, n := c.ReplyTo(); id != s.ReplyTo || n != s.ReplyToSequence {
			t.Errorf("kind %d: the reply reference is lost", s.Kind)
		}
	}
}

// TestSecondHeaderIsTold: below a prepared header one key puts it in the place
// of that.
func TestSecondHeaderIsTold(t *testing.T) {
	c := newComposer(100, 12)
	c.Open(Start{Kind: Reply, To: []string{"worker"}, Topic: "limiter", ReplyToSequence: 14})
	press(t, c, "v1 decide limiter to lead n=1", "enter", "A")
	press(t, c, "up")
	if shown := statusText(c); !strings.Contains(shown, "one header") || !strings.Contains(shown, "ctrl+f: put it in place of the first") {
		t.Fatalf("a second header is not told:\n%s", screen(c))
	}
	press(t, c, "ctrl+f")
	if c.Text() != "v1 decide limiter to lead n=1\nA" {
		t.Errorf("the text is %q", c.Text())
	}
	c.Open(Start{Text: "v1 note limiter to lead n=1\nv1 of the plan is ready"})
	if len(c.own()) > 0 {
		t.Errorf("a fact that begins with v1 is taken for a header: %v", c.own())
	}
}
