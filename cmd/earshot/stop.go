package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention/tokens"
)

// order is one of the two that an operator gives a room about who may post.
type order struct {
	name, short, long string
	give              func(o client.Operator, ctx context.Context, seat string) (wire.Message, error)
	// asked and askedSeat are what a seat says in a room that knows no operator, to all or to one seat. A may
	// line lifts the prohibitions of its sender all of whose words it has.
	asked, askedSeat string
}

// orderOptions are the flags of stop and resume.
type orderOptions struct {
	source sourceOptions
	seat   string
	json   bool
}

func newStop(p process) *cobra.Command {
	return newOrder(p, order{
		name: "stop", short: "Stop agents from posting in a room",
		long: `stop says to all that the room, or with --seat one seat, is stopped, and has the room refuse agents' posts until
"earshot resume"; people go on. It takes the operator's token, which "earshot serve" prints. A room of SharedNet knows no
operator: there your seat asks, and nothing is enforced. It prints the sequence of what was said.`,
		give:  client.Operator.Stop,
		asked: "must-not post as an agent", askedSeat: "must-not post from this seat",
	})
}

func newResume(p process) *cobra.Command {
	return newOrder(p, order{
		name: "resume", short: "Let agents post again in a stopped room",
		long:  `resume undoes "earshot stop", of the room or with --seat of one seat, and says so to all. It takes the operator's token.`,
		give:  client.Operator.Resume,
		asked: "may post as an agent again", askedSeat: "may post from this seat again",
	})
}

func newOrder(p process, what order) *cobra.Command {
	var o orderOptions
	cmd := &cobra.Command{
		Use: what.name + " SOURCE", Short: what.short, Long: what.long,
		Args: takes(1, 1, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.give(cmd.Context(), p, what, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.seat, "seat", "", "the one `SEAT` that is meant; without it the room")
	flags.StringVar(&o.source.tokenFile, "token-file", "", "a `FILE` with the operator's token, readable by you alone")
	flags.StringVar(&o.source.ca, "ca", "", "a `FILE` with the certificates to trust, in PEM")
	flags.DurationVar(&o.source.wait, "wait", 10*time.Second, "how long to wait for the room's answer")
	flags.BoolVar(&o.json, "json", false, "print what was said as the protocol has it")
	return cmd
}

func (o orderOptions) give(ctx context.Context, p process, what order, argument string) error {
	source, err := client.ParseSource(argument)
	if err != nil {
		return err
	}
	switch source.Kind {
	case client.SharedNet:
		return o.ask(ctx, p, what, argument)
	case client.Room:
	default:
		return usage(fmt.Sprintf("A %s takes no orders.", source.Kind), "Give a room as ws://host:port/rooms/ROOM.")
	}
	operator, err := o.source.operator(p, source)
	if err != nil {
		return err
	}
	asking, stop := context.WithTimeout(ctx, o.source.wait)
	defer stop()
	said, err := what.give(operator, asking, o.seat)
	if err != nil {
		return interrupted(ctx, err)
	}
	if o.json {
		var line []byte
		if line, err = wire.EncodeMessage(said); err == nil {
			_, err = fmt.Fprintf(p.out, "%s\n", line)
		}
	} else {
		_, err = fmt.Fprintln(p.out, said.Sequence)
	}
	return untold(err, fmt.Sprintf("The order was given, and the room says so as #%d", said.Sequence), "There is nothing to do again.")
}

// operator is what orders are given with: the token that was handed in, and no seat's.
func (o *sourceOptions) operator(p process, source client.Source) (client.Operator, error) {
	token, err := p.givenToken(o.tokenFile)
	if err != nil {
		return client.Operator{}, err
	}
	if token == "" {
		return client.Operator{}, usage("Orders take the operator's token of the room, and no token was given.",
			fmt.Sprintf("Set %s or pass --token-file; it begins with opr_, and earshot serve prints it.", tokenEnv))
	}
	trusted, err := readCertificates(o.ca)
	if err != nil {
		return client.Operator{}, err
	}
	return client.Operator{Source: source, Token: token, CA: trusted, Proxy: http.ProxyFromEnvironment}, nil
}

// ask has one's own seat say what a room that knows no operator cannot enforce.
func (o orderOptions) ask(ctx context.Context, p process, what order, argument string) error {
	o.source.posts = true
	from, err := o.source.open(p, argument)
	if err != nil {
		return err
	}
	counter, err := tokens.Load(tokens.O200k)
	if err != nil {
		return fmt.Errorf("load the token counter: %w", err)
	}
	to, words := "all", what.asked
	if o.seat != "" {
		to, words = o.seat, what.askedSeat
	}
	// The time, because readers fold a body that was said before into the earlier message.
	body := fmt.Sprintf("v1 %s room to %s n=2\nasked %s\n%s\n", what.name, to, p.now().UTC().Format("20060102T150405Z"), words)
	run := &posting{
		p: p, why: &notPosted{}, o: postOptions{id: uuid.NewString(), json: o.json}, log: newRoomLog(0, time.Time{}),
		in: input{source: what.name, body: body}, counter: counter, session: from.session,
	}
	err = run.outcome(ctx, follower{from: from, wait: o.source.wait, answered: true, event: run.event}.run(ctx))
	if err == nil {
		say(p.err, "Asked, not enforced here: a room of SharedNet refuses nobody's posts.")
	}
	return err
}
