package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"earshot/convention/ledger"
	"earshot/convention/tokens"
)

func newState(p process) *cobra.Command {
	var o sourceOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "state SOURCE [TOPIC]",
		Short: "Print the state record of a room or a topic",
		Long: `state folds a room into what still holds: who owes what by when, what is decided, in force, forbidden, proved
and only claimed, as one message that obliges nobody.`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, counter, err := o.readCounted(cmd, p, args[0])
			if err != nil {
				return err
			}
			topic := ""
			if len(args) > 1 {
				topic = args[1]
			}
			record := r.view().Record(topic, counter.Count)
			if asJSON {
				return writeJSON(p.out, recordOf(r, record))
			}
			_, err = fmt.Fprintln(p.out, plainText(record.Text))
			return err
		},
	}
	o.flags(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the record as JSON, its entries as lists")
	return cmd
}

// readCounted reads a source and loads the counter that bounds what is folded from it.
func (o *sourceOptions) readCounted(cmd *cobra.Command, p process, argument string) (*reading, *tokens.Counter, error) {
	counter, err := tokens.Load(tokens.O200k)
	if err != nil {
		return nil, nil, fmt.Errorf("load the token counter: %w", err)
	}
	r, err := o.read(cmd.Context(), p, argument)
	if err != nil {
		return nil, nil, err
	}
	r.tellMoment(p)
	return r, counter, nil
}

// The JSON of a state record and of a brief. Field names are stable.
type (
	recordJSON struct {
		Now      *string `json:"now,omitempty"`
		Messages int     `json:"messages"`
		Topic    string  `json:"topic,omitempty"`
		Seat     string  `json:"seat,omitempty"`
		listsJSON
		Text string `json:"text"`
	}
	listsJSON struct {
		Must     []entryJSON `json:"must"`
		MustNot  []entryJSON `json:"must_not"`
		May      []entryJSON `json:"may"`
		Decided  []entryJSON `json:"decided"`
		Defaults []entryJSON `json:"defaults"`
		Proved   []entryJSON `json:"proved"`
		Claimed  []entryJSON `json:"claimed"`
		Blocked  []entryJSON `json:"blocked"`
		Options  []entryJSON `json:"options"`
		Risks    []entryJSON `json:"risks"`
		Costs    []entryJSON `json:"costs"`
	}
	entryJSON struct {
		Text     string  `json:"text"`
		Sequence int64   `json:"sequence"`
		Line     int     `json:"line"`
		Seat     string  `json:"seat,omitempty"`
		Due      *string `json:"due,omitempty"`
	}
)

func recordOf(r *reading, record ledger.Record) recordJSON {
	return recordJSON{
		Now: instant(r.now), Messages: r.count, Topic: record.Topic, Text: record.Text,
		listsJSON: listsJSON{
			entries(record.Must), entries(record.MustNot), entries(record.May), entries(record.Decided),
			entries(record.Defaults), entries(record.Proved), entries(record.Claimed), entries(record.Blocked),
			entries(record.Options), entries(record.Risks), entries(record.Costs),
		},
	}
}

func entries(from []ledger.Entry) []entryJSON {
	out := make([]entryJSON, len(from))
	for i, e := range from {
		out[i] = entryJSON{e.Text, e.Sequence, e.Line, e.Seat.Name, instant(e.Due)}
	}
	return out
}
