package engine

import (
	"fmt"
	"testing"
)

// TestBodiesOfAStreamWithGaps: what comes without headers is known by its place, which tells nothing where
// records were dropped.
func TestBodiesOfAStreamWithGaps(t *testing.T) {
	e, err := Open(t.Context(), Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	table, err := e.OpenTable(t.Context(), "main")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 { // keys 0 and 1 in turn: the last of each stays
		if _, err := table.Put(t.Context(), fmt.Sprintf("key.%d", i%2), fmt.Appendf(nil, "%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := table.Put(t.Context(), "key.1", []byte("6")); err != nil {
		t.Fatal(err)
	}
	found, err := table.stream.bodies(t.Context(), 1, 10, 1<<20)
	if err != nil || len(found) != 2 {
		t.Fatalf("%d records, %v", len(found), err)
	}
	for i, want := range []record{{sequence: 5, data: []byte("4")}, {sequence: 7, data: []byte("6")}} {
		if found[i].sequence != want.sequence || string(found[i].data) != string(want.data) {
			t.Errorf("record %d is %d, %s", i, found[i].sequence, found[i].data)
		}
	}
}
