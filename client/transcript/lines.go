package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"earshot/client/wire"
)

// maxLine bounds a line in bytes; a message of the protocol takes at most a sixteenth of it.
const maxLine = 4 << 20

var errLongLine = fmt.Errorf("longer than %d MiB", maxLine>>20)

// entry is one message as it stands in a source.
type entry struct {
	line    int
	message wire.Message
	err     error // the line is broken
}

// lines reads a source line by line. After io.EOF it may be read on, when more has come.
type lines struct {
	r       *bufio.Reader
	decode  func([]byte) (wire.Message, error)
	number  int
	partial []byte
	skip    bool // the rest of a line too long
	content bool // something else than white space was read
}

func newLines(r io.Reader, decode func([]byte) (wire.Message, error)) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), decode: decode}
}

// next gives the next line that is not blank. At the end of what can be read it gives io.EOF; with last, an unfinished line
// counts as a line first.
func (l *lines) next(last bool) (entry, error) {
	for {
		part, err := l.r.ReadSlice('\n')
		if !l.skip {
			l.partial = append(l.partial, part...)
		}
		full := errors.Is(err, bufio.ErrBufferFull)
		if full && len(l.partial) > maxLine {
			l.skip, l.partial = true, l.partial[:0]
		}
		switch {
		case full:
			continue
		case err != nil && (!errors.Is(err, io.EOF) || !last || len(l.partial) == 0 && !l.skip):
			return entry{}, err
		}
		if e, ok := l.finish(); ok {
			return e, nil
		}
	}
}

// finish ends the present line; false when it is blank.
func (l *lines) finish() (entry, bool) {
	l.number++
	line, skipped := l.partial, l.skip
	l.partial, l.skip = l.partial[:0], false
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
	}
	if skipped || len(line) > maxLine {
		l.content = true
		return entry{line: l.number, err: errLongLine}, true
	}
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return entry{}, false
	}
	l.content = true
	m, err := l.decode(line)
	return entry{l.number, m, err}, true
}

// idle tells that no whole line is there without waiting for the source.
func (l *lines) idle() bool {
	ready, err := l.r.Peek(l.r.Buffered())
	return err != nil || bytes.IndexByte(ready, '\n') < 0
}

// restart begins at line 1 again, for another file in the same place.
func (l *lines) restart() { l.number, l.partial, l.skip = 0, l.partial[:0], false }
