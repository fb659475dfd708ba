package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"earshot/client/wire"
	"earshot/cmd/internal/room"
	"earshot/convention"
)

// What stands in a scrubbed message for what was taken out.
const (
	secretRemoved = "<secret removed>"
	bodyRemoved   = "the body of this message was removed by an operator\n"
)

// scrubOptions are the flags of room scrub.
type scrubOptions struct {
	store storeOptions
	name  string
	body  bool
}

func newRoomScrub(p process) *cobra.Command {
	var o scrubOptions
	cmd := &cobra.Command{
		Use:   "scrub SEQ",
		Short: "Take a credential, or the whole body, out of a message of a stopped server's room",
		Long: `scrub rewrites one message of a room without the credentials in it, or with --body without its whole body, and
gives the room a new epoch, so that every client discards what it holds and loads the room anew. Sequences, ids, senders and times stay. Stop the servers
of the room first. A credential that was shown has to be replaced all the same.`,
		Args: takes(1, 1, "the SEQuence of a message"),
		RunE: func(cmd *cobra.Command, args []string) error { return scrub(cmd.Context(), p, o, args[0]) },
	}
	o.store.flags(cmd.Flags())
	cmd.Flags().StringVar(&o.name, "room", "main", "the `NAME` of the room")
	cmd.Flags().BoolVar(&o.body, "body", false, "take out the whole body")
	return cmd
}

func scrub(ctx context.Context, p process, o scrubOptions, argument string) error {
	sequence, err := strconv.ParseInt(strings.TrimPrefix(argument, "#"), 10, 64)
	if err != nil || sequence < 1 {
		return usage(fmt.Sprintf("%q is no sequence of a message.", argument), "Write it like 12.")
	}
	config, err := o.store.config()
	if err == nil && o.store.data != "" {
		_, err = os.Stat(o.store.data) // opening a store would make the folder
		err = o.store.explain(err, "")
	}
	if err != nil {
		return err
	}
	looked := &messageFinder{start: fmt.Appendf(nil, `{"sequence":%d,`, sequence)}
	if _, err := room.Export(ctx, config, o.name, looked); err != nil {
		return o.store.explain(err, "Check --room.")
	}
	content, err := o.without(sequence, looked)
	if err != nil {
		return err
	}
	backup := o.backup()
	_, err = room.Scrub(ctx, config, o.name, backup, func(at int64, old string) (string, bool) { return content, at == sequence })
	if errors.Is(err, fs.ErrExist) {
		return unreadable(err, fmt.Sprintf("%s is there: a scrub broke off, and it may be the only copy of the room.", backup),
			`Where the room is gone, bring it back with "earshot room import"; then remove the file.`)
	}
	if err != nil {
		if _, left := os.Stat(backup); left == nil {
			return unreadable(err, sentence(err), fmt.Sprintf(`Keep %s: it is an export of the room. Where the room is gone, bring it back with "earshot room import".`, backup))
		}
		return o.store.explain(err, "")
	}
	say(p.err, fmt.Sprintf("Message #%d of room %s is scrubbed; clients load the room anew.", sequence, o.name))
	return nil
}

// without is the message's content as it is to be from now on.
func (o scrubOptions) without(sequence int64, looked *messageFinder) (string, error) {
	switch content, changed := withoutSecrets(looked.content); {
	case !looked.found:
		return "", usage(fmt.Sprintf("There is no message #%d in room %s.", sequence, o.name), "See the sequences with earshot tail.")
	case o.body:
		return bodyRemoved, nil
	case changed:
		return content, nil
	}
	return "", usage(fmt.Sprintf("Message #%d holds no credential that is known.", sequence), "Give --body to take its whole body out.")
}

// backup is where the room stands while it is made anew: beside its folder, or in the one that the program
// runs in.
func (o scrubOptions) backup() string {
	if o.store.data == "" {
		return "room-" + o.name + ".scrub"
	}
	return strings.TrimRight(o.store.data, `/\`) + ".room-" + o.name + ".scrub"
}

// withoutSecrets is a text without the credentials in it. It keeps its lines, so that a header's count
// stays true.
func withoutSecrets(text string) (string, bool) {
	var b strings.Builder
	at := 0
	for _, s := range convention.Secrets(text) {
		b.WriteString(text[at:s.Start])
		b.WriteString(secretRemoved + strings.Repeat("\n"+secretRemoved, strings.Count(text[s.Start:s.End], "\n")))
		at = s.End
	}
	return b.String() + text[at:], at > 0
}

// messageFinder takes an export and keeps the content of the message whose line begins with start.
type messageFinder struct {
	start   []byte
	partial []byte
	content string
	found   bool
}

func (f *messageFinder) Write(data []byte) (int, error) {
	f.partial = append(f.partial, data...)
	for {
		line, rest, whole := bytes.Cut(f.partial, []byte("\n"))
		if !whole {
			f.partial = append([]byte(nil), line...)
			return len(data), nil
		}
		f.partial = rest
		if !bytes.HasPrefix(line, f.start) {
			continue
		}
		var entry struct {
			Body json.RawMessage `json:"body"`
		}
		err := json.Unmarshal(line, &entry)
		var message wire.Message
		if err == nil {
			message, err = wire.DecodeMessage(entry.Body)
		}
		if err != nil {
			return 0, fmt.Errorf("read the message: %w", err)
		}
		f.content, f.found = message.Content, true
	}
}
