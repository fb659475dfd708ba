package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/cmd/internal/resolve"
	"earshot/tui"
)

// telling is a room that says some events and ends.
func telling(events ...client.Event) roomRun {
	return func(_ context.Context, emit func(client.Event)) error {
		for _, e := range events {
			emit(e)
		}
		return nil
	}
}

// heardOf runs a room and returns what it told.
func heardOf(t *testing.T, run roomRun) []client.Event {
	t.Helper()
	var mu sync.Mutex
	var told []client.Event
	err := run(t.Context(), func(e client.Event) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, e)
	})
	if err != nil {
		t.Fatal(err)
	}
	return told
}

func TestUpToLeavesOutWhatWasSaidLater(t *testing.T) {
	at := time.Date(2026, time.September, 18, 9, 0, 0, 0, time.UTC)
	told := heardOf(t, upTo(telling(client.Messages{Messages: []wire.Message{
		{Sequence: 1, CreatedAt: at.Add(-time.Hour)}, {Sequence: 2, CreatedAt: at}, {Sequence: 3, CreatedAt: at.Add(time.Millisecond)},
	}}, client.Gap{From: 4, To: 5}), at))
	if m := told[0].(client.Messages).Messages; len(m) != 2 || m[1].Sequence != 2 {
		t.Errorf("kept %v", m)
	}
	if len(told) != 2 {
		t.Errorf("told %v", told)
	}
}

// script makes a resolver of the user's out of a few lines of shell.
func script(t *testing.T, body string) *resolve.Resolver {
	t.Helper()
	path := filepath.Join(t.TempDir(), "look")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	r, err := resolve.Open("", path)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestVerdictsFollowTheMessages(t *testing.T) {
	report := wire.Message{Sequence: 7, Content: "v1 report limiter to lead n=2\ndone 12 tests pass\nev run 81723"}
	told := heardOf(t, withVerdicts(telling(client.Messages{Messages: []wire.Message{report}}), script(t, `echo '{"result":"failed","detail":"red"}'`)))
	if len(told) != 2 {
		t.Fatalf("told %v", told)
	}
	v, ok := told[1].(client.Verdict)
	if !ok || v.Sequence != 7 || v.Line != 3 || v.Result != "failed" || v.Detail != "red" {
		t.Errorf("told %+v", told[1])
	}
}

func TestVerdictsEndWithTheRoom(t *testing.T) {
	report := wire.Message{Sequence: 7, Content: "v1 report limiter to lead n=2\ndone 12 tests pass\nev run 81723"}
	ctx, cancel := context.WithCancel(t.Context())
	run := withVerdicts(func(ctx context.Context, emit func(client.Event)) error {
		emit(client.Messages{Messages: []wire.Message{report}})
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}, script(t, "sleep 60"))
	began := time.Now()
	if err := run(ctx, func(client.Event) {}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 50*time.Second {
		t.Errorf("a slow resolver held the end up for %v", took)
	}
}

func TestAsidesAreKept(t *testing.T) {
	a := newAsides(kept{t.TempDir(), ".json"})
	if all, err := a.Load("r"); all != nil || err != nil {
		t.Fatal(all, err)
	}
	row := tui.Aside{ID: "ask:6:2", State: "open", Note: "after lunch"}
	if err := a.Save("r", []tui.Aside{row}); err != nil {
		t.Fatal(err)
	}
	if all, err := a.Load("r"); err != nil || len(all) != 1 || all[0] != row {
		t.Errorf("%v, %v", all, err)
	}
	if err := a.Save("r", nil); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(a.dir); err != nil || len(entries) != 0 {
		t.Errorf("nothing is set aside and %v is kept, %v", entries, err)
	}
}

func TestTemplatesOfTheConfigFolder(t *testing.T) {
	f := folders{config: t.TempDir()}
	if found, err := f.loadTemplates(); found != nil || err != nil {
		t.Fatal(found, err)
	}
	dir := filepath.Join(f.config, "earshot", "templates")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"standup.txt": "v1 report <topic> to all n=0\n", "notes.md": "no", "huge.txt": string(make([]byte, maxTemplate+1))} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := f.loadTemplates()
	if len(found) != 1 || found["standup"] == "" {
		t.Errorf("found %v", found)
	}
	if err == nil {
		t.Error("a template that was left out was not said")
	}
}
