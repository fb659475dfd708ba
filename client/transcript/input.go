package transcript

import (
	"context"
	"io"
	"io/fs"
	"os"
	"time"
)

// change is what happened to a source while it was waited for.
type change uint8

const (
	ended     change = iota // there is no more
	grown                   // there may be more
	rotated                 // another file stands in its place; what was read stays true
	truncated               // it was cut back
)

// input is where bytes come from.
type input interface {
	io.Reader
	io.Closer
	// wait is called at the end of what can be read; it blocks until something happens or ctx ends, which is ended.
	wait(ctx context.Context) (change, error)
	// next starts to read what stands in the place after rotated or truncated.
	next() error
	// prompt tells that readers wait for each message as it comes, so that a pause says that all is read for now.
	prompt() bool
}

// pipe is any reader; its end is the end.
type pipe struct{ r io.Reader }

func (p *pipe) Read(b []byte) (int, error)           { return p.r.Read(b) }
func (p *pipe) wait(context.Context) (change, error) { return ended, nil }
func (p *pipe) next() error                          { return nil }
func (p *pipe) prompt() bool                         { return true }

// Close ends a blocked read where the reader can do that; the reader belongs to the caller.
func (p *pipe) Close() error {
	if d, ok := p.r.(interface{ SetReadDeadline(time.Time) error }); ok {
		_ = d.SetReadDeadline(time.Unix(1, 0)) // files that are no pipes have none
	}
	return nil
}

// file is a file that may be followed.
type file struct {
	path    string
	f       *os.File
	info    fs.FileInfo
	offset  int64
	options Options
}

func (f *file) Read(b []byte) (int, error) {
	n, err := f.f.Read(b)
	f.offset += int64(n)
	return n, err
}

func (f *file) Close() error { return f.f.Close() }

func (f *file) prompt() bool { return f.options.Follow }

// wait polls: watching by the system's means differs from system to system and fails on network file systems.
func (f *file) wait(ctx context.Context) (change, error) {
	if !f.options.Follow {
		return ended, nil
	}
	for {
		select {
		case <-ctx.Done():
			return ended, nil
		case <-time.After(f.options.Poll):
		}
		now, err := f.f.Stat()
		if err != nil {
			return ended, openProblem(f.path, err)
		}
		switch {
		case now.Size() < f.offset:
			return truncated, nil
		case now.Size() > f.offset:
			return grown, nil
		}
		there, err := os.Stat(f.path)
		if err == nil && !os.SameFile(there, f.info) {
			return rotated, nil
		}
		// While it is missing it is being rotated: the next one will come.
	}
}

func (f *file) next() error {
	in, err := openFile(f.path, f.options)
	if err != nil {
		return err
	}
	old := f.f
	*f = *in.(*file)
	if err := old.Close(); err != nil {
		return openProblem(f.path, err)
	}
	return nil
}
