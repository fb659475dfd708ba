package room_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earshot/cmd/internal/room"
	"earshot/cmd/internal/room/engine"
)

func TestRoomMovesWithItsSequencesBytesSeatsAndEpoch(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	w := start(t, fast, func(c *room.Config) { c.Data = from })
	lead := w.join("lead")
	key := newUUID()
	for i := range 300 {
		lead.stored(fmt.Sprintf("line %d <b>&amp;</b> \u2028 \x00 \"q\" \\ ünï", i))
	}
	w.clock.advance(11 * time.Minute) // the same body again, outside of the window but not of the import
	lead.post("line 0 <b>&amp;</b> \u2028 \x00 \"q\" \\ ünï", "Idempotency-Key", key).want(t, 201, "")
	lead.post("line 0 <b>&amp;</b> \u2028 \x00 \"q\" \\ ünï").want(t, 200, "")
	log := append(lead.get("/log?limit=256").body, lead.get("/log?after=256&limit=256").body...)
	_, welcome := lead.open(0)
	if _, err := room.Export(t.Context(), room.Config{Data: from}, "main", &bytes.Buffer{}); !errors.Is(err, engine.ErrLocked) {
		t.Fatalf("export of a folder that is served: %v", err)
	}
	w.close()

	var export bytes.Buffer
	if n, err := room.Export(t.Context(), room.Config{Data: from}, "main", &export); err != nil || n != 301 {
		t.Fatalf("export: %d entries, %v", n, err)
	}
	if strings.Contains(export.String(), lead.token) {
		t.Error("the export holds a token")
	}
	broken := t.TempDir()
	if _, _, err := room.Import(t.Context(), room.Config{Data: broken}, bytes.NewReader(export.Bytes()[:export.Len()-30])); err == nil {
		t.Error("half an export was taken")
	}
	if _, _, err := room.Import(t.Context(), room.Config{Data: to}, strings.NewReader("{}\n")); err == nil {
		t.Error("something else was taken for an export")
	}
	name, n, err := room.Import(t.Context(), room.Config{Data: to}, bytes.NewReader(export.Bytes()))
	if err != nil || name != "main" || n != 301 {
		t.Fatalf("import: %s, %d, %v", name, n, err)
	}
	if _, _, err := room.Import(t.Context(), room.Config{Data: to}, bytes.NewReader(export.Bytes())); !errors.Is(err, engine.ErrExists) {
		t.Errorf("import over a room: %v", err)
	}
	sameExport(t, to, export.Bytes())

	moved := start(t, fast, func(c *room.Config) { c.Data, c.Now = to, w.clock.Now })
	lead.world = moved
	after := append(lead.get("/log?limit=256").body, lead.get("/log?after=256&limit=256").body...)
	if !bytes.Equal(log, after) {
		t.Error("the log has other bytes")
	}
	socket, again := lead.open(299)
	if got, _ := socket.backlog(); again.Epoch != welcome.Epoch || fmt.Sprint(got) != "[300 301]" {
		t.Errorf("resumed with epoch %s after %s: %v", again.Epoch, welcome.Epoch, got)
	}
	var p postedReply
	lead.post("line 0 <b>&amp;</b> \u2028 \x00 \"q\" \\ ünï").want(t, 200, "").into(t, &p)
	if p.Count != 3 || p.RepeatOf != 301 {
		t.Errorf("a repeat of #%d, count %d; want 301, 3", p.RepeatOf, p.Count)
	}
	if r := lead.post("line 0 <b>&amp;</b> \u2028 \x00 \"q\" \\ ünï", "Idempotency-Key", key); r.header.Get("Idempotency-Replayed") != "true" {
		t.Error("the key did not move")
	}
}

// Of an import that fails nothing stays that could be served or is in the way of the good export, and what is
// wrong is said with its line, at once.
func TestAFailedImportLeavesNothing(t *testing.T) {
	from := t.TempDir()
	w := start(t, fast, func(c *room.Config) { c.Data = from })
	lead := w.join("lead")
	for i := range 3 {
		lead.stored(fmt.Sprintf("line %d", i))
	}
	w.close()
	var export bytes.Buffer
	if _, err := room.Export(t.Context(), room.Config{Data: from}, "main", &export); err != nil {
		t.Fatal(err)
	}
	whole := export.String()
	lines := strings.SplitAfter(whole, "\n")
	entry := len(lines) - 3 // the last but one; the tail and what follows the last line feed come behind it
	for name, bad := range map[string]struct{ export, says string }{
		"truncated":          {strings.Join(lines[:entry], ""), "not whole"},
		"cut in a line":      {whole[:len(whole)-40], fmt.Sprintf("line %d", entry+1)},
		"a key misspelt":     {strings.Replace(whole, `"key":"seat.`, `"k0y":"seat.`, 1), "neither a sequence nor a key"},
		"a key of spaces":    {strings.Replace(whole, `"key":"seat.`, `"key":"seat .`, 1), "neither a sequence nor a key"},
		"no member":          {strings.Replace(whole, lines[entry], strings.Replace(lines[entry], `"member":`, `"m":`, 1), 1), "an entry without a member"},
		"an entry too many":  {strings.Replace(whole, lines[entry], lines[entry]+lines[entry], 1), "belongs"},
		"bytes of no export": {lines[0] + "\x00\x01", "line 2"},
	} {
		t.Run(name, func(t *testing.T) {
			to := t.TempDir()
			if _, _, err := room.Import(t.Context(), room.Config{Data: to}, strings.NewReader(bad.export)); err == nil || !strings.Contains(err.Error(), bad.says) {
				t.Fatalf("got %v, want %q", err, bad.says)
			}
			if _, _, err := room.Import(t.Context(), room.Config{Data: to}, strings.NewReader(whole)); err != nil {
				t.Fatalf("the good export afterwards: %v", err)
			}
			sameExport(t, to, []byte(whole))
		})
	}
}

// sameExport holds the export of a room that was imported against the one that it was made of.
func sameExport(t *testing.T, folder string, want []byte) {
	t.Helper()
	var again bytes.Buffer
	if _, err := room.Export(t.Context(), room.Config{Data: folder}, "main", &again); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(again.Bytes(), want) {
		return
	}
	before, after := strings.Split(string(want), "\n"), strings.Split(again.String(), "\n")
	if len(before) != len(after) {
		t.Fatalf("%d lines, there were %d", len(after), len(before))
	}
	for i := range before {
		if before[i] != after[i] {
			t.Fatalf("line %d is\n%s\nand was\n%s", i+1, after[i], before[i])
		}
	}
}

func TestScrubRewritesUnderANewEpoch(t *testing.T) {
	folder := t.TempDir()
	w := start(t, fast, func(c *room.Config) { c.Data = folder })
	lead, yu := w.join("lead"), w.join("yu")
	lead.stored("first")
	lead.stored("the word is xyzzy")
	yu.reply(2, "do not say it").want(t, 201, "")
	before := lead.list("")
	_, welcome := lead.open(0)
	w.close()

	backup := filepath.Join(t.TempDir(), "backup")
	rewrite := func(_ int64, content string) (string, bool) {
		return strings.ReplaceAll(content, "xyzzy", "[scrubbed]"), strings.Contains(content, "xyzzy")
	}
	if n, err := room.Scrub(t.Context(), room.Config{Data: folder}, "nowhere", backup, rewrite); err == nil {
		t.Errorf("a room that is not there: %d scrubbed", n)
	}
	if n, err := room.Scrub(t.Context(), room.Config{Data: folder}, "main", backup, rewrite); err != nil || n != 1 {
		t.Fatalf("scrubbed %d, %v", n, err)
	}
	if _, err := os.Stat(backup); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the backup is still there: %v", err)
	}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte("xyzzy")) {
			t.Errorf("the word is still in %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}

	again := start(t, fast, func(c *room.Config) { c.Data = folder })
	lead.world, yu.world = again, again
	after := lead.list("")
	before.Items[1].Content = "the word is [scrubbed]"
	if fmt.Sprintf("%+v", after.Items[:2]) != fmt.Sprintf("%+v", before.Items[:2]) || *after.Items[2].ReplyTo != before.Items[1].ID {
		t.Errorf("after\n%+v\nbefore\n%+v", after.Items, before.Items)
	}
	socket, _, err := again.dial("main", lead.token)
	if err != nil {
		t.Fatal(err)
	}
	if second := socket.hello(3, welcome.Epoch); second.Epoch == welcome.Epoch {
		t.Error("the epoch is the old one")
	}
	if got, _ := socket.backlog(); len(got) != 3 {
		t.Errorf("a client of the old epoch gets %v", got)
	}
	yu.stored("life goes on")
}
