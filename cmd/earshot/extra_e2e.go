//go:build e2e

package main

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"earshot/client"
	"earshot/client/wire"
	"earshot/tui"
)

// extraCommands are for the journeys alone: "panic" breaks the program from within, so that they can
// see the terminal given back.
func extraCommands(p process) []*cobra.Command {
	return []*cobra.Command{{
		Use:    "panic source|update",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var drawn atomic.Bool
			now := p.now
			if args[0] == "update" {
				now = func() time.Time {
					if drawn.Load() {
						panic("broken clock")
					}
					return p.now()
				}
			}
			room := tui.Room{Name: "panic", Run: func(ctx context.Context, emit func(client.Event)) error {
				emit(client.Welcomed{Room: wire.Room{ID: "panic", Name: "panic"}})
				emit(client.Status{State: client.StateLive, Since: p.now()})
				timer := time.NewTimer(500 * time.Millisecond)
				defer timer.Stop()
				select {
				case <-timer.C:
				case <-ctx.Done():
					return ctx.Err()
				}
				if args[0] == "source" {
					panic("broken source")
				}
				drawn.Store(true)
				emit(client.Messages{Messages: []wire.Message{{Sequence: 1, Content: "hello", CreatedAt: p.now()}}})
				<-ctx.Done()
				return ctx.Err()
			}}
			return tui.Run(cmd.Context(), tui.New(tui.Options{Rooms: []tui.Room{room}, Now: now}))
		},
	}}
}
