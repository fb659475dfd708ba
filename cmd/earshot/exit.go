package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"earshot/client"
	"earshot/render"
)

// Exit codes. They are part of what scripts rely on.
const (
	exitFine        = 0
	exitFound       = 1   // the command worked and found something
	exitUsage       = 2   // wrong usage, or an input that cannot be read
	exitUnreachable = 3   // the room cannot be reached or refuses the seat
	exitInterrupted = 130 // a signal ended the command
)

// usage is a fault of the command line, or of an input that it names: both sentences end in a full
// stop, the second one says what to do.
func usage(what, do string) error { return unreadable(nil, what, do) }

// unreadable is usage with the error behind it.
func unreadable(err error, what, do string) error {
	return &client.Problem{What: concealed(what), Do: concealed(do), Err: err, Exit: exitUsage}
}

// concealed is a sentence without the credentials in it: whoever puts a token where something else belongs is
// told so, and not shown it.
func concealed(sentence string) string { return render.Conceal(client.Redact(sentence)) }

// errFound ends a command that worked and found something: exit code 1 and not a word more.
var errFound = errors.New("found something")

// errSignal is the cause of a context that a signal ended.
type errSignal struct{ os.Signal }

func (e errSignal) Error() string { return "interrupted by " + e.String() }

// withSignals returns a context that ends at the first signal that asks the program to end, with the
// signal as its cause; SIGQUIT is one of them, because its own answer leaves a drawn terminal behind. A second one kills the process, so that a command that does not end can be ended.
func withSignals(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	arrived := make(chan os.Signal, 1)
	signal.Notify(arrived, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	go func() {
		select {
		case s := <-arrived:
			cancel(errSignal{s})
		case <-ctx.Done():
		}
		signal.Stop(arrived)
	}()
	return ctx, func() { cancel(nil) }
}

// signalOf returns the signal that ended ctx, or nil.
func signalOf(ctx context.Context) os.Signal {
	var s errSignal
	if errors.As(context.Cause(ctx), &s) {
		return s.Signal
	}
	return nil
}

// interrupted is how a request ended that was not waited for any longer, where ctx is why it was not: what
// became of it is said where that is not known.
func interrupted(ctx context.Context, err error) error {
	if err == nil || signalOf(ctx) == nil {
		return err
	}
	if !errors.Is(err, client.ErrUnconfirmed) {
		return context.Cause(ctx)
	}
	problem := client.Explain(err)
	problem.Exit = exitInterrupted
	return &problem
}

// untold is what was done and could not be said on standard output: what stands done and do are told on standard
// error instead. A reader of a pipe that has seen enough is no fault.
func untold(err error, done, do string) error {
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return err
	}
	return unreadable(err, fmt.Sprintf("%s; that could not be written to standard output: %v.", done, cause(err)), do)
}

// report says what an error is worth saying and returns the exit code for it.
func report(interrupted bool, w io.Writer, err error) int {
	var problem *client.Problem
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errFound):
		return exitFound
	case errors.As(err, &problem) && problem.Exit == exitInterrupted:
		say(w, problem.Error())
		return exitInterrupted
	case interrupted && (errors.Is(err, context.Canceled) || errors.As(err, new(errSignal))):
		return exitInterrupted
	case errors.As(err, &problem):
		say(w, problem.Error())
		return problem.Exit
	case errors.Is(err, syscall.EPIPE):
		return exitFine // the reader of a pipe has seen enough
	}
	say(w, err.Error())
	return exitUsage
}

// say writes one line to a person. Whatever came from outside is made harmless first, and holds no credential.
func say(w io.Writer, sentence string) {
	fmt.Fprintln(w, "earshot: "+render.CleanLine(concealed(sentence)).String())
}
