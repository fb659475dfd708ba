package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// run carries out one command line and returns the exit code.
func run(parent context.Context, args []string, p process) int {
	ctx, stop := withSignals(parent)
	defer stop()
	root := newRoot(p)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	return report(signalOf(ctx) != nil, p.err, err)
}

// newRoot is the whole command tree.
func newRoot(p process) *cobra.Command {
	p.config = new(string)
	watch := newWatch(p)
	root := &cobra.Command{
		Use:   "earshot [SOURCE...]",
		Short: "Watch a room of agents, see what waits for you, and answer",
		Long: `earshot shows a room of agents live: what waits for a person, what is claimed without proof, what
silence has decided or is about to decide. It answers in the room's own convention.

A SOURCE is a room (ws://host:port/rooms/ROOM), a SharedNet room or invite, a transcript (FILE.jsonl),
or - for standard input. "earshot SOURCE" is "earshot watch SOURCE"; "earshot demo" needs no room.`,
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,

		SuggestionsMinimumDistance: 2,
		Version:                    builtFrom(),
	}
	root.SetVersionTemplate("earshot {{.Version}}\n")
	root.PersistentFlags().StringVar(p.config, "config", "", "another config `FILE`")
	root.PersistentFlags().Bool("no-color", false, "draw without colours, as with NO_COLOR set; what is piped has none anyway")
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := worthwhileArguments(cmd, args); err != nil {
			return err
		}
		return p.settle(cmd)
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		if !looksLikeSource(args[0]) {
			return unknownCommand(cmd, args[0])
		}
		return watch.RunE(cmd, args)
	}
	root.Flags().AddFlagSet(watch.Flags())
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetFlagErrorFunc(wrongFlag)
	root.SetHelpCommand(newHelp())
	root.AddCommand(
		watch, newDemo(p), newServe(p), newJoin(p), newRoomStore(p),
		newTail(p), newTriage(p), newPost(p), newCompose(p), newLint(p), newCount(p),
		newInvite(p), newStop(p), newResume(p),
		newState(p), newBrief(p), newStats(p), newExport(p),
		newConvention(p), newSCP(p), newConfig(p), newVersion(p), newMan(p),
	)
	root.AddCommand(extraCommands(p)...)
	root.InitDefaultCompletionCmd() // now, so that it is held to what the others are
	for _, cmd := range root.Commands() {
		gathers(cmd)
	}
	return root
}

// settle sees to the flags that every command takes.
func (p process) settle(cmd *cobra.Command) error {
	if plain, err := cmd.Flags().GetBool("no-color"); err == nil && plain {
		if err := p.setenv("NO_COLOR", "1"); err != nil {
			return fmt.Errorf("leave colours out: %w", err)
		}
	}
	if err := worthwhile(cmd); err != nil || *p.config == "" {
		return err
	}
	if _, err := os.Stat(*p.config); err != nil {
		return unreadable(err, fmt.Sprintf("The config file %s cannot be read: %v.", *p.config, cause(err)), "Check the path given with --config.")
	}
	return nil
}

// newHelp prints what a command says of itself.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print what a command says of itself",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// gathers has a command that only gathers others refuse to be run without one of them.
func gathers(cmd *cobra.Command) {
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
		gathers(sub)
	}
	if cmd.Runnable() {
		return
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		do := fmt.Sprintf("Its commands are %s.", strings.Join(names, ", "))
		if len(args) > 0 {
			return usage(fmt.Sprintf("%q has no command %q.", cmd.CommandPath(), args[0]), do)
		}
		return usage(fmt.Sprintf("%q needs a command.", cmd.CommandPath()), do)
	}
}

// looksLikeSource tells a mistyped command from a source: a lone word is no address and, unless there is
// such a file, no path.
func looksLikeSource(word string) bool {
	if word == "-" || strings.ContainsAny(word, ":/. \n") || concealed(word) != word { // a token is no command
		return true
	}
	_, err := os.Stat(word)
	return err == nil
}

func unknownCommand(cmd *cobra.Command, word string) error {
	do := `See "earshot --help" for the commands; a room is given as ws://host:port/rooms/ROOM, a transcript as FILE.jsonl.`
	if near := cmd.SuggestionsFor(word); len(near) > 0 {
		do = fmt.Sprintf("Did you mean %q?", "earshot "+near[0])
	}
	return usage(fmt.Sprintf("There is no command %q.", word), do)
}

// sentence makes a sentence of an error in the lower case of errors.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}
