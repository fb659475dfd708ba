package tuitest

import (
	"errors"
	"io"
	"sync"
)

// errLetGo is what a read gives that was called off.
var errLetGo = errors.New("the terminal was let go of")

// errOver is what a writing gives when the test is over.
var errOver = errors.New("the test is over")

// keyboard is the input of a terminal: a pipe without a buffer of which a
// reading can be called off, as one of a real terminal can, so that a program
// that hands the terminal over loses no key to a reader of before. All waiting
// is on channels of the bubble, so that a writer that nobody reads is at rest.
type keyboard struct {
	turn  chan struct{} // holds one while somebody writes
	typed chan []byte
	taken chan int
	over  chan struct{}
	end   sync.Once

	mu    sync.Mutex
	letGo chan struct{} // closed to call off the reading that waits
}

func newKeyboard() *keyboard {
	return &keyboard{
		turn: make(chan struct{}, 1), typed: make(chan []byte), taken: make(chan int),
		over: make(chan struct{}), letGo: make(chan struct{}),
	}
}

// Write gives p to readers and returns when all of it is taken.
func (k *keyboard) Write(p []byte) (int, error) {
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	case <-k.over:
		return 0, errOver
	}
	written := 0
	for written < len(p) {
		select {
		case k.typed <- p[written:]:
			written += <-k.taken
		case <-k.over:
			return written, errOver
		}
	}
	return written, nil
}

// Read takes what is typed next.
func (k *keyboard) Read(p []byte) (int, error) {
	k.mu.Lock()
	letGo := k.letGo
	k.mu.Unlock()
	select {
	case typed := <-k.typed:
		n := copy(p, typed)
		k.taken <- n
		return n, nil
	case <-letGo:
		return 0, errLetGo
	case <-k.over:
		return 0, io.EOF
	}
}

// LetGo calls off the reading that waits, if one does; later ones are as ever.
func (k *keyboard) LetGo() {
	k.mu.Lock()
	defer k.mu.Unlock()
	close(k.letGo)
	k.letGo = make(chan struct{})
}

// Close ends all reading and writing.
func (k *keyboard) Close() { k.end.Do(func() { close(k.over) }) }

// Editor is a person's own editor that the terminal is handed to: a
// tea.ExecCommand that does what it is given, at once.
type Editor func() error

// Run implements tea.ExecCommand.
func (e Editor) Run() error { return e() }

// SetStdin implements tea.ExecCommand. A program that hands its input over has
// given up reading it, which only a file of the system makes come true.
func (e Editor) SetStdin(in io.Reader) {
	if k, ok := in.(*keyboard); ok {
		k.LetGo()
	}
}

// SetStdout implements tea.ExecCommand.
func (e Editor) SetStdout(io.Writer) {}

// SetStderr implements tea.ExecCommand.
func (e Editor) SetStderr(io.Writer) {}
