package screen

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func start(t *testing.T, script string) (*Program, context.Context) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	p, err := Start(ctx, exec.Command("sh", "-c", script), 30, 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Stop() })
	return p, ctx
}

func TestScreenShowsWhatTheProgramDrawsAndHears(t *testing.T) {
	p, ctx := start(t, `stty -echo; printf 'ready \033[1;31mred\033[0m'; read word; printf '\r\nheard %s' "$word"; read rest`)
	if err := p.Await(ctx, func(text string) bool { return strings.HasPrefix(text, "ready red") }); err != nil {
		t.Fatal(err)
	}
	if p.FirstPaint() <= 0 {
		t.Error("something is visible, but no time of the first paint was kept")
	}
	cell := p.Picture().Rows[0][6]
	if cell.Text != "r" || !cell.Bold || cell.Ink == nil {
		t.Errorf("the cell of the red word is %+v", cell)
	}
	if err := p.Send("hello\n"); err != nil {
		t.Fatal(err)
	}
	if err := p.Await(ctx, func(text string) bool { return strings.Contains(text, "heard hello") }); err != nil {
		t.Fatal(err)
	}
}

func TestAwaitNamesTheScreenWhenTheProgramEnds(t *testing.T) {
	p, ctx := start(t, "printf goodbye")
	err := p.Await(ctx, func(text string) bool { return strings.Contains(text, "never") })
	if err == nil || !strings.Contains(err.Error(), "goodbye") {
		t.Fatalf("got %v, want an error that shows the screen", err)
	}
}

// What the program draws last is seen, also where it has ended by the time that somebody looks.
func TestAwaitSeesTheLastScreen(t *testing.T) {
	for range 20 {
		p, ctx := start(t, "printf goodbye")
		looks := 0
		if err := p.Await(ctx, func(text string) bool {
			if looks++; looks == 1 {
				<-p.ended
				return false
			}
			return strings.Contains(text, "goodbye")
		}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSVGIsWellFormed(t *testing.T) {
	p, ctx := start(t, `printf '\033[7ma<b&c\033[0m 日本'; read rest`)
	if err := p.Await(ctx, func(text string) bool { return strings.Contains(text, "本") }); err != nil {
		t.Fatal(err)
	}
	svg := p.Picture().SVG("a <title>")
	for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	for _, want := range []string{"a&lt;b&amp;c", "日本", "<title>a &lt;title&gt;</title>"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %q:\n%s", want, svg)
		}
	}
}
