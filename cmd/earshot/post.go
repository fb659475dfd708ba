package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/tokens"
)

// postOptions are the flags of post.
type postOptions struct {
	source           sourceOptions
	to, topic        string
	replyTo          int64
	id               string
	fix, force, json bool
}

func newPost(p process) *cobra.Command {
	var o postOptions
	cmd := &cobra.Command{
		Use:   "post SOURCE [FILE]",
		Short: "Post a message",
		Long: `post checks standard input, or a file, as one message and posts it; it prints the sequence the room gave it.
A message with errors is not posted (exit 1) unless --force is given. In a script that may run twice,
give --id: within a day, the room stores a message of that id once.`,
		Args: takes(1, 2, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error { return post(cmd.Context(), p, o, args) },
	}
	flags := cmd.Flags()
	o.source.seatFlags(flags)
	flags.StringVar(&o.to, "to", "", "the `SEAT`s to address, separated by commas; makes a header where the text has none")
	flags.StringVar(&o.topic, "topic", "general", "the topic of a header that --to makes")
	flags.Int64Var(&o.replyTo, "reply-to", 0, "the `SEQ`uence of the message that this one answers")
	flags.StringVar(&o.id, "id", "", "a `UUID` of your own, so that posting twice within a day stores once")
	flags.BoolVar(&o.fix, "fix", false, "apply the safe fixes first")
	flags.BoolVar(&o.force, "force", false, "post in spite of errors")
	flags.BoolVar(&o.json, "json", false, "print the room's answer as JSON, and where it takes no message why")
	fromOne(flags, "reply-to")
	return cmd
}

// post posts a message; with --json standard output says why where it is not posted.
func post(ctx context.Context, p process, o postOptions, args []string) error {
	why := &notPosted{}
	var err error
	if why.id, err = postID(o.id); err == nil {
		o.id = why.id
		err = postOne(ctx, p, o, args, why)
	}
	if err != nil && o.json && !why.stored {
		err = errors.Join(err, why.write(p.out, err))
	}
	return err
}

func postOne(ctx context.Context, p process, o postOptions, args []string, why *notPosted) error {
	o.source.posts = true
	from, err := o.source.open(p, args[0])
	if err != nil {
		return err
	}
	switch from.source.Kind {
	case client.Transcript, client.Stdin:
		return usage(from.name+" is a transcript and takes no posts.", "Give a room as ws://host:port/rooms/ROOM.")
	case client.PublicLink:
		return &client.Problem{What: "A public link can be read, not posted to.", Do: "To post, take a seat with earshot join.", Err: client.ErrReadOnly, Exit: exitUnreachable}
	}
	in, err := messageToPost(ctx, p, args[1:])
	switch {
	case ctx.Err() != nil:
		return (&posting{why: why}).interrupted(context.Cause(ctx))
	case err != nil:
		return err
	}
	counter, err := p.counter()
	if err != nil {
		return fmt.Errorf("load the token counter: %w", err)
	}
	run := &posting{p: p, o: o, why: why, log: newRoomLog(0, time.Time{}), in: in, counter: counter, session: from.session}
	if o.to != "" {
		run.in.body = addressed(run.in.body, o.to, o.topic)
	}
	return run.outcome(ctx, follower{from: from, wait: o.source.wait, answered: true, event: run.event}.run(ctx))
}

// postID is the id that a message is posted with, in the one way of writing it that every room takes: the
// one given, or a new one.
func postID(given string) (string, error) {
	if given == "" {
		return uuid.NewString(), nil
	}
	id, err := uuid.Parse(given)
	switch {
	case err != nil:
		return "", unreadable(err, fmt.Sprintf("--id %q is no UUID.", given), "Make one with uuidgen.")
	case id.Version() != 4:
		return "", usage(fmt.Sprintf("--id %q is a UUID of version %d, and rooms take version 4.", given, id.Version()), "Make one with uuidgen --random.")
	}
	return id.String(), nil
}

// messageToPost reads the one message that is to be posted.
func messageToPost(ctx context.Context, p process, names []string) (input, error) {
	name := "-"
	if len(names) > 0 {
		name = names[0]
	}
	if strings.HasSuffix(name, ".jsonl") {
		return input{}, usage("A transcript cannot be posted.", "Give a file with one message, or standard input.")
	}
	data, err := readAll(ctx, name, p.in)
	if err != nil {
		return input{}, err
	}
	if strings.TrimSpace(string(data)) == "" {
		return input{}, &client.Problem{What: shownName(name) + " is blank: there is no message to post.", Do: "Write one into it.", Err: client.ErrBlank, Exit: exitFound}
	}
	return input{source: name, body: string(data)}, nil
}

// outcome says what became of the message, once the session has ended with err.
func (r *posting) outcome(ctx context.Context, err error) error {
	var problem *client.Problem
	switch {
	case errors.Is(err, errPosted) || r.posted && ctx.Err() != nil:
		return nil
	case ctx.Err() != nil:
		return r.interrupted(context.Cause(ctx))
	case !r.sent || !errors.As(err, &problem) || problem.Exit != exitUnreachable || errors.Is(err, client.ErrNotSent) || r.denied:
		return err
	}
	r.why.code = codeUnconfirmed
	again := *problem
	again.Do = "The message may be stored all the same. " + r.again()
	return &again
}

// again is how a message whose fate is unknown is posted a second time without being stored twice.
func (r *posting) again() string {
	return fmt.Sprintf("Post it again with --id %s: a room stores that once.", r.o.id)
}

// interrupted is the end of a command that was told to end before the room had answered.
func (r *posting) interrupted(why error) error {
	problem := &client.Problem{What: "Interrupted: the message was not sent.", Do: "Post it again.", Err: why, Exit: exitInterrupted}
	if r.sent && !errors.Is(r.failed, client.ErrNotSent) {
		r.why.code = codeUnconfirmed
		problem.What = "Interrupted before the room answered: the message was sent and may be stored."
		problem.Do = r.again()
	}
	return problem
}

// errPosted ends the session of a message that is stored.
var errPosted = errors.New("posted")

// addressed addresses a message: it replaces the seats of a header, puts them into one that has none, or
// makes a header.
func addressed(body, to, topic string) string {
	m := convention.Parse(body)
	switch {
	case m.Header != nil && len(m.Header.To) > 0:
		first, last := m.Header.To[0].Span, m.Header.To[len(m.Header.To)-1].Span
		return body[:first.Start] + to + body[last.End:]
	case m.Header != nil && m.Header.Topic.Text != "":
		at := m.Header.Topic.Span.End
		return body[:at] + " to " + to + body[at:]
	}
	return fmt.Sprintf("v1 note %s to %s n=%d\n%s", topic, to, len(m.Facts), body)
}

// posting is one message on its way into a room.
type posting struct {
	p       process
	o       postOptions
	why     *notPosted
	log     *roomLog
	in      input
	counter *tokens.Counter
	session *client.Session
	share   v1Share // of the last messages in the room
	sent    bool    // handed to the session
	posted  bool    // stored, and said so
	denied  bool    // refused by the room
	failed  error   // why the session gave it up; nil where it did not
}

// lastMessages is from how many of the room's last messages it is seen whether it writes in the convention.
const lastMessages = 50

// event checks and posts the message once the room has said who sits in it and what was said last, and
// takes its answer.
func (r *posting) event(e client.Event) error {
	switch e := e.(type) {
	case client.Welcomed:
		if err := sitsAs(r.o.source.as, e.You); err != nil {
			return err
		}
		r.log.apply(e)
		if e.LastSequence > 0 {
			r.session.Page(e.LastSequence+1, lastMessages)
			return nil
		}
		return r.send()
	case client.Seats:
		r.log.apply(e)
	case client.Messages:
		if e.Page {
			r.share = v1Share{}
		}
		for _, m := range e.Messages {
			r.share.add(convention.Parse(m.Content))
		}
		if e.Page {
			return r.send()
		}
	case client.Status:
		if settled(e) { // all was told before the page was
			return r.send()
		}
	case client.Posted:
		return r.stored(e.Posted)
	case client.Refused:
		return r.refused(e.Refused)
	case client.Failed:
		r.failed = e.Err
		problem := client.Explain(e.Err)
		if errors.Is(e.Err, client.ErrBlank) || errors.Is(e.Err, client.ErrTooLarge) || errors.Is(e.Err, client.ErrHistoryChanged) {
			problem.Exit = exitFound // it is the message, not the room
		}
		return &problem
	}
	return nil
}

// send checks the message and hands it to the session, once.
func (r *posting) send() error {
	if r.sent {
		return nil
	}
	room := convention.Context{Seats: r.log.seatNames(), Now: r.p.now().Add(r.log.offset), Tokens: r.counter.Count}
	room.V1Share, room.RoomMessages = r.share.now()
	if r.o.fix {
		r.in.body, _ = convention.FixSafe(r.in.body, room)
	}
	message := convention.Parse(r.in.body)
	if err := writeFindings(r.p.err, r.in, message, room); err != nil {
		return err
	}
	found := convention.Check(message, room)
	r.why.found = diagnosticsJSON(r.in.body, found)
	if err := r.refusal(found); err != nil {
		return err
	}
	r.sent = true
	r.session.Post(client.Draft{ID: r.o.id, Content: r.in.body, ReplyToSequence: r.o.replyTo})
	return nil
}

// refusal is why a message is not posted: errors, unless they are forced, and what a room takes from
// nobody.
func (r *posting) refusal(found []convention.Diagnostic) error {
	refused := func(code, do string) error {
		r.why.code = code
		return &client.Problem{What: "The message was not posted.", Do: do, Exit: exitFound}
	}
	wrong := false
	for _, d := range found {
		switch {
		case d.Code == "secret":
			return refused(wire.CodeSecret, "It holds a credential, which no room takes: leave it out, and have it replaced if it was shown to anybody.")
		case d.Code == "too-large":
			return refused(wire.CodeTooLarge, "No room takes a message of that size: shorten it, or post it in parts.")
		case d.Severity == convention.Error:
			wrong = true
		}
	}
	if wrong && !r.o.force {
		return refused(wire.CodePolicy, "Mend it, or give --force.")
	}
	return nil
}

// stored tells the sequence, and on standard error what the sender should know.
func (r *posting) stored(posted wire.Posted) error {
	r.posted, r.why.stored = true, true
	told := func(err error) error {
		if err == nil {
			return errPosted
		}
		return untold(err, fmt.Sprintf("The message is stored as #%d, with the id %s", posted.Sequence, r.o.id), "Do not post it again.")
	}
	if r.o.json {
		return told(writeJSON(r.p.out, posted))
	}
	if posted.RepeatOf > 0 {
		say(r.p.err, fmt.Sprintf("The same message stands as #%d already, it was counted and not stored again.", posted.RepeatOf))
	}
	for _, owed := range posted.Owed {
		say(r.p.err, fmt.Sprintf("Not answered yet: #%d %s, asked by %s.", owed.Sequence, owed.Text, owed.From))
	}
	_, err := fmt.Fprintln(r.p.out, posted.Sequence)
	return told(err)
}

// refused is a message that the room did not take: it worked, and found a reason.
func (r *posting) refused(refused wire.Refused) error {
	r.denied = true
	r.why.code, r.why.retryAfter = refused.Error.Code, refused.Error.RetryAfter
	if len(refused.Diagnostics) > 0 {
		r.why.found = foundByRoom(refused.Diagnostics)
	}
	problem := client.ExplainRefusal(refused.Error)
	return &problem
}
