package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// Options of a transcript.
type Options struct {
	// Follow waits for more at the end of a file; a pipe ends when its writer does, followed or not.
	Follow bool
	// Broken hears of what was left out: the 1-based number of the line (of the message, in a journal that is one document)
	// and why. It is called from the transport's goroutine. nil: nobody hears.
	Broken func(line int, err error)
	// Map reads another program's journal; nil: messages of the protocol, one a line.
	Map *Map
	// Poll is how often a followed file is looked at; default 250 ms.
	Poll time.Duration
}

func (o Options) withDefaults() Options {
	if o.Broken == nil {
		o.Broken = func(int, error) {}
	}
	if o.Poll <= 0 {
		o.Poll = 250 * time.Millisecond
	}
	return o
}

// Open reads r to its end, once: a second connection is refused. name is shown as the room's. A blocked read of r outlives the
// session unless r has read deadlines, as pipes and terminals do.
func Open(name string, r io.Reader, o Options) client.Transport {
	return &transport{name: name, options: o.withDefaults(), reader: r}
}

// File reads the file at path.
func File(path string, o Options) client.Transport {
	return &transport{name: path, options: o.withDefaults(), path: path}
}

type transport struct {
	name    string
	options Options
	path    string    // of a file
	reader  io.Reader // of anything else

	mu         sync.Mutex
	used       bool // the reader
	generation int  // how often the file was rewritten
}

// Capabilities are none but to be read.
func (t *transport) Capabilities() wire.Capabilities { return wire.Capabilities{wire.CanObserve} }

// Connect starts to read from the beginning. Its errors are Problems and wrap client.ErrUnreadable.
func (t *transport) Connect(ctx context.Context, _ client.Resume) (client.Conn, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	in, err := t.input()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c := &conn{transport: t, in: in, cancel: cancel, frames: make(chan wire.Frame), done: make(chan struct{}),
		pages: make(chan struct{})}
	c.welcome = &wire.Welcome{Protocol: wire.Protocol, Epoch: fmt.Sprintf("file %d", t.generation),
		Room: wire.Room{ID: filepath.Base(t.name), Name: filepath.Base(t.name)}}
	go c.pump(ctx)
	return c, nil
}

func (t *transport) input() (input, error) {
	if t.path == "" {
		if t.used {
			return nil, unreadable(t.name, "was read before and cannot be read again", "", nil)
		}
		t.used = true
		return &pipe{r: t.reader}, nil
	}
	return openFile(t.path, t.options)
}

// rewritten makes the next connection another log.
func (t *transport) rewritten() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.generation++
}

// unreadable is the Problem of a source that cannot be read.
func unreadable(name, what, do string, err error) error {
	return &client.Problem{What: name + " " + what + ".", Do: do, Exit: client.ExitUsage, Err: errors.Join(client.ErrUnreadable, err)}
}

// openProblem says why a file cannot be opened or read.
func openProblem(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return unreadable(path, "does not exist", "Check the path; a room's address begins with ws:// or wss://.", err)
	case errors.Is(err, fs.ErrPermission):
		return unreadable(path, "may not be read", "Check its permissions.", err)
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		return unreadable(path, "cannot be read: "+at.Err.Error(), "Check the file.", err)
	}
	return unreadable(path, "cannot be read: "+err.Error(), "Check the file.", err)
}

func openFile(path string, o Options) (input, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, openProblem(path, err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("it is a folder")
	}
	if err != nil {
		return nil, errors.Join(openProblem(path, err), f.Close())
	}
	return &file{path: path, f: f, info: info, options: o}, nil
}
