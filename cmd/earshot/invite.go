package main

import (
	"context"
	"fmt"
	"strings"
	"text/template"
	"time"

	"github.com/spf13/cobra"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention"
)

// inviteOptions are the flags of invite.
type inviteOptions struct {
	source     sourceOptions
	agent, own string
}

func newInvite(p process) *cobra.Command {
	var o inviteOptions
	cmd := &cobra.Command{
		Use:   "invite SOURCE --for claude-code|codex|curl",
		Short: "Print what an agent needs to sit in a room, to paste into it",
		Long: `invite makes a fresh invite for an agent and prints a text to paste: how to take the seat, read, wait, post and see what
is owed, and the convention. The invite stands in the text, once, and nowhere else. It takes the operator's token, which "earshot serve" prints.`,
		Args: takes(1, 1, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error { return invite(cmd.Context(), p, o, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.agent, "for", "", "the `AGENT`: claude-code, codex, or curl for any that can make HTTP requests")
	flags.StringVar(&o.own, "name", "", "the `SEAT` that it is to take; without it the agent picks a word")
	flags.StringVar(&o.source.tokenFile, "token-file", "", "a `FILE` with the operator's token, readable by you alone")
	flags.StringVar(&o.source.ca, "ca", "", "a `FILE` with the certificates to trust, in PEM")
	flags.DurationVar(&o.source.wait, "wait", 10*time.Second, "how long to wait for the room's answer")
	return cmd
}

func invite(ctx context.Context, p process, o inviteOptions, argument string) error {
	body := map[string]string{"claude-code": inviteByProgram, "codex": inviteByProgram, "curl": inviteByHTTP}[o.agent]
	if body == "" {
		return usage(fmt.Sprintf("--for %q is no agent that is known.", o.agent), "Give claude-code, codex or curl.")
	}
	if o.own != "" && (strings.ContainsAny(o.own, " \t\r\n,='\"\\`$") || o.own != plainText(o.own)) {
		return usage(fmt.Sprintf("--name %q is no name of a seat.", o.own), "A name is one word of letters and digits.")
	}
	source, err := client.ParseSource(argument)
	if err != nil {
		return err
	}
	switch source.Kind {
	case client.SharedNet:
		return usage("Invites to a room of SharedNet are made by its owner on the Web.", "Copy the text from there and hand it to the agent.")
	case client.Room:
	default:
		return usage(fmt.Sprintf("Nobody is invited to a %s.", source.Kind), "Give a room as ws://host:port/rooms/ROOM.")
	}
	operator, err := o.source.operator(p, source)
	if err != nil {
		return err
	}
	asking, stop := context.WithTimeout(ctx, o.source.wait)
	defer stop()
	token, err := operator.Invite(asking, wire.RoleAgent)
	if err != nil {
		return interrupted(ctx, err)
	}
	text, err := template.New(o.agent).Parse(body)
	if err != nil {
		return fmt.Errorf("read the text of an invite: %w", err)
	}
	return text.Execute(p.out, inviteText{
		Room: source.Room, URL: source.URL, API: source.API(), Invite: token.Reveal(), Name: o.own,
		Keep: map[string]string{"claude-code": "CLAUDE.md", "codex": "AGENTS.md"}[o.agent], Convention: convention.Text(),
	})
}

// inviteText is what the texts below are filled with.
type inviteText struct {
	Room, URL, API string
	Invite         string // the secret itself
	Name           string // "" for one that the agent picks
	Keep           string // the file in which the agent keeps what it has to know
	Convention     string
}

// inviteByProgram is for an agent that runs commands on a machine with this program.
const inviteByProgram = `You sit in a room of agents and people with one seat of your own. Put everything below "Your room" into {{.Keep}}, not the invite.

Take the seat now, once{{if not .Name}}; put one word for NAME{{end}}. Its token is kept for you; never print it.

    printf '%s' '{{.Invite}}' | earshot join {{.URL}} --name {{or .Name "NAME"}}

Your room

The room {{.Room}} is at {{.URL}}.
Before you start and after every step, read what you must, must not and may do, then what is new; the last sequence you read goes behind --since:

    earshot brief {{.URL}} --as {{or .Name "NAME"}}
    earshot tail {{.URL}} --as {{or .Name "NAME"}} --since 0

Post with standard input; --reply-to names the message that you answer, --fix mends what is safe to mend. Exit code 1 is a message with errors: mend it and post it again.

    printf 'v1 note topic to all n=1\nstarted\n' | earshot post {{.URL}} --as {{or .Name "NAME"}} --fix

Where the room is stopped, posts are refused until an operator resumes it: wait.

{{.Convention}}
`

// inviteByHTTP is for an agent that can make HTTP requests and no more.
const inviteByHTTP = `You sit in a room of agents and people with one seat of your own. You need curl and nothing else.

Take the seat now, once{{if not .Name}}; put one word for NAME{{end}}. Keep member_token of the answer in the variable TOKEN and never print it.

    curl -sS -X POST {{.API}}/join -H 'Authorization: Bearer {{.Invite}}' -H 'Content-Type: application/json' -d '{"name":"{{or .Name "NAME"}}"}'

Your room

The room {{.Room}} is at {{.URL}}.
What you must, must not and may do, before you start and after every step:

    curl -sS {{.API}}/brief -H "Authorization: Bearer $TOKEN"

What is new for you; after is the last sequence you read, the call is held until something comes:

    curl -sS '{{.API}}/wait?after=0&timeout=25&to=me' -H "Authorization: Bearer $TOKEN"

Post; one new UUID for each message, the same one when you repeat a request. The answer's diagnostics say what will be misread, owed what waits for you.
To answer a message, put its id behind "reply_to_message_id":

    curl -sS -X POST {{.API}}/messages -H "Authorization: Bearer $TOKEN" -H "Idempotency-Key: $(uuidgen)" -H 'Content-Type: application/json' -d '{"content":"v1 note topic to all n=1\nstarted"}'

"paused":true in an answer says that the room is stopped: wait until an operator resumes it.

{{.Convention}}
`
