package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"earshot/convention"
	"earshot/convention/tokens"
	"earshot/render"
)

// countOptions are the flags of count.
type countOptions struct {
	encoding              string
	byLine, compare, json bool
	source                sourceOptions
}

func newCount(p process) *cobra.Command {
	var o countOptions
	cmd := &cobra.Command{
		Use:   "count [FILE...]",
		Short: "Count the tokens of messages",
		Long: `count counts exactly the bytes it is given: a trailing line feed counts. Each file is one message
body, a file ending in .jsonl a transcript, the address of a room what was said there; standard input is
read where no file is named.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return count(cmd.Context(), p, o, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.encoding, "encoding", "", "the vocabulary (default the config's, "+string(tokens.O200k)+"): "+strings.Join(encodings(), " or "))
	flags.BoolVar(&o.byLine, "by-line", false, "also the tokens of each line")
	flags.BoolVar(&o.compare, "compare", false, "also the same message as JSON, pretty and compact")
	flags.BoolVar(&o.json, "json", false, "print one JSON object for each message")
	o.source.seatFlags(flags)
	return cmd
}

func encodings() []string {
	var names []string
	for _, e := range tokens.Encodings() {
		names = append(names, string(e))
	}
	return names
}

// The JSON of one message counted. Field names are stable.
type (
	countJSON struct {
		Source   string       `json:"source"`
		Sequence int64        `json:"sequence,omitempty"`
		Encoding string       `json:"encoding"`
		Tokens   int          `json:"tokens"`
		Bytes    int          `json:"bytes"`
		Lines    []lineJSON   `json:"lines,omitzero"`
		Compare  *compareJSON `json:"compare,omitempty"`
	}
	lineJSON struct {
		Line   int    `json:"line"`
		Tokens int    `json:"tokens"`
		Text   string `json:"text"`
	}
	compareJSON struct {
		Pretty  int `json:"json_pretty"`
		Compact int `json:"json_compact"`
	}
)

func count(ctx context.Context, p process, o countOptions, args []string) error {
	if o.encoding == "" {
		o.encoding = string(p.encoding())
	}
	counter, err := loadCounter(o.encoding)
	if err != nil {
		return err
	}
	inputs, err := readInputs(ctx, p, args, o.source)
	if err != nil {
		return err
	}
	counted := make([]countJSON, len(inputs))
	for i, in := range inputs {
		counted[i] = countOf(in, counter, o)
	}
	if o.json {
		for _, c := range counted {
			if err := writeJSON(p.out, c); err != nil {
				return err
			}
		}
		return nil
	}
	return writeCounts(p, counted)
}

// encoding is the vocabulary that the config names.
func (p process) encoding() tokens.Encoding {
	s, _ := loadSettings(p.configPath("")) // what is wrong with the file is said where it matters more
	return s.Encoding.name
}

// counter counts tokens with the vocabulary that the config names.
func (p process) counter() (*tokens.Counter, error) { return tokens.Load(p.encoding()) }

// loadCounter loads a vocabulary by the name that a person gave.
func loadCounter(name string) (*tokens.Counter, error) {
	counter, err := tokens.Load(tokens.Encoding(name))
	if err != nil {
		return nil, unreadable(err, fmt.Sprintf("There is no encoding %q.", name), "The encodings are "+strings.Join(encodings(), " and ")+".")
	}
	return counter, nil
}

func countOf(in input, counter *tokens.Counter, o countOptions) countJSON {
	c := countJSON{Source: in.source, Sequence: in.sequence, Encoding: o.encoding, Tokens: counter.Count(in.body), Bytes: len(in.body)}
	if o.byLine {
		c.Lines = linesOf(in.body, counter)
	}
	if o.compare {
		m := convention.Parse(in.body)
		c.Compare = &compareJSON{counter.Count(convention.Twin(m, true)), counter.Count(convention.Twin(m, false))}
	}
	return c
}

// linesOf lists the physical lines with their tokens, without the empty one that a final line feed
// leaves behind.
func linesOf(body string, counter *tokens.Counter) []lineJSON {
	lines := []lineJSON{}
	texts := strings.Split(concealLines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body)), "\n")
	for i, tokens := range counter.ByLine(body) {
		if i < len(texts)-1 || texts[i] != "" {
			lines = append(lines, lineJSON{i + 1, tokens, texts[i]})
		}
	}
	return lines
}

// concealLines is a text without the credentials in it, line for line: a key goes over several.
func concealLines(text string) string {
	var b strings.Builder
	at := 0
	for _, s := range convention.Secrets(text) {
		secret := text[s.Start:s.End]
		b.WriteString(text[at:s.Start] + render.Conceal(secret) + strings.Repeat("\n", strings.Count(secret, "\n")))
		at = s.End
	}
	return b.String() + text[at:]
}

// writeCounts writes a table for people: a row a message, then its lines, and a sum of several.
func writeCounts(p process, counted []countJSON) error {
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	sum, bytes := 0, 0
	for _, c := range counted {
		name := render.CleanLine(c.Source).String()
		if c.Sequence > 0 {
			name += fmt.Sprintf(" #%d", c.Sequence)
		}
		fmt.Fprintf(table, "%d tokens\t%d bytes\t  %s\n", c.Tokens, c.Bytes, name)
		for _, line := range c.Lines {
			fmt.Fprintf(table, "%d\tline %d\t  %s\n", line.Tokens, line.Line, render.CleanLine(line.Text))
		}
		if c.Compare != nil {
			fmt.Fprintf(table, "%d tokens\tas JSON\t  pretty\n%d tokens\tas JSON\t  compact\n", c.Compare.Pretty, c.Compare.Compact)
		}
		sum, bytes = sum+c.Tokens, bytes+c.Bytes
	}
	if len(counted) > 1 {
		fmt.Fprintf(table, "%d tokens\t%d bytes\t  in all\n", sum, bytes)
	}
	return table.Flush()
}
