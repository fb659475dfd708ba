package main

import (
	"context"
	"errors"
	"testing"

	"earshot/client"
	"earshot/client/wire"
)

// The terminal interface posts as the seat that was named or not at all: a room that seats us as another ends
// before anything of it is told.
func TestARoomThatSeatsAnotherEnds(t *testing.T) {
	for name, ends := range map[string]bool{"": false, "yu": false, "YU": false, "i_y": false, "lead": true} {
		room := func(ctx context.Context, emit func(client.Event)) error {
			emit(client.Welcomed{You: &wire.Seat{MemberID: "i_y", Name: "yu"}})
			if ctx.Err() != nil {
				return ctx.Err()
			}
			emit(client.Status{State: client.StateLive})
			return nil
		}
		told := 0
		err := seatedAs(room, name)(t.Context(), func(client.Event) { told++ })
		var problem *client.Problem
		if got := errors.As(err, &problem) && problem.Exit == exitUsage; got != ends || ends == (told > 0) {
			t.Errorf("--as %q: ended with %v after %d events", name, err, told)
		}
	}
	observer := telling(client.Welcomed{})
	if got := heardOf(t, seatedAs(observer, "lead")); len(got) != 1 {
		t.Errorf("an observer is told %v", got)
	}
}
