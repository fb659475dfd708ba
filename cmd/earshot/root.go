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
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage(sentence(err), fmt.Sprintf("See %q.", cmd.CommandPath()+" --help"))
	})
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(
		watch, newDemo(p), newServe(p), newJoin(p),
		newTail(p), newTriage(p), newPost(p), newCompose(p), newLint(p), newCount(p),
		newState(p), newBrief(p), newStats(p), newExport(p),
		newConvention(p), newSCP(p), newConfig(p), newVersion(p), newMan(p),
	)
	root.AddCommand(extraCommands(p)...)
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		refuseQuietly(cmd)
	}
	return root
}

// refuseQuietly turns cobra's complaints about arguments into sentences of ours, and has a command that
// only groups others take no arguments.
func refuseQuietly(cmd *cobra.Command) {
	if cmd.Name() == "completion" {
		cmd.Args = cobra.NoArgs
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if check(cmd, args) == nil {
				return nil
			}
			return usage(fmt.Sprintf("%s was given %s.", cmd.CommandPath(), arguments(len(args))), "Usage: "+cmd.UseLine()+".")
		}
	}
	for _, sub := range cmd.Commands() {
		refuseQuietly(sub)
	}
}

func arguments(n int) string {
	switch n {
	case 0:
		return "no argument"
	case 1:
		return "one argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// looksLikeSource tells a mistyped command from a source: a lone word is no address and, unless there is
// such a file, no path.
func looksLikeSource(word string) bool {
	if word == "-" || strings.ContainsAny(word, ":/. \n") || strings.HasPrefix(word, "rit_") {
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
