package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earshot/cmd/internal/room"
	"earshot/cmd/internal/room/engine"
)

// storeOptions name the store that rooms are kept in, as serve is given it.
type storeOptions struct{ data, nats, natsCreds string }

func newRoomStore(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "room",
		Short: "Move a room from one store to another, or scrub a message of it",
	}
	cmd.AddCommand(newRoomExport(p), newRoomImport(p), newRoomScrub(p))
	return cmd
}

func newRoomExport(p process) *cobra.Command {
	var o storeOptions
	var name string
	cmd := &cobra.Command{
		Use:   "export [FILE]",
		Short: "Write a room of a stopped server to standard output or a new file",
		Long: `export writes a room with its messages, seats and hashes of tokens, as "earshot room import" takes it. Stop
the servers of the room first. An export holds all that was said: keep it like the room itself.`,
		Args: takes(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := o.config()
			if err == nil && o.data != "" {
				_, err = os.Stat(o.data) // opening a store would make the folder
				err = o.explain(err, "")
			}
			if err != nil {
				return err
			}
			out, finish, err := exportTo(p.out, args)
			if err != nil {
				return err
			}
			last, err := room.Export(cmd.Context(), config, name, out)
			if err = finish(err); err != nil {
				return o.explain(err, "Check --room, and that the export can be written.")
			}
			say(p.err, fmt.Sprintf("Room %s is exported up to #%d.", name, last))
			return nil
		},
	}
	o.flags(cmd.Flags())
	cmd.Flags().StringVar(&name, "room", "main", "the `NAME` of the room")
	return cmd
}

func newRoomImport(p process) *cobra.Command {
	var o storeOptions
	var name string
	cmd := &cobra.Command{
		Use:   "import [FILE]",
		Short: "Make a room of an export from standard input or a file",
		Long: `import makes the room that "earshot room export" wrote: the same sequences, the same bytes, the same epoch,
seats and tokens. A room that is there already is left as it is.`,
		Args: takes(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := o.config()
			if err != nil {
				return err
			}
			source, in := "Standard input", p.in
			if len(args) > 0 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return unreadable(err, fmt.Sprintf("%s cannot be read: %v.", args[0], cause(err)), "Check the path.")
				}
				defer file.Close()
				source, in = args[0], file
			}
			buffered := bufio.NewReader(in)
			found, err := exportedRoom(buffered)
			if err != nil {
				return unreadable(err, source+" is no export of a room.", `Give what "earshot room export" wrote.`)
			}
			if name != "" && name != found {
				return usage(fmt.Sprintf("%s is an export of room %s, not of room %s.", source, found, name), "Give its own name with --room: a room keeps it.")
			}
			_, last, err := room.Import(cmd.Context(), config, buffered)
			if errors.Is(err, engine.ErrExists) {
				return unreadable(err, fmt.Sprintf("Room %s is there already.", found), "Import into another folder or cluster; an import never changes a room.")
			}
			if err != nil {
				return o.explain(err, "Nothing of it was kept. Mend that, or give another export.")
			}
			say(p.err, fmt.Sprintf("Room %s is imported up to #%d.", found, last))
			return nil
		},
	}
	o.flags(cmd.Flags())
	cmd.Flags().StringVar(&name, "room", "", "the `NAME` of the room that the export has to be of; without it any is taken")
	return cmd
}

func (o *storeOptions) flags(flags *pflag.FlagSet) {
	flags.StringVar(&o.data, "data", "", "the `DIR` that the rooms are kept in")
	flags.StringVar(&o.nats, "nats", "", "the `URL`s of an existing NATS cluster that the rooms are kept in, separated by commas")
	flags.StringVar(&o.natsCreds, "nats-creds", "", "a `FILE` with the credentials for --nats")
}

func (o *storeOptions) config() (room.Config, error) {
	urls := splitList(o.nats)
	if (o.data == "") == (len(urls) == 0) {
		return room.Config{}, usage("A room is kept in a folder or in a cluster.", "Give one of --data DIR and --nats URL.")
	}
	return room.Config{Data: o.data, NATS: room.NATS{URLs: urls, Credentials: o.natsCreds}}, nil
}

// explain says what a store refused with, and what to do; do is for what the store itself is not to blame
// for.
func (o *storeOptions) explain(err error, do string) error {
	var path *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, engine.ErrLocked):
		return unreadable(err, fmt.Sprintf("A server runs on the folder %s.", o.data), "Stop it, then try again.")
	case o.data != "" && errors.As(err, &path):
		return unreadable(err, fmt.Sprintf("%s cannot be used: %v.", path.Path, path.Err), "Check --data and the path of the export.")
	case o.nats != "":
		do = "Check --nats and --nats-creds, and that the cluster runs. " + do
	}
	return unreadable(err, sentence(err), do)
}

// exportTo opens what an export is written to. finish takes how the export ended and returns how all
// ended; a file that is not whole does not stay. A file that is there is not written over: it may be the
// only copy of a room.
func exportTo(stdout io.Writer, args []string) (out io.Writer, finish func(error) error, err error) {
	if len(args) == 0 || args[0] == "-" {
		return stdout, func(err error) error { return err }, nil
	}
	file, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, nil, unreadable(err, fmt.Sprintf("%s cannot be made: %v.", args[0], cause(err)), "Give the path of a new file.")
	}
	return file, func(err error) error {
		if err == nil {
			err = file.Sync() // the room it is a copy of may be removed next
		}
		err = errors.Join(err, file.Close())
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
		return err
	}, nil
}

// exportedRoom returns the name of the room that an export is of, and leaves the reader where it stood.
func exportedRoom(in *bufio.Reader) (string, error) {
	start, err := in.Peek(in.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the export: %w", err)
	}
	var head struct {
		Version int    `json:"earshot_export"`
		Room    string `json:"room"`
	}
	if err := json.NewDecoder(bytes.NewReader(start)).Decode(&head); err != nil {
		return "", fmt.Errorf("read the head of the export: %w", err)
	}
	if head.Version == 0 || head.Room == "" {
		return "", errors.New("read the head of the export: it names no room")
	}
	return head.Room, nil
}
