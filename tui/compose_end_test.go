package tui_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/tui"
)

// soleComposer is the composer alone as a running program, without a terminal.
type soleComposer struct {
	keys  *io.PipeWriter
	ended chan error
	got   tui.Composed

	mu   sync.Mutex
	kept []string
}

func startCompose(ctx context.Context, now func() time.Time) *soleComposer {
	in, keys := io.Pipe()
	s := &soleComposer{keys: keys, ended: make(chan error, 1)}
	o := tui.ComposeOptions{Text: "v1 note limiter to lead n=1\nx", Now: now, Keep: func(text string) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.kept = append(s.kept, text)
		return nil
	}}
	go func() {
		var err error
		s.got, err = tui.Compose(ctx, o, tea.WithInput(in), tea.WithOutput(io.Discard), tea.WithWindowSize(80, 24))
		_ = in.Close()
		s.ended <- err
	}()
	return s
}

func (s *soleComposer) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) == 0 {
		return ""
	}
	return s.kept[len(s.kept)-1]
}

// typed types and lets a quarter of a second pass.
func (s *soleComposer) typed(text string) {
	_, _ = io.WriteString(s.keys, text) // a program that ended reads nothing
	time.Sleep(250 * time.Millisecond)
	synctest.Wait()
}

// finish waits until the program's timers are through, so that the bubble may end.
func (s *soleComposer) finish() error {
	err := <-s.ended
	time.Sleep(2 * time.Minute)
	return err
}

// At any moment of steady typing, what stood there a second ago is kept.
func TestComposeKeepsAllButASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		s := startCompose(ctx, time.Now)
		time.Sleep(time.Second)
		type moment struct {
			at   time.Time
			text string
		}
		var all []moment
		text := "x"
		for i := range 30 {
			text += string(rune('a' + i%26))
			all = append(all, moment{time.Now(), text})
			s.typed(text[len(text)-1:])
			for _, was := range all {
				if time.Since(was.at) > time.Second && !strings.Contains(s.last(), was.text) {
					t.Fatalf("%v after %q stood there, %q is kept", time.Since(was.at), was.text, s.last())
				}
			}
		}
		cancel()
		if err := s.finish(); err != nil || s.got.Written || s.got.Unkept || !strings.HasSuffix(s.last(), text) {
			t.Errorf("a signal ends it with %v, %+v, kept %q", err, s.got, s.last())
		}
	})
}

// A fault of the program's own keeps the text, and is told.
func TestComposePanicKeepsTheText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		s := startCompose(context.Background(), func() time.Time {
			if broken.Load() {
				panic("the clock fell down")
			}
			return time.Now()
		})
		time.Sleep(time.Second)
		s.typed("precious")
		broken.Store(true)
		s.typed("!") // the key that breaks it, within the second
		err := s.finish()
		if !errors.Is(err, tui.ErrPanic) || s.got.Unkept || !strings.HasSuffix(s.last(), "xprecious") || s.got.Text != s.last() {
			t.Errorf("it ends with %v, %+v, kept %q", err, s.got, s.last())
		}
	})
}
