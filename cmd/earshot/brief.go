package main

import (
	"github.com/spf13/cobra"

	"earshot/convention/tokens"
)

func newBrief(p process) *cobra.Command {
	var o sourceOptions
	var topic string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "brief SOURCE... --as SEAT",
		Short: "Print what a seat must, must not and may do",
		Args:  takes(1, -1, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.fold(cmd, p, args, topic, asJSON, func(r *reading, counter *tokens.Counter) (folded, error) {
				seat, err := r.seat(o.as)
				if err != nil {
					return folded{}, err
				}
				brief := r.view().Brief(topic, seat, counter.Count)
				return folded{topic: brief.Topic, seat: brief.Seat.Name, text: brief.Text, lists: brief.Lists}, nil
			})
		},
	}
	o.flags(cmd.Flags())
	cmd.Flags().StringVar(&topic, "topic", "", "one `TOPIC` alone")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the brief as JSON, its entries as lists")
	return cmd
}
