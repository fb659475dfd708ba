package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"earshot/convention"
	"earshot/convention/ledger"
)

func newBrief(p process) *cobra.Command {
	var o sourceOptions
	var topic string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "brief SOURCE --as SEAT",
		Short: "Print what a seat must, must not and may do",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, counter, err := o.readCounted(cmd, p, args[0])
			if err != nil {
				return err
			}
			seat, err := r.seat(o.as)
			if err != nil {
				return err
			}
			brief := r.view().Brief(topic, seat, counter.Count)
			if asJSON {
				return writeJSON(p.out, briefOf(r, brief))
			}
			_, err = fmt.Fprintln(p.out, plainText(brief.Text))
			return err
		},
	}
	o.flags(cmd.Flags())
	cmd.Flags().StringVar(&topic, "topic", "", "one `TOPIC` alone")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the brief as JSON, its entries as lists")
	return cmd
}

func briefOf(r *reading, brief ledger.Brief) recordJSON {
	return recordJSON{
		Now: instant(r.now), Messages: r.count, Topic: brief.Topic, Seat: brief.Seat.Name, Text: brief.Text,
		listsJSON: listsJSON{
			entries(brief.Must), entries(brief.MustNot), entries(brief.May), entries(brief.Decided),
			entries(brief.Defaults), entries(brief.Proved), entries(brief.Claimed), entries(brief.Blocked),
			entries(brief.Options), entries(brief.Risks), entries(brief.Costs),
		},
	}
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
	return ledger.Seat{}, usage(fmt.Sprintf("No seat %q is in the room or was addressed in it.", name), fmt.Sprintf("The seats are %v.", names))
}
