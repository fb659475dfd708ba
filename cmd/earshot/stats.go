package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"earshot/convention/ledger"
	"earshot/render"
)

func newStats(p process) *cobra.Command {
	var o sourceOptions
	var a ledger.Assumptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats SOURCE...",
		Short: "Print what a room costs, and what would save",
		Long: `stats adds up the tokens of a room by seat, and what deduplication, a prompt cache and a state record would
save. The savings rest on the assumptions that the flags set; they are printed with the figures.`,
		Args: takes(1, -1, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			document := &statsJSON{Seats: []seatStatsJSON{}}
			knows := &seatCheck{as: o.as, of: len(args)}
			for i, argument := range args {
				r, counter, err := o.readCounted(cmd, p, argument, knows)
				if err != nil {
					return err
				}
				label := ""
				if len(args) > 1 {
					label = r.name
				}
				costs := r.view().Costs(a, counter.Count)
				document.add(label, costs)
				if asJSON {
					continue
				}
				if err := errors.Join(heading(p, label, i > 0), writeStats(p.out, costs)); err != nil {
					return err
				}
			}
			if asJSON {
				return writeJSON(p.out, document)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	o.flags(flags)
	flags.IntVar(&a.Readers, "readers", 0, "how many seats read each message (default the room's seats less one)")
	flags.Float64Var(&a.Write, "cache-write", 0, "price of a token written to a prompt cache, in fresh tokens (default 1.25)")
	flags.Float64Var(&a.Hit, "cache-hit", 0, "price of a token read from a prompt cache, in fresh tokens (default 0.1)")
	flags.IntVar(&a.Prefix, "cache-prefix", 0, "tokens that a prefix needs to be cached (default 1024)")
	flags.DurationVar(&a.Lifetime, "cache-lifetime", 0, "how long a prompt cache lives (default 5m)")
	flags.DurationVar(&a.ReadWithin, "read-within", 0, "how far apart the readers of a message read it (default 1m)")
	flags.BoolVar(&a.PrettyJSON, "pretty-json", false, "compare with indented JSON instead of compact JSON")
	flags.BoolVar(&asJSON, "json", false, "print one JSON document")
	fromOne(flags, "readers", "cache-write", "cache-hit", "cache-prefix", "cache-lifetime", "read-within")
	return cmd
}

// The JSON of stats. Field names are stable; of several sources the figures are sums, readers the most
// that one of them has, and source is there.
type (
	statsJSON struct {
		Readers     int             `json:"readers"`
		Messages    int             `json:"messages"`
		Tokens      int             `json:"tokens"`
		ReadTokens  int             `json:"read_tokens"`
		Seats       []seatStatsJSON `json:"seats"`
		Savings     savingsJSON     `json:"savings"`
		Grammar     grammarJSON     `json:"grammar"`
		Assumptions assumptionsJSON `json:"assumptions"`
	}
	seatStatsJSON struct {
		Source        string  `json:"source,omitempty"`
		Seat          string  `json:"seat"`
		Messages      int     `json:"messages"`
		Tokens        int     `json:"tokens"`
		Repeats       int     `json:"repeats"`
		RepeatTokens  int     `json:"repeat_tokens"`
		Deduplicated  int     `json:"deduplicated"`
		TimeTokens    int     `json:"time_tokens"`
		IDTokens      int     `json:"id_tokens"`
		Replies       int     `json:"replies"`
		Unanswered    int     `json:"unanswered"`
		AnswerSeconds float64 `json:"answer_seconds,omitempty"`
		CleanShare    float64 `json:"clean_share"`
	}
	savingsJSON struct {
		Dedup       int `json:"dedup"`
		Cache       int `json:"cache"`
		StateRecord int `json:"state_record"`
	}
	grammarJSON struct {
		Tokens    int `json:"tokens"`
		Saved     int `json:"saved"`
		PaidAfter int `json:"paid_after,omitempty"`
	}
	assumptionsJSON struct {
		CacheWrite    float64 `json:"cache_write"`
		CacheHit      float64 `json:"cache_hit"`
		CachePrefix   int     `json:"cache_prefix"`
		CacheLifetime string  `json:"cache_lifetime"`
		ReadWithin    string  `json:"read_within"`
		Convention    int     `json:"convention_tokens"`
	}
)

// add puts what one source costs into the document.
func (d *statsJSON) add(source string, c ledger.Costs) {
	d.Readers = max(d.Readers, c.Readers)
	d.Messages, d.Tokens, d.ReadTokens = d.Messages+c.Messages, d.Tokens+c.Tokens, d.ReadTokens+c.ReadTokens
	d.Savings.Dedup += c.Savings.Dedup
	d.Savings.Cache += c.Savings.Cache
	d.Savings.StateRecord += c.Savings.StateRecord
	d.Grammar.Tokens, d.Grammar.Saved = d.Grammar.Tokens+c.Grammar.Tokens, d.Grammar.Saved+c.Grammar.Saved
	if d.Grammar.PaidAfter = c.Grammar.PaidAfter; source != "" {
		d.Grammar.PaidAfter = 0 // of one room alone it can be said
	}
	d.Assumptions = assumptionsJSON{
		c.Assumptions.Write, c.Assumptions.Hit, c.Assumptions.Prefix, c.Assumptions.Lifetime.String(),
		c.Assumptions.ReadWithin.String(), c.ConventionTokens,
	}
	for _, s := range c.Seats {
		d.Seats = append(d.Seats, seatStatsJSON{
			source, s.Name, s.Messages, s.Tokens, s.Repeats, s.RepeatTokens, s.Deduplicated, s.TimeTokens, s.IDTokens,
			s.Replies, s.Unanswered, s.AnswerTime.Seconds(), s.CleanShare(),
		})
	}
}

// writeStats writes the account as tables for people.
func writeStats(w io.Writer, c ledger.Costs) error {
	messages := "messages"
	if c.Messages == 1 {
		messages = "message"
	}
	fmt.Fprintf(w, "%d %s, %d tokens; read by %d each: %d tokens\n\n", c.Messages, messages, c.Tokens, c.Readers, c.ReadTokens)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "messages\ttokens\trepeats\tin times\tin ids\treplies\tunanswered\tanswers after\tclean v1\t  seat")
	for _, s := range c.Seats {
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%.0f %%\t  %s\n", s.Messages, s.Tokens, s.Repeats+s.Deduplicated, s.TimeTokens,
			s.IDTokens, s.Replies, s.Unanswered, answerTime(s.AnswerTime), 100*s.CleanShare(), render.CleanLine(s.Name))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	a := c.Assumptions
	fmt.Fprintf(w, "\nwould save, in tokens\n  deduplication  %d\n  prompt cache   %d\n  state record   %d for each newcomer\n",
		c.Savings.Dedup, c.Savings.Cache, c.Savings.StateRecord)
	fmt.Fprintf(w, "\nthe convention costs %d tokens over all seats and saved %d against JSON so far%s\n", c.Grammar.Tokens, c.Grammar.Saved, paid(c.Grammar))
	_, err := fmt.Fprintf(w, "\nassumed: a write at %g, a hit at %g of a fresh token, a prefix of %d tokens, a cache that lives %v, readers within %v\n",
		a.Write, a.Hit, a.Prefix, a.Lifetime, a.ReadWithin)
	return err
}

func answerTime(d time.Duration) string {
	if d == 0 {
		return "–"
	}
	return render.Span(d)
}

func paid(g ledger.Grammar) string {
	if g.PaidAfter == 0 {
		return ""
	}
	return fmt.Sprintf("; it pays for itself after %d messages", g.PaidAfter)
}
