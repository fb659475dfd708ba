package tuitest

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image/color"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"earshot/tui"
)

// settle is longer than a frame and longer than the decoder waits for the rest
// of an escape sequence.
const settle = 250 * time.Millisecond

// longestTimer is longer than any timer of the program.
const longestTimer = 2 * time.Minute

// Terminal is a running program and its screen.
type Terminal struct {
	t       testing.TB
	screen  *vt.SafeEmulator
	program *tea.Program
	keys    *keyboard
	written *countingWriter
	cancel  context.CancelFunc
	ended   chan error
	err     error
	over    bool
}

// countingWriter counts and keeps what the program writes. As it runs without a
// terminal driver, it does what that does: a line feed goes to the first column
// too.
type countingWriter struct {
	io.Writer
	bytes atomic.Int64
	mu    sync.Mutex
	kept  bytes.Buffer
}

func (w *countingWriter) Write(p []byte) (int, error) {
	w.bytes.Add(int64(len(p)))
	w.mu.Lock()
	w.kept.Write(p)
	w.mu.Unlock()
	if _, err := w.Writer.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Start runs a model on a screen of w × h cells, of all colours, until the test
// ends. Further options of the program come after its own.
func Start(t testing.TB, m *tui.Model, w, h int, more ...tea.ProgramOption) *Terminal {
	t.Helper()
	keys := newKeyboard()
	ctx, cancel := context.WithCancel(context.Background())
	s := &Terminal{t: t, screen: vt.NewSafeEmulator(w, h), keys: keys, cancel: cancel, ended: make(chan error, 1)}
	s.written = &countingWriter{Writer: s.screen}
	go io.Copy(keys, s.screen) //nolint:errcheck // ends with the screen
	options := []tea.ProgramOption{
		tea.WithInput(keys), tea.WithOutput(s.written), tea.WithWindowSize(w, h),
		tea.WithColorProfile(colorprofile.TrueColor), tea.WithEnvironment([]string{"TERM=xterm-256color"}),
		func(p *tea.Program) { s.program = p },
	}
	options = append(options, more...)
	go func() { s.ended <- tui.Run(ctx, m, options...) }()
	t.Cleanup(s.Stop)
	s.Settle()
	return s
}

// Stop ends the program as a signal would.
func (s *Terminal) Stop() {
	if s.over {
		return
	}
	s.cancel()
	s.wait()
}

func (s *Terminal) wait() {
	s.err = <-s.ended
	s.over = true
	s.cancel()
	s.keys.Close()
	_ = s.screen.Close()
	// Timers of the program that have not fired yet keep goroutines: the bubble
	// may end when they are through.
	time.Sleep(longestTimer)
	synctest.Wait()
}

// Ended waits for the program to end by itself and gives what Run returned.
func (s *Terminal) Ended() error {
	if !s.over {
		s.wait()
	}
	return s.err
}

// Settle lets the program come to rest.
func (s *Terminal) Settle() { s.Wait(settle) }

// Wait lets time pass.
func (s *Terminal) Wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// named are the bytes that a terminal sends for keys with names.
var named = map[string]string{
	"enter": "\r", "esc": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f",
	"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
	"pgup": "\x1b[5~", "pgdown": "\x1b[6~", "delete": "\x1b[3~", "f1": "\x1bOP",
}

// Bytes gives what a terminal sends for a key.
func Bytes(key string) string {
	if b, ok := named[key]; ok {
		return b
	}
	if c, ok := strings.CutPrefix(key, "ctrl+"); ok && len(c) == 1 {
		return string(rune(c[0] & 0x1f))
	}
	if c, ok := strings.CutPrefix(key, "alt+"); ok {
		return "\x1b" + Bytes(c)
	}
	return key
}

// Press presses keys one after the other, each time until the program rests.
func (s *Terminal) Press(keys ...string) {
	for _, key := range keys {
		s.Send(Bytes(key))
		s.Settle()
	}
}

// Type types text.
func (s *Terminal) Type(text string) {
	for _, r := range text {
		if r == '\n' {
			r = '\r'
		}
		s.Send(string(r))
	}
	s.Settle()
}

// Paste pastes text as a terminal does.
func (s *Terminal) Paste(text string) {
	s.Send("\x1b[200~" + text + "\x1b[201~")
	s.Settle()
}

// Send writes raw bytes.
func (s *Terminal) Send(raw string) {
	if _, err := io.WriteString(s.keys, raw); err != nil && !s.over {
		s.t.Errorf("type %q: %v", raw, err)
	}
}

// Resize changes the size of the screen.
func (s *Terminal) Resize(w, h int) {
	s.screen.Resize(w, h)
	s.program.Send(tea.WindowSizeMsg{Width: w, Height: h})
	s.Settle()
}

// Written is the number of bytes the program has written.
func (s *Terminal) Written() int64 { return s.written.bytes.Load() }

// Output is everything that the program has written, byte by byte.
func (s *Terminal) Output() string {
	s.written.mu.Lock()
	defer s.written.mu.Unlock()
	return s.written.kept.String()
}

// Copied is what the program has put into the terminal's clipboard (OSC 52),
// the latest last.
func (s *Terminal) Copied() []string {
	var all []string
	for _, part := range strings.Split(s.Output(), "\x1b]52;c;")[1:] {
		end := strings.IndexAny(part, "\a\x1b")
		if end < 0 {
			continue
		}
		text, err := base64.StdEncoding.DecodeString(part[:end])
		if err != nil {
			s.t.Errorf("the clipboard was sent %q: %v", part[:end], err)
		}
		all = append(all, string(text))
	}
	return all
}

// Rows are the rows of the screen without colours and trailing blanks.
func (s *Terminal) Rows() []string {
	rows := make([]string, s.screen.Height())
	for y := range rows {
		var b strings.Builder
		for x := 0; x < s.screen.Width(); {
			cell := s.screen.CellAt(x, y)
			if cell == nil || cell.Content == "" {
				b.WriteByte(' ')
				x++
				continue
			}
			b.WriteString(cell.Content)
			x += max(cell.Width, 1)
		}
		rows[y] = strings.TrimRight(b.String(), " ")
	}
	return rows
}

// Title is the window's title as it was set last, "" where it never was.
func (s *Terminal) Title() string {
	out := s.Output()
	i := strings.LastIndex(out, "\x1b]2;")
	if i < 0 {
		return ""
	}
	title, _, _ := strings.Cut(out[i+len("\x1b]2;"):], "\a")
	return title
}

// Cell is what stands in a cell of the screen; "" for the second half of a wide
// one.
func (s *Terminal) Cell(x, y int) string {
	if c := s.screen.CellAt(x, y); c != nil {
		return c.Content
	}
	return ""
}

// Ink is the colour of the first cell of a text on the screen; nil for the
// terminal's own.
func (s *Terminal) Ink(text string) color.Color {
	s.t.Helper()
	for y, row := range s.Rows() {
		if i := strings.Index(row, text); i >= 0 {
			return s.screen.CellAt(ansi.StringWidthWc(row[:i]), y).Style.Fg
		}
	}
	s.t.Fatalf("the screen does not show %q:\n%s", text, s.Screen())
	return nil
}

// Coloured are the cells that have a colour of ink or paper, or a link.
func (s *Terminal) Coloured() []string {
	var cells []string
	for y := range s.screen.Height() {
		for x := range s.screen.Width() {
			if c := s.screen.CellAt(x, y); c != nil && (c.Style.Fg != nil || c.Style.Bg != nil || c.Link.URL != "") {
				cells = append(cells, fmt.Sprintf("%q at %d,%d", c.Content, x, y))
			}
		}
	}
	return cells
}

// Screen is the whole screen as text.
func (s *Terminal) Screen() string { return strings.Join(s.Rows(), "\n") }

// Cursor is the cell of the cursor.
func (s *Terminal) Cursor() (x, y int) {
	p := s.screen.CursorPosition()
	return p.X, p.Y
}

// Shows fails the test where the screen lacks a text.
func (s *Terminal) Shows(texts ...string) {
	s.t.Helper()
	screen := s.Screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			s.t.Fatalf("the screen does not show %q:\n%s", text, screen)
		}
	}
}

// Lacks fails the test where the screen shows a text.
func (s *Terminal) Lacks(texts ...string) {
	s.t.Helper()
	screen := s.Screen()
	for _, text := range texts {
		if strings.Contains(screen, text) {
			s.t.Fatalf("the screen shows %q:\n%s", text, screen)
		}
	}
}
