package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// pieces runs the search that a command began, piece by piece: between two
// pieces it calls between, and it gives how many there were.
func pieces(m *Model, cmd tea.Cmd, between func()) int {
	n := 0
	for ; cmd != nil; n++ {
		var next tea.Cmd
		for _, msg := range flat(cmd) {
			if _, ours := msg.(foundMsg); ours {
				_, next = m.Update(msg)
			}
		}
		if cmd = next; cmd != nil {
			between()
		}
	}
	return n
}

// flat runs a command, and those that it is a batch of.
func flat(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	batch, ok := cmd().(tea.BatchMsg)
	if !ok {
		return []tea.Msg{cmd()}
	}
	var all []tea.Msg
	for _, c := range batch {
		all = append(all, flat(c)...)
	}
	return all
}

// A search for what is nowhere, but made of what is everywhere, looks at every
// text: it comes in pieces, keys are acted on between them, and how far it is
// stands on the screen, growing.
func TestLongSearchLetsKeysThroughAndShowsHowFarItIs(t *testing.T) {
	m := filled(t, largeRoom(9_000), 120, 40)
	m.Update(pressOf("/"))
	m.search(m.room(), "lib/ and think that")
	percent := regexp.MustCompile(`searching… (\d+)%`)
	shares, typed := map[string]bool{}, 0
	n := pieces(m, m.gathered(), func() {
		if found := percent.FindStringSubmatch(stripped(m.View().Content)); found != nil {
			shares[found[1]] = true
		}
		before := m.View().Content
		if m.Update(tea.WindowSizeMsg{Width: 119 + typed%2, Height: 40}); m.View().Content != before {
			typed++
		}
	})
	if n < 3 || len(shares) < 2 || typed < n-1 {
		t.Errorf("%d pieces, %d of %d updates between were drawn, shares shown: %v", n, typed, n-1, shares)
	}
	if got := hitsWord(m.room().timeline); got != "no hit" {
		t.Errorf("at the end the screen says %q", got)
	}
}

// However many hits there are, one update takes in a bounded number of them,
// and fewer where a filter has to look at each.
func TestFindingsAreTakenInByTheSlice(t *testing.T) {
	m := filled(t, largeRoom(6_000), 120, 40)
	r := m.room()
	for _, c := range []struct {
		filter string
		most   int
	}{{"", 4096}, {"seat:yu", 128}} {
		if c.filter != "" {
			m.Update(pressOf("f"))
			m.Update(tea.PasteMsg{Content: c.filter})
			m.Update(pressOf("enter"))
		}
		before := 0
		m.search(r, "o")
		n := pieces(m, m.gathered(), func() {
			_, of, _ := r.timeline.Hits()
			if of-before > c.most {
				t.Errorf("filter %q: %d hits in one update, at most %d are good", c.filter, of-before, c.most)
			}
			before = of
		})
		_, of, done := r.timeline.Hits()
		if want := countBodies(m, c.filter); of != want || !done || n < want/c.most {
			t.Errorf("filter %q: %d hits in %d pieces, want %d, done %v", c.filter, of, n, want, done)
		}
	}
}

// countBodies counts the messages that a search for "o" finds, one by one.
func countBodies(m *Model, filter string) int {
	n, log := 0, m.room().log
	for i := range log.Len() {
		msg := log.At(i)
		if strings.Contains(strings.ToLower(msg.Body), "o") && (filter == "" || filter == "seat:"+msg.From) {
			n++
		}
	}
	return n
}

// Typing one letter more starts over: what an earlier search finds is dropped.
func TestTypingOnDropsEarlierFindings(t *testing.T) {
	m := filled(t, largeRoom(3_000), 120, 40)
	r := m.room()
	m.search(r, "re")
	late := flat(m.gathered())
	m.search(r, "redis")
	pieces(m, m.gathered(), func() {})
	_, want, _ := r.timeline.Hits()
	for _, msg := range late {
		m.Update(msg)
	}
	if _, got, _ := r.timeline.Hits(); got != want || want != countPlain(m, "redis") {
		t.Errorf("%d hits after a late finding, before %d, want %d", got, want, countPlain(m, "redis"))
	}
	if !strings.Contains(hitsWord(r.timeline), fmt.Sprint(want)) {
		t.Errorf("the screen says %q of %d hits", hitsWord(r.timeline), want)
	}
}

func countPlain(m *Model, pattern string) int {
	n, log := 0, m.room().log
	for i := range log.Len() {
		if strings.Contains(strings.ToLower(log.body(i)), pattern) {
			n++
		}
	}
	return n
}
