package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Program is a running program and the screen that it draws on.
type Program struct {
	cmd      *exec.Cmd
	terminal *os.File
	began    time.Time
	ended    chan struct{} // closed when the program's output ended
	exit     error         // of the program; valid once ended is closed

	mu       sync.Mutex
	emulator *vt.Emulator
	changed  chan struct{} // closed and replaced whenever output arrived
	bytes    int64
	first    time.Duration // from start to the first output that left a visible cell
}

// Start runs cmd on a screen of width × height cells. The program is killed when ctx ends.
func Start(ctx context.Context, cmd *exec.Cmd, width, height int) (*Program, error) {
	p := &Program{
		cmd: cmd, ended: make(chan struct{}), changed: make(chan struct{}),
		emulator: vt.NewEmulator(width, height), began: time.Now(),
	}
	size := &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}
	terminal, err := pty.StartWithSize(cmd, size)
	if err != nil {
		return nil, fmt.Errorf("start %s in a pseudo-terminal: %w", cmd.Path, err)
	}
	p.terminal = terminal
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	go p.answer()
	go func() {
		defer stop()
		p.read()
	}()
	return p, nil
}

// read feeds the emulator until the program closes its end of the terminal.
func (p *Program) read() {
	defer close(p.ended)
	buffer := make([]byte, 64<<10)
	for {
		n, err := p.terminal.Read(buffer)
		p.draw(buffer[:n])
		if err != nil {
			p.exit = p.cmd.Wait()
			_ = p.terminal.Close()
			p.hangUp()
			return
		}
	}
}

func (p *Program) draw(output []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = p.emulator.Write(output) // an emulator in memory takes everything
	p.bytes += int64(len(output))
	if p.first == 0 && p.visible() {
		p.first = time.Since(p.began)
	}
	close(p.changed)
	p.changed = make(chan struct{})
}

// visible says whether any cell of the screen shows something.
func (p *Program) visible() bool {
	for y := range p.emulator.Height() {
		for x := range p.emulator.Width() {
			if cell := p.emulator.CellAt(x, y); cell != nil && cell.Content != "" && cell.Content != " " {
				return true
			}
		}
	}
	return false
}

// hangUp ends answer. It closes the pipe that the emulator's replies come through: the emulator's own
// Close marks it as closed while answer reads the mark.
func (p *Program) hangUp() {
	if replies, ok := p.emulator.InputPipe().(io.Closer); ok {
		_ = replies.Close()
	}
}

// answer sends what the emulator replies to the program's questions back as input.
func (p *Program) answer() { _, _ = io.Copy(p.terminal, p.emulator) }

// Send types bytes as they are.
func (p *Program) Send(input string) error {
	if _, err := io.WriteString(p.terminal, input); err != nil {
		return fmt.Errorf("type into the program: %w", err)
	}
	return nil
}

// Picture is the screen as it stands.
func (p *Program) Picture() Picture {
	p.mu.Lock()
	defer p.mu.Unlock()
	return take(p.emulator)
}

// Await returns once the screen's text satisfies shown, its last one included. It fails when ctx or the program ends before.
func (p *Program) Await(ctx context.Context, shown func(text string) bool) error {
	for {
		p.mu.Lock()
		picture, changed := take(p.emulator), p.changed
		p.mu.Unlock()
		if shown(picture.Text()) {
			return nil
		}
		select {
		case <-changed:
		case <-p.ended:
			if last := p.Picture().Text(); !shown(last) {
				return fmt.Errorf("the program ended (%v) with this on its screen:\n%s", p.exit, last)
			}
			return nil
		case <-ctx.Done():
			return fmt.Errorf("%w; the screen shows:\n%s", ctx.Err(), picture.Text())
		}
	}
}

// FirstPaint is the time from the start to the first visible cell; zero while nothing is visible.
func (p *Program) FirstPaint() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.first
}

// Written is how many bytes the program has sent to its terminal.
func (p *Program) Written() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes
}

// Stop kills the program if it still runs and waits for its end.
func (p *Program) Stop() error {
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop the program: %w", err)
	}
	<-p.ended
	return nil
}

// Wait returns when the program has ended, with what exec's Wait says of it.
func (p *Program) Wait(ctx context.Context) error {
	select {
	case <-p.ended:
		return p.exit
	case <-ctx.Done():
		return ctx.Err()
	}
}
