package composer

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/convention/tokens"
	"earshot/render"
)

func look(c *Composer, title string) {
	rows := c.Rows(render.Measure{})
	x, y, _ := c.Cursor()
	fmt.Println("=====", title, c.width, "x", c.height, "cursor", x, y)
	for i, r := range rows {
		s := []rune(r.Plain())
		if i == y && x < len(s) {
			s = append(append(append([]rune{}, s[:x]...), '█'), s[x:]...)
		}
		fmt.Println(strings.TrimRight(string(s), " ") + "$")
	}
}

func TestLook(t *testing.T) {
	if os.Getenv("LOOK") == "" {
		return
	}
	counter, _ := tokens.Load("")
	zone := time.FixedZone("CEST", 7200)
	room := Room{Seats: []Seat{{"lead", "online"}, {"yu", "online"}, {"worker", "away"}, {"scout", "online"}}, Topics: []string{"limiter", "cache"},
		Numbers: []Number{{12, "how to store rate-limit counters"}, {14, "route test"}}, Readers: 8, Me: "yu", Now: time.Date(2026, 9, 18, 8, 50, 0, 0, time.UTC), Zone: zone}
	for _, w := range []int{120, 80, 60, 40} {
		h := 9
		mk := func() *Composer {
			c := New(Options{})
			c.SetRoom(room)
			c.SetCounter(counter)
			c.SetSize(w, h)
			return c
		}
		press := func(c *Composer, keys ...string) {
			for _, k := range keys {
				var a Action
				switch k {
				case "tab":
					a, _ = c.HandleKey(tea.KeyPressMsg{Code: tea.KeyTab})
				case "enter":
					a, _ = c.HandleKey(tea.KeyPressMsg{Code: tea.KeyEnter})
				case "down":
					a, _ = c.HandleKey(tea.KeyPressMsg{Code: tea.KeyDown})
				default:
					for _, r := range k {
						a, _ = c.HandleKey(tea.KeyPressMsg{Code: r, Text: string(r)})
					}
				}
				if n, ok := a.(Notice); ok {
					fmt.Println("NOTICE", n.Text)
				}
			}
		}
		c := mk()
		c.Open(Start{})
		look(c, "compose")
		press(c, "tab")
		look(c, "intents")
		press(c, "enter", "cach", "tab")
		look(c, "topic")
		press(c, "tab")
		look(c, "seats")
		press(c, "enter")
		look(c, "question")
		press(c, "where to keep it", "tab", "+2h", "tab")
		look(c, "time")
		press(c, "Redis", "tab", "memory", "tab", "why not", "tab", "risk", "tab", "mitigation", "tab")
		look(c, "done?")
		fmt.Println(c.Text())
		c.SetRoom(room)
		fmt.Printf("%#v\n", c.send())

		c = mk()
		c.Open(Start{Kind: Answer, To: []string{"lead"}, Topic: "limiter", ReplyTo: "m12", ReplyToSequence: 12, About: "how to store rate-limit counters, 20260918T0900Z", Options: []Option{{"A", "Redis sliding window: exact, +1 network hop/req ~3ms"}, {"B", "in-memory token bucket per function instance: 0 hops"}}, Recommended: "A", Default: "silence past the ask time→A with the fail-open", Due: time.Date(2026, 9, 18, 9, 0, 0, 0, time.UTC)})
		look(c, "answer")
		press(c, "down", "enter")
		look(c, "answered")
		c = mk()
		c.Open(Start{Text: "v1 report limiter to led n=9\nask decide 2026-09-18T09:00:00Z: mock Redis in tests, or skip the route test\ndone#1 12/12 tests pass\nev#1 commit 3f9a2c1\n- todo route test\n"})
		look(c, "findings")
		c.ed.SetCursor(40)
		look(c, "findings at time")
		c = mk()
		c.Open(Start{Text: "hello, can somebody look at the limiter please"})
		look(c, "prose")
		c.fix()
		look(c, "prose fixed")
	}
}
