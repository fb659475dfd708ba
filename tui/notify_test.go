package tui

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/client/wire"
)

const hostile = "r\x1b]0;x\x07\x1b[2J;\u202Ee\u200b\n\x9b2J\xffz"

// hosted is a driver on one room with yu in it, which is live.
func hosted(t *testing.T, o Options) (*driver, func(seat, body string)) {
	o.Rooms, o.Now, o.NewID = []Room{{Name: "one", API: noRoom{}}}, time.Now, func() string { return "id" }
	r := newDriver(t, New(o))
	r.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	yu := wire.Seat{MemberID: "i_yu", Name: "yu", Role: "person"}
	r.send(eventsMsg{0, []client.Event{
		client.Welcomed{Room: wire.Room{Name: hostile}, You: &yu, Seats: []wire.Seat{yu, {MemberID: "i_lead", Name: "l" + hostile}}},
		client.Status{State: client.StateLive},
	}})
	seq := int64(0)
	return r, func(seat, body string) {
		seq++
		m := wireMessage(seq, 0)
		m.Sender, m.Content, m.CreatedAt = wire.Sender{MemberID: "i_" + seat, Name: seat}, body, time.Now()
		r.send(eventsMsg{0, []client.Event{client.Messages{Messages: []wire.Message{m}}}})
	}
}

func askAt(after time.Duration, text string) string {
	return "v1 propose limiter to yu n=2\nask " + text + " " + time.Now().Add(after).UTC().Format("20060102T1504Z") + "\ndefault silence past the ask time → A"
}

// A person is called when an ask to them comes, is due and is decided by
// silence; each once, in clean text, and only where it was asked for.
func TestCalls(t *testing.T) {
	all := Notify{Arrived: true, Due: true, Default: true, Bell: true, Desktop: OSC777}
	synctest.Test(t, func(t *testing.T) {
		r, say := hosted(t, Options{Notify: all})
		say("lead", "v1 note x to yu n=1\nno ask")
		if r.raw != "" {
			t.Fatalf("a note calls: %q", r.raw)
		}
		for i, want := range []string{"ask from lead: how ", "due ask from lead: how ", "decided by silence, ask from lead: how "} {
			switch i {
			case 0:
				say("lead", askAt(20*time.Minute, "how "+strings.ReplaceAll(hostile, "\n", " ")))
			case 1:
				r.pass(6 * time.Minute)
			case 2:
				r.pass(15 * time.Minute)
			}
			if strings.Count(r.raw, "\x1b]777;notify;earshot;") != 1 || !strings.Contains(r.raw, want) || !strings.HasPrefix(r.raw, "\a") {
				t.Fatalf("step %d calls %q, want %q", i, r.raw, want)
			}
			body := strings.TrimSuffix(strings.TrimPrefix(r.raw, "\a\x1b]777;notify;earshot;"), "\a")
			if strings.ContainsAny(body, "\x1b\a\n;\u202e\u200b") || strings.Contains(body, "\x9b") {
				t.Fatalf("what is told is not clean: %q", body)
			}
			r.raw = ""
			r.pass(time.Second)
			if r.raw != "" {
				t.Fatalf("step %d calls again: %q", i, r.raw)
			}
		}
		time.Sleep(5 * time.Minute)
	})
	for _, n := range []Notify{{}, {Bell: true}, {Arrived: true}, {Default: true, Bell: true}} {
		synctest.Test(t, func(t *testing.T) {
			r, say := hosted(t, Options{Notify: n})
			say("lead", askAt(20*time.Minute, "how"))
			if r.raw != "" {
				t.Fatalf("%+v calls: %q", n, r.raw)
			}
			time.Sleep(5 * time.Minute)
		})
	}
}

// The title counts, is clean, and is left alone unless it was asked for.
func TestWindowTitle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, say := hosted(t, Options{Notify: Notify{Title: true}})
		say("lead", askAt(20*time.Minute, "how"))
		title := r.m.View().WindowTitle
		if !strings.HasPrefix(title, "needs you 1 · r") || strings.ContainsAny(title, "\x1b\a\n;\u202e\u200b") || strings.Contains(title, "\x9b") {
			t.Fatalf("the title is %q", title)
		}
		silent, _ := hosted(t, Options{})
		if title := silent.m.View().WindowTitle; title != "" {
			t.Fatalf("the title is %q", title)
		}
		time.Sleep(5 * time.Minute)
	})
}

// Nothing from outside reaches the terminal as more than text: names of rooms
// and seats, topics, reasons, file names, drafts.
func TestHostileWordsStayWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := func() (int, error) { return 3, errors.New(hostile) }
		r, say := hosted(t, Options{Banner: hostile, SaveCopy: func(string) (string, error) { return hostile, nil }})
		r.m.rooms[0].cfg.LeftOut = left
		say("l"+hostile, "v1 note "+strings.ReplaceAll(hostile, "\n", "")+" to "+hostile+"\nreq "+hostile)
		say("lead", askAt(20*time.Minute, hostile))
		say("lead", strings.Repeat(hostile, 4000))
		events := []client.Event{
			client.Status{State: client.StateReconnecting, Err: errors.New(hostile), NextRetry: time.Now().Add(time.Hour)},
			client.Status{State: client.StateRefused, Err: errors.New(hostile)},
			client.Gap{From: 7, To: 9}, client.Failed{ID: "id", Err: errors.New(hostile)},
			client.Status{State: client.StateLive}, client.Rebuilt{Reason: hostile},
		}
		keys := strings.Fields("y a esc esc c x esc / x enter f t enter esc enter esc 2 x q enter 3 4 enter 5 1 ? pgdown esc # 9 enter")
		for i := range max(len(events), len(keys)) {
			if i < len(events) {
				r.send(eventsMsg{0, events[i : i+1]})
				clean(t, r)
			}
			if i < len(keys) {
				r.send(pressOf(keys[i]))
				clean(t, r)
			}
		}
		time.Sleep(5 * time.Minute)
	})
}

// clean fails where the drawn view holds more than colours and printable text.
func clean(t *testing.T, r *driver) {
	t.Helper()
	for _, c := range stripColours(r.m.View().Content) {
		if c < ' ' && c != '\n' || c >= 0x7f && c < 0xa0 || c == '\u202e' || c == '\u200b' {
			t.Fatalf("%q is on the screen:\n%s", c, r.m.View().Content)
		}
	}
}

// stripColours takes the colours that we write ourselves out of a view.
func stripColours(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			return b.String() + s
		}
		end := strings.IndexFunc(s[i+2:], func(c rune) bool { return (c < '0' || c > '9') && c != ';' && c != ':' })
		if end < 0 || s[i+2+end] != 'm' {
			return b.String() + s
		}
		b.WriteString(s[:i])
		s = s[i+2+end+1:]
	}
}

// A text that is too large for the clipboard is kept in a file.
func TestLargeCopyGoesIntoAFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept string
		r, say := hosted(t, Options{SaveCopy: func(text string) (string, error) { kept = text; return "/tmp/copy.txt", nil }})
		body := strings.Repeat("long ", 20_000)
		say("lead", body)
		r.send(pressOf("y"))
		if kept != body || !strings.Contains(stripped(r.m.View().Content), "/tmp/copy.txt") {
			t.Fatalf("%d bytes kept:\n%s", len(kept), stripped(r.m.View().Content))
		}
		time.Sleep(5 * time.Minute)
	})
}

// A link is shown with where it leads, opened on a second key alone, and only
// where it is http or https.
func TestLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var opened []string
		r, say := hosted(t, Options{OpenLink: func(url string) error { opened = append(opened, url); return nil }})
		say("lead", "see javascript:alert(1) and file:///etc/passwd and https://user@evil.example/x")
		r.send(pressOf("o"))
		if s := stripped(r.m.View().Content); !strings.Contains(s, "has no http or https link") {
			t.Fatal(s)
		}
		say("lead", "[the docs](https://evil.example/a) and http://b.example/")
		r.send(pressOf("o"))
		if s := stripped(r.m.View().Content); !strings.Contains(s, "open https://evil.example/a ?") || len(opened) != 0 {
			t.Fatalf("%v\n%s", opened, s)
		}
		r.send(pressOf("o"))
		r.send(pressOf("enter"))
		r.send(pressOf("o"))
		r.send(pressOf("esc"))
		if len(opened) != 1 || opened[0] != "http://b.example/" {
			t.Fatalf("opened %v", opened)
		}
		time.Sleep(5 * time.Minute)
	})
}
