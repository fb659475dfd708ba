package main

import (
	"context"
	"errors"
	"io"
	"os"
)

// errReaderGone is the cause of a context that ended because nobody reads what is written any more.
var errReaderGone = errors.New("nobody reads the output any more")

// whileRead returns a context that ends when the reader of out, where out is a pipe, has gone: a stream
// that waits for what comes next would not find out by writing. Until stop, writing to such a pipe is an
// error, and does not kill the program.
func whileRead(ctx context.Context, out io.Writer) (inner context.Context, stop func()) {
	inner, cancel := context.WithCancelCause(ctx)
	file, ok := out.(*os.File)
	if !ok {
		return inner, func() { cancel(nil) }
	}
	restore := writeErrors()
	if info, err := file.Stat(); err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0 {
		go func() {
			if readerLeaves(inner, file) {
				cancel(errReaderGone)
			}
		}()
	}
	return inner, func() {
		cancel(nil)
		restore()
	}
}
