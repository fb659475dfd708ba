package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"earshot/convention"
)

// cacheTokens is the least length of a prefix that a provider's prompt cache keeps.
const cacheTokens = 1024

func newConvention(p process) *cobra.Command {
	var study, count bool
	var dictionary string
	cmd := &cobra.Command{
		Use:   "convention",
		Short: "Print the convention, to hand to a seat",
		Args:  takes(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			text := convention.Text()
			if study {
				text = convention.StudyText()
			}
			if dictionary != "" {
				data, err := os.ReadFile(dictionary)
				if err != nil {
					return unreadable(err, fmt.Sprintf("The dictionary %s cannot be read: %v.", dictionary, cause(err)), "Check the path.")
				}
				if _, err := loadDictionary(dictionary); err != nil {
					return err
				}
				text += "\nSCP dictionary:\n" + string(data)
			}
			text = strings.TrimRight(text, "\n") + "\n"
			if _, err := fmt.Fprint(p.out, plainText(text)); err != nil {
				return err
			}
			if !count && dictionary == "" {
				return nil
			}
			return tellTokens(p, text, dictionary != "")
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&study, "study", false, "the block of the study that the convention comes from")
	flags.BoolVar(&count, "tokens", false, "also its tokens, on standard error")
	flags.StringVar(&dictionary, "dict", "", "an SCP dictionary `FILE` to print behind it as one stable block")
	return cmd
}

// tellTokens says on standard error what every reader has to hold, and whether a prompt cache keeps it.
func tellTokens(p process, text string, cached bool) error {
	counter, err := p.counter()
	if err != nil {
		return fmt.Errorf("load the token counter: %w", err)
	}
	n := counter.Count(text)
	sentence := fmt.Sprintf("%d tokens in %s.", n, p.encoding())
	switch {
	case cached && n >= cacheTokens:
		sentence += fmt.Sprintf(" A prompt cache that needs %d tokens keeps it.", cacheTokens)
	case cached:
		sentence += fmt.Sprintf(" It is %d tokens short of the %d that a prompt cache needs.", cacheTokens-n, cacheTokens)
	}
	say(p.err, sentence)
	return nil
}
