package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/ledger/filter"
	"earshot/convention/tokens"
	"earshot/render"
)

// tailOptions are the flags of tail; watch without a screen is tail that follows rooms.
type tailOptions struct {
	source        sourceOptions
	evidence      evidenceOptions // of watch alone
	follow, json  bool
	followRooms   bool // files end all the same
	since, filter string
}

func newTail(p process) *cobra.Command {
	var o tailOptions
	cmd := &cobra.Command{
		Use:   "tail SOURCE...",
		Short: "Write a room's messages as lines",
		Long: `tail writes what a source holds and, with --follow, what comes. A filter picks messages: its terms are
seat:S topic:T to:S intent:I is:FLAG or words; all of them have to hold, "-" before a term negates it.`,
		Args: takes(1, -1, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error { return tail(cmd.Context(), p, o, args) },
	}
	flags := cmd.Flags()
	o.source.flags(flags)
	flags.BoolVarP(&o.follow, "follow", "f", false, "go on with what comes")
	flags.BoolVar(&o.json, "json", false, "write each message as the protocol has it, with its diagnostics")
	flags.StringVar(&o.since, "since", "", "begin after this `SEQ`uence, or at this time")
	flags.StringVar(&o.filter, "filter", "", "an `EXPR` that picks messages, such as \"seat:yu is:ask\"")
	return cmd
}

// tail writes the sources: one after the other, or side by side where they are followed. A reader who has
// seen enough ends it well.
func tail(ctx context.Context, p process, o tailOptions, sources []string) error {
	ctx, stop := whileRead(ctx, p.out)
	defer stop()
	err := o.write(ctx, p, sources)
	var problem *client.Problem // of a room, whose connection may have been such a pipe
	if errors.Is(err, errReaderGone) || errors.Is(err, syscall.EPIPE) && !errors.As(err, &problem) {
		return nil
	}
	return err
}

func (o tailOptions) write(ctx context.Context, p process, sources []string) error {
	counter, err := p.counter()
	if err != nil {
		return fmt.Errorf("load the token counter: %w", err)
	}
	pick, err := o.pick()
	if err != nil {
		return err
	}
	resolver, err := o.evidence.open(p.err)
	if err != nil {
		return err
	}
	o.source.follow = o.source.follow || o.follow
	knows := &seatCheck{as: o.source.as, of: len(sources)}
	runs := make([]follower, len(sources))
	for i, argument := range sources {
		from, err := o.source.open(p, argument)
		if err != nil {
			return err
		}
		if resolver != nil {
			from.run = withVerdicts(from.session.Run, resolver)
			if from.finite {
				from.run = verdictsFirst(from.session.Run, resolver)
			}
		}
		label := ""
		if len(sources) > 1 {
			label = from.name
		}
		if runs[i], err = o.run(p, from, label, counter, pick, knows); err != nil {
			return err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	if !o.follow && !o.followRooms {
		group.SetLimit(1)
	}
	for _, run := range runs {
		group.Go(func() error { return run.run(ctx) })
	}
	return group.Wait()
}

// pick is what --filter and --since ask for.
func (o tailOptions) pick() (func(render.MessageInput) bool, error) {
	f, err := filter.Parse(o.filter)
	if err != nil {
		return nil, unreadable(err, sentence(err), "See \"earshot tail --help\" for what a filter may say.")
	}
	after, moment, err := parseSince(o.since)
	if err != nil {
		return nil, err
	}
	return func(in render.MessageInput) bool {
		return in.Sequence > after && !in.At.Before(moment) &&
			f.Match(filter.Subject{From: in.From, Doc: in.Doc, State: in.State})
	}, nil
}

// parseSince reads a sequence or a time.
func parseSince(since string) (after int64, moment time.Time, err error) {
	if n, err := strconv.ParseInt(since, 10, 64); err == nil && n >= 0 {
		return n, time.Time{}, nil
	}
	if moment, err = parseTime("--since", since); err != nil {
		return 0, moment, unreadable(err, fmt.Sprintf("--since %q is neither a sequence nor a time.", since), "Write it like 12, or like 20260918T0900Z.")
	}
	return 0, moment, nil
}

// run is one source being written.
func (o tailOptions) run(p process, from *opened, label string, counter *tokens.Counter, pick func(render.MessageInput) bool, knows *seatCheck) (follower, error) {
	until, err := parseTime("--now", o.source.now)
	if err != nil {
		return follower{}, err
	}
	lines := &lineWriter{
		out: p.out, log: newRoomLog(o.source.window(p), until), count: counter.Count, now: p.now,
		finite: from.finite, source: label, wanted: pick, zone: time.Local,
	}
	if o.filter == "" { // else some were left out, and the mark would speak for them
		lines.shown = from.session.Have
	}
	run := follower{from: from, wait: o.source.wait, event: knows.before(lines.log, lines.event)}
	run.untilLive = !o.follow && !o.followRooms || !until.IsZero() // nothing is said after a moment that is past
	run.finished = func() { o.tellFinished(p, from, lines.log) }
	if o.json {
		writer := &jsonWriter{out: p, lines: lines, room: convention.Context{Tokens: counter.Count, Now: until}}
		run.event = knows.before(lines.log, writer.event)
		return run, nil
	}
	if !run.untilLive {
		run.tick, run.next = lines.announce, lines.next
		run.until = wallUntil(func() time.Time { return p.now().Add(lines.log.offset) })
	}
	return run, nil
}

// tellFinished says on standard error what a source that was read to its end was read as.
func (o tailOptions) tellFinished(p process, from *opened, log *roomLog) {
	switch {
	case log.count == 0 && log.until.IsZero():
		say(p.err, shownName(from.name)+" holds no message.")
	case log.count == 0:
		say(p.err, shownName(from.name)+" holds no message of that time.")
	case !o.json && log.until.IsZero() && !log.last.IsZero():
		say(p.err, asOfLast(from.name, log.last))
	}
}

// jsonWriter writes messages as the protocol has them, each with its diagnostics.
type jsonWriter struct {
	out   process
	lines *lineWriter
	room  convention.Context
	share v1Share
}

// event takes one event of the source. What is told beside messages goes to standard error: standard output
// holds messages alone.
func (w *jsonWriter) event(e client.Event) error {
	if text := w.lines.notice(e); text != "" {
		say(w.out.err, strings.TrimSpace(w.lines.source+" "+text)+".")
	}
	for _, taken := range w.lines.log.apply(e) {
		w.room.V1Share, w.room.RoomMessages = w.share.now()
		w.share.add(taken.Doc)
		w.room.Seats = w.lines.log.seatNames()
		in := w.lines.log.input(taken, nil, w.lines.zone)
		in.State = w.lines.view().Message(taken.Sequence)
		if !w.lines.wanted(in) {
			continue
		}
		line, err := messageJSON(taken.raw, diagnosticsJSON(taken.raw.Content, convention.Check(taken.Doc, w.room)), w.lines.source)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w.out.out, "%s\n", line); err != nil {
			return err
		}
		w.lines.shown.mark(taken.Sequence)
	}
	return nil
}

// messageJSON is the message's own JSON with its diagnostics, and its source where there are several.
// Credentials in it are masked; the places of the diagnostics are those of the message as it was posted.
func messageJSON(m wire.Message, found []diagnosticJSON, source string) ([]byte, error) {
	m.Content = render.Conceal(m.Content)
	line, err := wire.EncodeMessage(m)
	if err != nil {
		return nil, err
	}
	var diagnostics bytes.Buffer
	if err := writeJSON(&diagnostics, found); err != nil {
		return nil, fmt.Errorf("encode diagnostics: %w", err)
	}
	line = append(line[:len(line)-1], `,"diagnostics":`...)
	line = append(line, bytes.TrimSpace(diagnostics.Bytes())...)
	if source != "" {
		name, err := json.Marshal(source)
		if err != nil {
			return nil, fmt.Errorf("encode the source: %w", err)
		}
		line = append(append(line, `,"source":`...), name...)
	}
	return append(line, '}'), nil
}
