//go:build e2e

package e2e

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// The main job: see what waits, answer it from the composer, see it acted on.
func TestAnswerTheAskOfTheDemo(t *testing.T) {
	p := open(t, size{120, 40})
	p.command("earshot demo --speed 3")
	p.shows("● live", "needs you 1", "how to store rate-limit counters", "DEFAULT in")
	p.keys("a")
	p.shows("answer to #", "v1 decide limiter to lead n=1")
	p.text("B in-memory bucket, Redis is being moved")
	p.shows("B in-memory bucket", "no errors")
	p.keys("C-s")
	p.shows("taken as option B")
	p.shows("build option B of #")
	p.hides("▐answer")
	p.keys("q")
	p.givenBack()
	left, err := os.ReadDir(p.home)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		if name := entry.Name(); name != "tmux.sock" && !strings.HasPrefix(name, "stty-") {
			t.Errorf("the demo left %s behind", name)
		}
	}
}

// Silence decides on the screen, and lead says so.
func TestSilenceDecides(t *testing.T) {
	p := open(t, size{100, 45})
	p.command("earshot demo --speed 10")
	p.shows("NOT THE DECIDER")
	p.shows("IN FORCE since")
	p.shows("is in force")
	p.keys("q")
	p.givenBack()
}

// The program is usable from 60×16 upwards and says so where it is not.
func TestSizes(t *testing.T) {
	for _, s := range []size{{60, 16}, {80, 24}, {120, 40}, {40, 16}} {
		p := open(t, s)
		p.command("earshot demo --speed 6")
		p.shows("live")
		p.keys("2")
		screen := p.shows("needs you", "limiter")
		for line := range strings.Lines(screen) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > s.width {
				t.Errorf("a row of %d runes on a screen of %d columns: %q", n, s.width, line)
			}
		}
		p.tmux("resize-window", "-x", "15", "-y", "4")
		p.shows("20×5")
		p.tmux("resize-window", "-x", "100", "-y", "30")
		p.shows("needs you", "live")
		p.keys("q")
		p.givenBack()
	}
}

// colour is an escape sequence that sets a colour.
var colour = regexp.MustCompile(`\x1b\[[0-9;]*\b(3[0-7]|38|4[0-7]|48|9[0-7]|10[0-7])\b[0-9;]*m`)

func TestColours(t *testing.T) {
	with := open(t, size{100, 30})
	with.command("earshot demo --speed 6")
	with.shows("UNADDRESSED")
	if !colour.MatchString(with.coloured()) {
		t.Errorf("no colour without NO_COLOR:\n%q", with.coloured())
	}
	without := open(t, size{100, 30}, "NO_COLOR=1")
	without.command("earshot demo --speed 6")
	without.shows("UNADDRESSED")
	if found := colour.FindString(without.coloured()); found != "" {
		t.Errorf("NO_COLOR is set and the screen has %q", found)
	}
}

// A terminal that can only print gets lines.
func TestDumbTerminal(t *testing.T) {
	p := open(t, size{100, 40}, "TERM=dumb")
	p.command("earshot demo --speed 60; echo exit-$?")
	p.exitCode(0)
	p.shows("IN FORCE")
	p.givenBack()
}
