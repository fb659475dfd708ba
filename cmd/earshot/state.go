package main

import (
	"strings"

	"github.com/spf13/cobra"

	"earshot/convention/tokens"
)

func newState(p process) *cobra.Command {
	var o sourceOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "state SOURCE... [TOPIC]",
		Short: "Print the state record of a room or a topic",
		Long: `state folds a room into what still holds: who owes what by when, what is decided, in force, forbidden, proved
and only claimed, as one message that obliges nobody.`,
		Args: takes(1, -1, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			sources, topic, err := sourcesAndTopic(cmd, args)
			if err != nil {
				return err
			}
			return o.fold(cmd, p, sources, topic, asJSON, func(r *reading, counter *tokens.Counter) (folded, error) {
				record := r.view().Record(topic, counter.Count)
				return folded{topic: record.Topic, text: record.Text, lists: record.Lists}, nil
			})
		},
	}
	o.flags(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the record as JSON, its entries as lists")
	return cmd
}

// sourcesAndTopic tells the sources from the topic behind them: a further source is an address, a file
// ending in .jsonl or standard input, and what is none of them is a topic.
func sourcesAndTopic(cmd *cobra.Command, args []string) (sources []string, topic string, err error) {
	sources = args[:1]
	for i, arg := range args[1:] {
		switch {
		case arg == "-" || strings.HasSuffix(arg, ".jsonl") || strings.Contains(arg, "://"):
			sources = args[:i+2]
		case i+2 == len(args):
			topic = arg
		default:
			return nil, "", usage("There is one topic at most, behind the sources, and "+args[i+2]+" stands behind "+arg+".", "Usage: "+cmd.UseLine()+".")
		}
	}
	return sources, topic, nil
}
