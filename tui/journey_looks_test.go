package tui_test

import (
	"fmt"
	"image/color"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"earshot/render"
	"earshot/tui"
	"earshot/tui/tuitest"
)

// flagged fills a room with every flag that a message can carry. Its times are
// those of an hour ago.
func flagged(room *tuitest.Room) {
	due := func(d time.Duration) string { return time.Now().Add(d - time.Hour).UTC().Format("20060102T1504Z") }
	room.Open()
	room.Say("lead", "v1 propose limiter to yu n=5\nask how to store, "+due(30*time.Minute)+"\nopt/A Redis\nopt/B memory\ndecider yu\ndefault silence past the ask time→A")
	room.Say("lead", "v1 request tests to worker n=1\nreq write them, "+due(30*time.Minute))
	room.Say("lead", "v1 request docs to worker n=2\nreq write those, "+due(70*time.Minute)+"\nmust-not push")
	room.Say("lead", "v1 decision limiter to worker n=1\ndecision: option A approved")
	room.Say("worker", "v1 report other to lead n=2\nclaim it works\nmay rest")
	room.Say("worker", "v1 report other to lead n=9\nclaim not counted")
	room.Say("scout", "v1 note other n=1\nreq somebody do it")
	room.Say("scout", "the same words")
	room.Say("scout", "the same words")
}

// flags are the words of what flagged brings about.
func flags() []string {
	return []string{"OVERDUE −", "DUE in ", "IN FORCE since", "UNPROVEN", "UNADDRESSED", "DATA n=9≠1", "REPEAT", "NOT THE DECIDER"}
}

// look runs the program on a flagged room in a terminal of some colours and
// hands its screen over, with what was written.
func look(t *testing.T, profile colorprofile.Profile, palette string, light bool, see func(screen *tuitest.Terminal)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		room := tuitest.NewRoom(func() time.Time { return time.Now().Add(-time.Hour) }, "yu", "lead", "worker", "scout")
		o := tui.Options{Rooms: []tui.Room{room.Watched("limiter-room")}, Now: time.Now, NewID: ids(), Palette: palette}
		screen := tuitest.Start(t, tui.New(o), 120, 50, tea.WithColorProfile(profile))
		if light {
			screen.Send("\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
		}
		flagged(room)
		screen.Wait(2 * time.Second)
		screen.Shows(flags()...)
		see(screen)
	})
}

var sgr = regexp.MustCompile(`\x1b\[([0-9;:]*)m`)

// colours are the SGR parameters that choose a colour, each kind once: "basic",
// "256", "true".
func colours(output string) []string {
	var kinds []string
	for _, m := range sgr.FindAllStringSubmatch(output, -1) {
		p := strings.FieldsFunc(m[1], func(r rune) bool { return r == ';' || r == ':' })
		for i := 0; i < len(p); i++ {
			var n int
			if _, err := fmt.Sscan(p[i], &n); err != nil {
				continue
			}
			switch {
			case (n == 38 || n == 48) && i+1 < len(p) && p[i+1] == "5":
				kinds = append(kinds, "256")
				i += 2
			case (n == 38 || n == 48) && i+1 < len(p) && p[i+1] == "2":
				kinds = append(kinds, "true")
				i += 4
			case n >= 30 && n < 38, n >= 40 && n < 48, n >= 90 && n < 98, n >= 100 && n < 108:
				kinds = append(kinds, "basic")
			}
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// A terminal gets the colours that it has and no others: 16 of its own, 256,
// all, or none. What stands on the screen is the same in all of them, in every
// palette, so that no flag hangs on a colour.
func TestColoursOfTheTerminal(t *testing.T) {
	for _, tt := range []struct {
		name    string
		profile colorprofile.Profile
		kind    string
	}{
		{"16 colours", colorprofile.ANSI, "basic"}, {"256 colours", colorprofile.ANSI256, "256"},
		{"true colour", colorprofile.TrueColor, "true"}, {"no colour", colorprofile.ASCII, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var text string
			look(t, colorprofile.ASCII, "auto", false, func(screen *tuitest.Terminal) { text = screen.Screen() })
			for _, palette := range render.Palettes() {
				look(t, tt.profile, palette, false, func(screen *tuitest.Terminal) {
					if got := strings.Join(colours(screen.Output()), " "); got != tt.kind {
						t.Errorf("palette %s writes colours %q, want %q", palette, got, tt.kind)
					}
					if got := screen.Screen(); got != text {
						t.Errorf("palette %s says something else:\n%s\nthan without colours:\n%s", palette, got, text)
					}
					inks(t, screen, tt.kind)
				})
			}
		})
	}
}

// inks checks the colours of words on the screen: of the terminal's kind, and
// what is bad, what is good and what is a mere label apart.
func inks(t *testing.T, screen *tuitest.Terminal, kind string) {
	t.Helper()
	words := []string{"NOT THE DECIDER", "must-not", "may ", "opt/A", "claim "}
	var seen []color.Color
	for _, word := range words {
		ink := screen.Ink(word)
		ok := false
		switch ink.(type) {
		case nil:
			ok = kind == ""
		case ansi.BasicColor:
			ok = kind == "basic"
		case ansi.IndexedColor:
			ok = kind == "256"
		default:
			ok = kind == "true"
		}
		if !ok {
			t.Errorf("%q is in %T %v where the terminal has %q", word, ink, ink, kind)
		}
		if !slices.Contains(seen, ink) {
			seen = append(seen, ink)
		}
	}
	if kind != "" && len(seen) < len(words)-1 { // what is bad and what is forbidden are one
		t.Errorf("%d of %d families are apart: %v", len(seen), len(words), seen)
	}
}

// Without colour every flag is a word, in every view, and so are focus and
// selection signs.
func TestNoColourNeedsNone(t *testing.T) {
	look(t, colorprofile.ASCII, "auto", false, func(screen *tuitest.Terminal) {
		if cells := screen.Coloured(); len(cells) > 0 {
			t.Fatalf("cells have colours: %v", cells)
		}
		screen.Shows("▐1 room▌", "▸ ask limiter", "● live", "needs you")
		for _, step := range []struct{ key, shows string }{
			{"2", "▐2 triage▌"}, {"3", "▐3 record▌"}, {"4", "▐4 seats▌"}, {"5", "▐5 costs▌"}, {"1", "▐1 room▌"}, {"k", "▌ #"}, {"enter", "in detail▌"},
		} {
			screen.Press(step.key)
			screen.Wait(2 * time.Second)
			screen.Shows(step.shows)
			if cells := screen.Coloured(); len(cells) > 0 {
				t.Fatalf("after %s cells have colours: %v", step.key, cells)
			}
		}
	})
}

// The palette "auto" follows the terminal's background: on a light one it takes
// other colours.
func TestBackgroundChoosesThePalette(t *testing.T) {
	var dark, light color.Color
	look(t, colorprofile.TrueColor, "auto", false, func(screen *tuitest.Terminal) { dark = screen.Ink("UNPROVEN") })
	look(t, colorprofile.TrueColor, "auto", true, func(screen *tuitest.Terminal) { light = screen.Ink("UNPROVEN") })
	if dark == nil || light == nil || dark == light {
		t.Errorf("the ink is %v on dark and %v on light", dark, light)
	}
}
