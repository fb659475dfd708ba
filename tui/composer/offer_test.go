package composer

import (
	"strings"
	"testing"

	"earshot/convention"
)

// TestOffersSayWhatTheyAre: reserved words with their meaning, seats with their
// presence, numbers with their text, times with the instant and its local
// reading, the person's own templates beside those of the program.
func TestOffersSayWhatTheyAre(t *testing.T) {
	for _, k := range []struct {
		text string
		says []string
	}{
		{"v1 ask limiter to |", []string{"lead", "online", "worker", "away", "yu", "you, online", "every seat that is here"}},
		{"v1 ask limiter to yu n=1\nd|", []string{"deadline", convention.Deadline.Meaning(), convention.Decider.Meaning()}},
		{"v1 ask limiter to yu n=1\nsee #|", []string{"#12", "how to store rate-limit counters", "#14", "route test"}},
		{"v1 ask limiter to yu n=1\nask how, |", []string{"+1h", "20260918T0950Z", "Fri 18 Sep 11:50 +0200, in 1h"}},
		{"v1 |", []string{"propose", "ways to go", "standup", "your template"}},
		{"v1 ask |", []string{"limiter", "a topic of this room"}},
	} {
		c := New(Options{Templates: map[string]string{"standup": "v1 status <topic> to all n=9\ndone <yesterday>\nplan <today>"}})
		c.SetRoom(room())
		c.SetCounter(counter())
		c.SetSize(160, 24)
		before, after, _ := strings.Cut(k.text, "|")
		c.ReplaceText(before + after)
		c.ed.SetCursor(len(before))
		press(t, c, "tab")
		shown := statusText(c)
		for _, want := range k.says {
			if !strings.Contains(shown, want) {
				t.Errorf("%q: the offers do not say %q:\n%s", k.text, want, screen(c))
			}
		}
	}
}

// TestEveryReservedWordIsOffered at the start of a line, with its meaning.
func TestEveryReservedWordIsOffered(t *testing.T) {
	c := newComposer(120, 12)
	c.Open(Start{Text: "v1 note limiter to lead n=0\n"})
	notes := make(map[string]string)
	_, all := c.candidates()
	for _, k := range all {
		notes[k.label] = k.note
	}
	for _, m := range convention.Modalities() {
		if note, ok := notes[m.String()]; !ok || note != m.Meaning() || note == "" {
			t.Errorf("%s is offered as %q", m, note)
		}
	}
}

// TestOwnTemplates are filled in like those of the program: blanks with names of
// their own, the count set right.
func TestOwnTemplates(t *testing.T) {
	c := New(Options{Templates: map[string]string{"standup": "v1 status <topic> to all n=9\ndone <yesterday>\nplan <today>"}})
	c.SetRoom(room())
	c.SetSize(100, 12)
	c.Open(Start{})
	press(t, c, "alt+t", "up", "enter") // the last of the list
	if c.Text() != "v1 status <topic> to all n=2\ndone <yesterday>\nplan <today>" || len(c.blanks) != 3 {
		t.Fatalf("the template gives %q with the blanks %v", c.Text(), c.blanks)
	}
	press(t, c, "cache", "tab", "the keys", "tab", "the rest")
	if c.Text() != "v1 status cache to all n=2\ndone the keys\nplan the rest" {
		t.Errorf("filled in it is %q", c.Text())
	}
}

// TestLabelsSpeakOfTheReader: the convention says "you" to who reads; who writes
// is told whom the line obliges.
func TestLabelsSpeakOfTheReader(t *testing.T) {
	for _, k := range []struct{ text, want string }{
		{"v1 ask limiter to worker n=1\nask how far", "ask: worker must answer it"},
		{"v1 request limiter to lead,worker n=1\nreq run it", "req: lead and worker must do it"},
		{"v1 request limiter to lead,worker,yu n=1\nreq run it", "req: whom it is to must do it"},
	} {
		c := newComposer(120, 9)
		c.Open(Start{Text: k.text})
		press(t, c, "ctrl+end")
		if got := c.hint(); !strings.HasPrefix(got, k.want) {
			t.Errorf("%q: the hint is %q", k.text, got)
		}
	}
}
