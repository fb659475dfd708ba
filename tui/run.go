package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// Run runs the program until the person quits, ctx ends or something fails.
// The terminal is given back in every case. An ended ctx is no error; what is
// returned is for standard error.
func Run(ctx context.Context, m *Model, opts ...tea.ProgramOption) error {
	_, err := tea.NewProgram(m, append(opts, tea.WithContext(ctx))...).Run()
	return err
}
