package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"earshot/client"
)

// input is one message body given to a command, and where it came from.
type input struct {
	source   string // file name, or "-" for standard input
	sequence int64  // of the message in a transcript; 0 for a body of its own
	body     string
}

// maxInput bounds a file read as one body, in bytes. The checks report a body beyond the room's
// 32,768 bytes as too large; this bound only keeps a wrong file from filling the memory.
const maxInput = 16 << 20

// readInputs reads every file as one message body, a file ending in .jsonl as a transcript, an address
// as a room, and standard input where no file is named or the name is "-". Broken lines of a
// transcript are named on standard error and the rest is used.
func readInputs(ctx context.Context, p process, names []string, o sourceOptions) ([]input, error) {
	if len(names) == 0 {
		names = []string{"-"}
	}
	var inputs []input
	for _, name := range names {
		if strings.HasSuffix(name, ".jsonl") || isRoom(name) {
			messages, err := readMessages(ctx, p, name, o)
			if err != nil {
				return nil, err
			}
			if len(messages) == 0 {
				say(p.err, shownName(name)+" holds no message.")
			}
			inputs = append(inputs, messages...)
			continue
		}
		data, err := readAll(ctx, name, p.in)
		if err != nil {
			return nil, err
		}
		if len(data) == 0 {
			say(p.err, shownName(name)+" is empty.")
		}
		inputs = append(inputs, input{source: name, body: string(data)})
	}
	return inputs, nil
}

// shownName is how a sentence begins with the name of a source.
func shownName(name string) string {
	if name == "-" {
		return "Standard input"
	}
	return name
}

// readAll reads a file, or standard input under the name "-", which may be a person who types: it is given
// up when ctx ends.
func readAll(ctx context.Context, name string, stdin io.Reader) ([]byte, error) {
	r := stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, unreadable(err, fmt.Sprintf("%s cannot be read: %v.", name, cause(err)), "Check the path.")
		}
		defer file.Close()
		r = file
	}
	data, err := readUntilDone(ctx, r, maxInput+1)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, unreadable(err, fmt.Sprintf("%s cannot be read: %v.", name, cause(err)), "Check that it is a file.")
	}
	if len(data) > maxInput {
		return nil, usage(fmt.Sprintf("%s is larger than %d MiB.", name, maxInput>>20), "One message is at most 32 KiB; a transcript is read line by line by the other commands.")
	}
	return data, nil
}

// readUntilDone reads at most so many bytes, or until ctx ends; a read that hangs is left behind then.
func readUntilDone(ctx context.Context, r io.Reader, most int64) ([]byte, error) {
	var data []byte
	read := make(chan error, 1)
	go func() {
		all, err := io.ReadAll(io.LimitReader(r, most))
		data = all
		read <- err
	}()
	select {
	case err := <-read:
		return data, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// isRoom reports whether a name is the address of a room, or a link to one.
func isRoom(name string) bool {
	source, err := client.ParseSource(name)
	return err == nil && strings.Contains(name, "://") && source.Kind != client.Transcript
}

// readMessages reads the messages of a transcript, or of a room up to its last one.
func readMessages(ctx context.Context, p process, name string, o sourceOptions) ([]input, error) {
	from, err := o.open(p, name)
	if err != nil {
		return nil, err
	}
	var inputs []input
	run := follower{from: from, wait: o.wait, untilLive: true, event: func(e client.Event) error {
		if batch, ok := e.(client.Messages); ok {
			for _, m := range batch.Messages {
				inputs = append(inputs, input{source: from.name, sequence: m.Sequence, body: m.Content})
			}
		}
		return nil
	}}
	return inputs, run.run(ctx)
}

// cause strips the path and the operation off a file error, which the sentence around it names.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
