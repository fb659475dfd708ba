package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"earshot/client"
)

// joinOptions are the flags of join.
type joinOptions struct {
	name, ca string
	again    bool
	wait     time.Duration
}

func newJoin(p process) *cobra.Command {
	var o joinOptions
	cmd := &cobra.Command{
		Use:   "join SOURCE --name SEAT",
		Short: "Take a seat in a room and keep its token",
		Long: `join takes a seat with an invite, which it reads from standard input, and keeps the seat's token for you
alone under the state folder; the other commands find it there. Where SOURCE is -, standard input is a whole
invite text, which names the room as well. The token of a seat that is yours already, as "earshot serve --reseat"
prints it, is kept in the place of the one before.`,
		Args: takes(1, 2, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error { return join(cmd.Context(), p, o, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.name, "name", "", "the `SEAT` to take: one word")
	flags.BoolVar(&o.again, "again", false, "take the seat anew although its token is kept")
	flags.DurationVar(&o.wait, "wait", 10*time.Second, "how long to wait for the room's answer")
	flags.StringVar(&o.ca, "ca", "", "a `FILE` with the certificates to trust, in PEM")
	return cmd
}

func join(ctx context.Context, p process, o joinOptions, args []string) error {
	if o.name == "" {
		return usage("A seat needs a name.", "Give one with --name SEAT.")
	}
	if concealed(o.name) != o.name {
		return usage("What --name was given is a credential, and a seat's name is shown to all.", "Give a name of one word, and the invite on standard input.")
	}
	source, shown, err := p.whereToSit(ctx, args[0])
	if err != nil {
		return err
	}
	if source.Kind != client.Room && source.Kind != client.SharedNet {
		return usage(fmt.Sprintf("No seats can be taken in a %s.", source.Kind), "Give a room as ws://host:port/rooms/ROOM, or an invite of SharedNet.")
	}
	store, err := client.OpenStore(p.folders.seatsFolder())
	if err != nil {
		return err
	}
	sitting := sitting{p: p, o: o, source: source, store: store}
	kept := false
	if _, err := store.Seat(source.URL, o.name); err == nil {
		kept = !o.again
	}
	given := source.Secret
	switch {
	case given != "":
		if shown {
			p.warnOfHistory()
		}
	case kept && len(args) == 1 && terminal(p.in): // there is nothing to wait for
	default:
		if given, err = p.invite(ctx, args[1:]); err != nil && !kept {
			return err
		}
	}
	switch {
	case strings.HasPrefix(given.Reveal(), "sni_"):
		return sitting.renew(ctx, given)
	case kept:
		say(p.err, fmt.Sprintf("You have the seat %s already and its token is kept. If the room does not know it any more, take it anew with --again, or hand in the token that whoever runs the room renewed it with.", o.name))
		return nil
	}
	return sitting.take(ctx, given)
}

// whereToSit is the room that a seat is asked for in: the one named, or the one of the invite text on
// standard input. It is shown where the text was an argument.
func (p process) whereToSit(ctx context.Context, argument string) (source client.Source, shown bool, err error) {
	if argument != "-" {
		source, err = client.ParseSource(argument)
		return source, true, err
	}
	text, err := p.inviteText(ctx)
	if err != nil {
		return source, false, err
	}
	source, err = client.ParseInvite(text)
	return source, false, err
}

// invite is the invite, or the token of a seat that was taken already, on standard input, so that it stays out
// of the shell's history; as an argument it works, with a warning.
func (p process) invite(ctx context.Context, args []string) (client.Token, error) {
	text := ""
	if len(args) > 0 {
		text = args[0]
		p.warnOfHistory()
	} else {
		var err error
		if text, err = p.inviteText(ctx); err != nil {
			return "", err
		}
	}
	if token, ok := client.InviteToken(text); ok {
		return token, nil
	}
	if token, ok := client.SeatToken(text); ok {
		return token, nil
	}
	return "", usage("There is no invite on standard input: it begins with rit_, and the token of a seat that is yours with sni_.", "Ask whoever runs the room for one.")
}

// inviteText reads standard input.
func (p process) inviteText(ctx context.Context) (string, error) {
	if terminal(p.in) {
		say(p.err, "Paste the invite, then press enter and ctrl+d.")
	}
	text, err := readUntilDone(ctx, p.in, 64<<10)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", unreadable(err, fmt.Sprintf("The invite cannot be read: %v.", cause(err)), "Hand it in on standard input.")
	}
	return string(text), nil
}

func (p process) warnOfHistory() {
	say(p.err, "The invite stands in your shell's history now; hand it in on standard input instead.")
}
