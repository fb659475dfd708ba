package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"earshot/convention"
)

// lintOptions are the flags of lint.
type lintOptions struct {
	json, fix, write bool
	seats            []string
	now, explain     string
	evidence         evidenceOptions
	source           sourceOptions
}

func newLint(p process) *cobra.Command {
	var o lintOptions
	cmd := &cobra.Command{
		Use:   "lint [FILE...]",
		Short: "Check messages against the room convention",
		Long: `lint checks each file as one message body, a file ending in .jsonl as a transcript, the address of
a room as what was said there, and standard input where no file is named. It exits 1 where a message
has an error.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return lint(cmd, p, o, args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.json, "json", false, "print one JSON object for each message")
	flags.BoolVar(&o.fix, "fix", false, "apply the safe fixes and print the mended text")
	flags.BoolVar(&o.write, "write", false, "with --fix: write the mended text back to the file")
	flags.StringSliceVar(&o.seats, "seats", nil, "names of the room's seats, so that others are flagged")
	flags.StringVar(&o.now, "now", "", "the time to check against, in ISO 8601; without it past times are not looked for")
	flags.StringVar(&o.explain, "explain", "", "explain one `CODE` (\"all\" for every code) and end")
	o.evidence.flags(flags)
	o.source.seatFlags(flags)
	return cmd
}

func lint(cmd *cobra.Command, p process, o lintOptions, args []string) error {
	if o.explain != "" {
		return explain(p, o.explain)
	}
	if o.write && !o.fix {
		return usage("--write writes what --fix mended.", "Give both.")
	}
	if o.fix && o.json && !o.write {
		return usage("--fix prints the mended text and --json what was found.", "Give one of them, or --write to put the mended text into its file.")
	}
	now, err := parseTime("--now", o.now)
	if err != nil {
		return err
	}
	inputs, err := readInputs(cmd.Context(), p, args, o.source)
	if err != nil {
		return err
	}
	counter, err := p.counter()
	if err != nil {
		return fmt.Errorf("load the token counter: %w", err)
	}
	look, err := o.evidence.verdicts(cmd.Context(), p.err)
	if err != nil {
		return err
	}
	room := convention.Context{Seats: o.seats, Now: now, Tokens: counter.Count, Verdict: look}
	return lintAll(p, o, inputs, room)
}

// lintAll checks or mends the inputs in order; in a transcript each message is checked as the room
// stood when it was sent.
func lintAll(p process, o lintOptions, inputs []input, room convention.Context) error {
	var share v1Share
	found := false
	for i, in := range inputs {
		if i == 0 || in.source != inputs[i-1].source || in.sequence <= inputs[i-1].sequence {
			share, room.V1Share, room.RoomMessages = v1Share{}, 0, 0 // another room
		}
		message := convention.Parse(in.body)
		if in.sequence > 0 {
			room.V1Share, room.RoomMessages = share.now()
			share.add(message)
		}
		if o.fix {
			body, _ := convention.FixSafe(in.body, room)
			if err := writeMended(p, o, in, body, i+1 < len(inputs)); err != nil {
				return err
			}
			message = convention.Parse(body)
		}
		result := lintResult(in, message, room)
		found = found || !result.Valid
		if err := o.tell(p, in, message, room, result); err != nil {
			return err
		}
	}
	if found {
		return errFound
	}
	return nil
}

// tell writes what was found: beside mended text on standard error.
func (o lintOptions) tell(p process, in input, m *convention.Message, room convention.Context, result lintJSON) error {
	switch {
	case o.json:
		return writeJSON(p.out, result)
	case o.fix:
		return writeFindings(p.err, in, m, room)
	}
	return writeFindings(p.out, in, m, room)
}

// writeMended puts a mended body where the person wants it; more says that another one follows.
func writeMended(p process, o lintOptions, in input, body string, more bool) error {
	if !o.write {
		if (more || in.sequence > 0) && !strings.HasSuffix(body, "\n") {
			body += "\n" // the next message begins on a line of its own
		}
		_, err := fmt.Fprint(p.out, body)
		return err
	}
	if in.sequence > 0 || in.source == "-" {
		return usage("--write mends files that hold one message.", "A transcript keeps what was said; leave --write out to see the mended text.")
	}
	if body == in.body {
		return nil
	}
	info, err := os.Stat(in.source)
	if err != nil {
		return unreadable(err, fmt.Sprintf("%s cannot be written: %v.", in.source, cause(err)), "Check the path.")
	}
	if err := os.WriteFile(in.source, []byte(body), info.Mode().Perm()); err != nil {
		return unreadable(err, fmt.Sprintf("%s cannot be written: %v.", in.source, cause(err)), "Check who may write it.")
	}
	return nil
}

// v1Share keeps how many of the last 50 messages were written in the convention.
type v1Share struct{ recent []bool }

func (s *v1Share) add(m *convention.Message) {
	s.recent = append(s.recent, m.Form == convention.V1)
	if len(s.recent) > 50 {
		s.recent = s.recent[1:]
	}
}

func (s *v1Share) now() (share float64, messages int) {
	for _, v1 := range s.recent {
		if v1 {
			share++
		}
	}
	return share / float64(max(1, len(s.recent))), len(s.recent)
}

// explain prints what a check is about: what `lint --explain` and the README share.
func explain(p process, code string) error {
	rules := convention.Rules()
	for _, r := range rules {
		if code == "all" || r.Code == code {
			fmt.Fprintf(p.out, "%s (%s): %s\n\n%s\n", r.Code, r.Severity, r.Title, strings.TrimSpace(r.Doc))
			if code != "all" {
				return nil
			}
			fmt.Fprintln(p.out)
		}
	}
	if code == "all" {
		return nil
	}
	codes := make([]string, len(rules))
	for i, r := range rules {
		codes[i] = r.Code
	}
	return usage(fmt.Sprintf("There is no check %q.", code), "The checks are "+strings.Join(codes, " ")+".")
}
