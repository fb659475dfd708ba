package main

import (
	"fmt"

	mcobra "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
)

// newMan prints the man page, generated from the command tree itself.
func newMan(p process) *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the man page",
		Args:  takes(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			page, err := mcobra.NewManPage(1, cmd.Root())
			if err != nil {
				return fmt.Errorf("make the man page: %w", err)
			}
			_, err = fmt.Fprint(p.out, page.Build(roff.NewDocument()))
			return err
		},
	}
}
