package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"earshot/client/wire"
	"earshot/convention/tokens"
	"earshot/tui"
)

// composeOptions are the flags of compose.
type composeOptions struct {
	seats, to []string
}

func newCompose(p process) *cobra.Command {
	var o composeOptions
	cmd := &cobra.Command{
		Use:   "compose [FILE]",
		Short: "Write a message in the composer alone",
		Long: `compose opens the composer on FILE, on standard input where that is no terminal, or on a new message, and
writes the message to standard output when it is finished with ctrl+s. The screen is drawn on the terminal
itself, so that both may be pipes: echo "v1 note" | earshot compose | earshot post ROOM

With FILE the message is written back to FILE, which is made where it does not exist, and to standard output
only where that is no terminal. So "earshot compose" can stand as EDITOR. The line ends of FILE become line
feeds.

It exits 0 when the message was written, 1 when it was left without writing (esc or ctrl+c; FILE is as it
was), 2 when there is no terminal, FILE cannot be read or a text found no place, 130 when a signal ended
it. Errors of the message stop ctrl+s once; a second press writes it as it is, and that is 0 too. Where
FILE cannot be written the composer stays open and says why. A text that was left is kept: alt+up brings
it back the next time, for the same FILE; where it cannot be kept it is printed on standard error.`,
		Example: `  earshot compose --seats lead,worker,yu --to lead > message.txt
  earshot compose --to lead | earshot post ws://127.0.0.1:7788/rooms/limiter
  EDITOR="earshot compose" some-program`,
		Args: takes(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error { return compose(cmd.Context(), p, o, args) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.seats, "seats", nil, "names of the room's seats, to complete and so that others are flagged")
	flags.StringSliceVar(&o.to, "to", nil, "the seats that a new message is addressed to")
	return cmd
}

// composed is a message's way in and out.
type composed struct {
	file  string // "" for standard input and output
	text  string
	left  kept // texts that were left unwritten
	named string
}

func compose(ctx context.Context, p process, o composeOptions, args []string) error {
	c := composed{left: kept{below(p.folders.state, "compose"), ".txt"}, named: "-"}
	if len(args) > 0 && args[0] != "-" {
		c.file = args[0]
		c.named = c.file
		if full, err := filepath.Abs(c.file); err == nil {
			c.named = full
		}
	}
	if err := c.read(ctx, p); err != nil {
		return err
	}
	if c.text != "" && len(o.to) > 0 {
		return usage("--to addresses a new message, and there is a text already.", "Leave --to out, or begin without a text.")
	}
	options := c.options(p, o)
	in, out, done, err := p.tty()
	if err != nil {
		return err
	}
	defer done()
	result, err := tui.Compose(ctx, options, tea.WithInput(in), tea.WithOutput(out))
	done()
	if !result.Written {
		return c.leave(ctx, p, result, err)
	}
	return errors.Join(c.write(p, result.Text), err)
}

// read takes in the text to begin with.
func (c *composed) read(ctx context.Context, p process) error {
	var data []byte
	var err error
	name := c.file
	switch {
	case c.file != "":
		if data, err = os.ReadFile(c.file); errors.Is(err, fs.ErrNotExist) {
			data, err = nil, nil
		}
		if err != nil {
			return unreadable(err, fmt.Sprintf("%s cannot be read: %v.", c.file, cause(err)), "Check the path.")
		}
	case !terminal(p.in):
		name = "standard input"
		if data, err = readAll(ctx, "-", p.in); err != nil {
			return err
		}
	}
	text := strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r")
	switch {
	case !utf8.ValidString(text):
		return usage(fmt.Sprintf("%s is not text in UTF-8.", name), "A message is; check that it is the right file.")
	case len(text) > wire.MaxContent:
		return usage(fmt.Sprintf("%s has %d bytes and a message has at most %d.", name, len(text), wire.MaxContent), "Shorten it, or send it as a file that the message names.")
	}
	c.text = text
	return nil
}

// options are what the composer is opened with.
func (c *composed) options(p process, o composeOptions) tui.ComposeOptions {
	s, problem := loadSettings(p.configPath(""))
	templates, left := p.folders.loadTemplates()
	earlier, unread := c.left.loadSound(c.named, soundText)
	options := tui.ComposeOptions{
		Name: c.file, Text: c.text, To: o.to, Earlier: earlier, Seats: o.seats,
		Now: p.now, Zone: time.Local, Palette: s.Theme.name, Emoji: s.Emoji.shown, Keys: s.Keys, Templates: templates, Editor: p.editText,
		LoadCounter: func() (*tokens.Counter, error) { return tokens.Load(s.Encoding.name) },
		Keep:        func(text string) error { return c.left.save(c.named, text) },
	}
	if errors.Is(unread, errNotAside) { // what is kept there is not written over
		options.Keep = func(string) error { return unread }
	}
	if c.file != "" {
		options.Write = c.writeFile
	}
	if problem = errors.Join(problem, left, unread); problem != nil {
		options.Banner = problem.Error()
	}
	return options
}

// writeFile puts the message into the file.
func (c *composed) writeFile(text string) error {
	if err := os.WriteFile(c.file, []byte(text+"\n"), 0o666); err != nil {
		return fmt.Errorf("%s: %w", c.file, cause(err))
	}
	return nil
}

// leave ends without the message. A text that nobody keeps is printed: rather on the terminal than nowhere.
func (c *composed) leave(ctx context.Context, p process, result tui.Composed, err error) error {
	if result.Unkept {
		fmt.Fprintln(p.err, result.Text)
		if err != nil && !errors.Is(err, tui.ErrPanic) {
			err = c.unkept(err)
		}
	}
	switch signal := signalOf(ctx); {
	case err != nil:
		return err
	case signal != nil:
		return errSignal{signal}
	}
	return errFound
}

// unkept says what became of a text that was printed.
func (c *composed) unkept(err error) error {
	do := "Copy it from here; texts are kept in " + c.left.dir + ", or below XDG_STATE_HOME."
	if c.left.dir == "" {
		do = "Copy it from here; set HOME or XDG_STATE_HOME to a folder where texts may be kept."
	}
	return unreadable(err, fmt.Sprintf("The text above is kept nowhere: %v.", err), do)
}

// write hands the finished message over, which FILE has already. A text that finds no place is kept, and
// printed where that fails too.
func (c *composed) write(p process, text string) error {
	var err error
	if c.file == "" || !terminal(p.out) {
		_, err = fmt.Fprintln(p.out, text)
	}
	if err == nil || c.file != "" {
		_ = c.left.save(c.named, "") // at worst alt+up offers next time what was written
		return err
	}
	if kept := c.left.save(c.named, text); kept != nil {
		fmt.Fprintln(p.err, text)
		return errors.Join(err, c.unkept(kept))
	}
	return unreadable(err, fmt.Sprintf("The message cannot be written to standard output: %v.", cause(err)), "It is kept; alt+up brings it back the next time.")
}

// tty is the terminal that a person sits at, whatever standard input and output are, and a function that
// gives it back.
func (p process) tty() (in, out *os.File, done func(), err error) {
	if p.env("TERM") == "dumb" {
		return nil, nil, nil, usage("The composer cannot be drawn on a terminal that can only print (TERM=dumb).", "Write the message with another editor and check it with \"earshot lint\".")
	}
	if p.screen() {
		return p.in.(*os.File), p.out.(*os.File), func() {}, nil
	}
	in, out, err = tea.OpenTTY()
	if err != nil {
		return nil, nil, nil, unreadable(err, "There is no terminal to draw the composer on.", "Run it from a terminal, or check a message with \"earshot lint\".")
	}
	open := true
	return in, out, func() {
		if open {
			open = false
			_ = in.Close()
			if out != in {
				_ = out.Close()
			}
		}
	}, nil
}
