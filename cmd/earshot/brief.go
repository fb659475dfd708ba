package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earshot/convention"
	"earshot/convention/ledger"
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
			return o.fold(cmd, p, args, asJSON, func(r *reading, counter *tokens.Counter) (folded, error) {
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

// seat finds the seat to look from: the one named, else the one the room seated us as.
func (r *reading) seat(name string) (ledger.Seat, error) {
	if name == "" && r.you != nil {
		return ledger.Seat{ID: r.you.MemberID, Name: convention.SeatToken(r.you.Name, r.you.MemberID)}, nil
	}
	if name == "" {
		return ledger.Seat{}, usage("The source does not say who you are.", "Name the seat with --as SEAT.")
	}
	known := r.allSeats()
	for _, s := range known {
		if convention.SameSeat(s.Name, name) || s.ID == name {
			return s, nil
		}
	}
	names := make([]string, len(known))
	for i, s := range known {
		names[i] = s.Name
	}
	slices.Sort(names)
	return ledger.Seat{}, usage(fmt.Sprintf("No seat %q is in the room or was addressed in it.", name), fmt.Sprintf("The seats are %s.", strings.Join(names, ", ")))
}
