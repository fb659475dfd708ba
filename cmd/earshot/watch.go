package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"earshot/client"
)

// watchOptions are the flags of watch.
type watchOptions struct {
	source   sourceOptions
	evidence evidenceOptions
	screen   screenOptions
	plain    bool
}

func newWatch(p process) *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   "watch SOURCE...",
		Short: "Watch a room in the terminal",
		Long: `watch shows rooms and transcripts in the terminal interface. Where standard output is no terminal, or with
--plain, it writes lines: a room is followed, a file ends.`,
		Args: takes(1, -1, "a SOURCE"),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.plain || !p.screen() {
			return tail(cmd.Context(), p, tailOptions{source: o.source, evidence: o.evidence, followRooms: true}, args)
		}
		return watch(cmd.Context(), p, o, args)
	}
	o.source.flags(cmd.Flags())
	cmd.Flags().BoolVar(&o.source.follow, "follow", false, "go on with what is added to a transcript")
	o.evidence.flags(cmd.Flags())
	o.screen.flags(cmd.Flags())
	cmd.Flags().BoolVar(&o.plain, "plain", false, "write lines with announcements instead of drawing a screen")
	return cmd
}

// watch opens every source and draws them.
func watch(ctx context.Context, p process, o watchOptions, sources []string) error {
	until, err := parseTime("--now", o.source.now)
	if err != nil {
		return err
	}
	resolver, err := o.evidence.open(io.Discard) // the screen says what is not looked up
	if err != nil {
		return err
	}
	// What is said about a source while the screen is drawn would be drawn over it.
	screen, later := p.err, new(laterWriter)
	p.err = later
	defer func() { _ = later.flush(screen) }()
	o.source.history, o.source.posts = p.folders.cacheFolder(), true
	var rooms []screenRoom
	for _, argument := range sources {
		from, err := o.source.open(p, argument)
		if err == nil && from.source.Kind == client.Transcript {
			err = readable(from.source.Path)
		}
		if err != nil {
			return err
		}
		defer func() { _ = from.close() }() // what was kept is on the disk already
		seat, err := p.keptSeat(from, o.source.tokenFile, o.source.as)
		if err != nil {
			return err
		}
		room := screenRoom{
			seat: seat,
			name: from.name, as: o.source.as, session: from.session, run: seatedAs(from.session.Run, o.source.as),
			leftOut: from.leftOut.told, finished: from.finite, standing: from.finite && until.IsZero(),
		}
		if !until.IsZero() {
			room.run = upTo(room.run, until)
		}
		if resolver != nil {
			room.run = withVerdicts(room.run, resolver)
		}
		rooms = append(rooms, room)
	}
	clock := screenClock{now: p.now, speed: 1}
	if !until.IsZero() {
		clock.now = func() time.Time { return until }
	}
	return runScreen(ctx, p, o.screen, o.source.dueWindow, clock, rooms, true)
}

// readable finds out before the screen is drawn whether a file can be read.
func readable(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return unreadable(err, fmt.Sprintf("%s cannot be read: %v.", path, cause(err)), "Check the path; a room's address begins with ws:// or wss://.")
	}
	return file.Close()
}

// laterWriter keeps what is written until there is a place for it. It is safe for several goroutines.
type laterWriter struct {
	mu   sync.Mutex
	held bytes.Buffer
}

func (l *laterWriter) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held.Write(data)
}

func (l *laterWriter) flush(w io.Writer) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.held.WriteTo(w)
	return err
}
