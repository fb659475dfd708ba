package room_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"earshot/cmd/internal/room"
	"earshot/cmd/internal/room/engine"
)

func TestRoomMovesFromAFolderToAClusterAndBack(t *testing.T) {
	t.Parallel()
	folder, back := t.TempDir(), t.TempDir()
	w := start(t, fast, func(c *room.Config) { c.Data = folder })
	lead := w.join("lead")
	for i := range 200 {
		lead.stored(fmt.Sprintf("line %d <b>&amp;</b> \u2028 \"q\" ünï", i))
	}
	log := lead.get("/log?limit=256").body
	_, welcome := lead.open(0)
	w.close()

	var export bytes.Buffer
	if n, err := room.Export(t.Context(), room.Config{Data: folder}, "main", &export); err != nil || n != 200 {
		t.Fatalf("export: %d entries, %v", n, err)
	}
	shared := room.Config{NATS: room.NATS{URLs: startCluster(t).urls}}
	if _, n, err := room.Import(t.Context(), shared, bytes.NewReader(export.Bytes())); err != nil || n != 200 {
		t.Fatalf("import into the cluster: %d entries, %v", n, err)
	}
	if _, _, err := room.Import(t.Context(), shared, bytes.NewReader(export.Bytes())); !errors.Is(err, engine.ErrExists) {
		t.Errorf("import over a room: %v", err)
	}

	moved := start(t, fast, func(c *room.Config) { c.NATS, c.Now = shared.NATS, w.clock.Now })
	lead.world = moved
	if after := lead.get("/log?limit=256").body; !bytes.Equal(log, after) {
		t.Error("the log has other bytes")
	}
	if _, again := lead.open(199); again.Epoch != welcome.Epoch {
		t.Errorf("epoch %s after %s", again.Epoch, welcome.Epoch)
	}
	lead.stored("said in the cluster")
	log = lead.get("/log?limit=256").body
	moved.close()

	export.Reset()
	if n, err := room.Export(t.Context(), shared, "main", &export); err != nil || n != 201 {
		t.Fatalf("export from the cluster: %d entries, %v", n, err)
	}
	if _, n, err := room.Import(t.Context(), room.Config{Data: back}, &export); err != nil || n != 201 {
		t.Fatalf("import into a folder: %d entries, %v", n, err)
	}
	lead.world = start(t, fast, func(c *room.Config) { c.Data, c.Now = back, w.clock.Now })
	if after := lead.get("/log?limit=256").body; !bytes.Equal(log, after) {
		t.Error("the log has other bytes after it came back")
	}
}
