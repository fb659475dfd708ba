package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/clienttest"
)

// lineOf is a transcript's line.
func lineOf(sequence int, at time.Time) string {
	return fmt.Sprintf(`{"sequence":%d,"id":"m%d","sender":{"member_id":"i","name":"lead"},"type":"message","content":"v1 note pipe to all n=1\nline %d\n","created_at":%q}`+"\n",
		sequence, sequence, sequence, at.UTC().Format(time.RFC3339))
}

// A followed transcript is read on when it is rotated, whether the file is renamed and another one made, or
// copied and cut back; each message is written once.
func TestTailFollowsThroughRotation(t *testing.T) {
	rotations := map[string]func(path string) error{
		"rename": func(path string) error { return os.Rename(path, path+".1") },
		"copytruncate": func(path string) error {
			data, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path+".1", data, 0o600)
			}
			return errors.Join(err, os.Truncate(path, 0))
		},
	}
	for name, rotate := range rotations {
		for _, asJSON := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " json ", asJSON), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					path := filepath.Join(t.TempDir(), "room.jsonl")
					add := func(sequence int) {
						file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
						if err == nil {
							_, err = file.WriteString(lineOf(sequence, time.Now()))
							err = errors.Join(err, file.Close())
						}
						if err != nil {
							t.Fatal(err)
						}
						time.Sleep(3 * time.Second)
						synctest.Wait()
					}
					add(1)
					p, out, said := bench(nil)
					ctx, stop := context.WithCancel(t.Context())
					ended := make(chan error, 1)
					go func() {
						o := tailOptions{follow: true, json: asJSON, source: sourceOptions{wait: time.Second, dueWindow: time.Minute}}
						ended <- tail(ctx, p, o, []string{path})
					}()
					add(2)
					if err := rotate(path); err != nil {
						t.Fatal(err)
					}
					time.Sleep(3 * time.Second)
					add(3)
					add(4)
					stop()
					if err := <-ended; !errors.Is(err, context.Canceled) {
						t.Error(err)
					}
					for n := 1; n <= 4; n++ {
						if got := strings.Count(out.String(), fmt.Sprintf("line %d", n)); got != 1 {
							t.Errorf("line %d is written %d times:\n%s%s", n, got, out, said)
						}
					}
					if strings.Contains(out.String(), "\n* ") {
						t.Errorf("it says more than the messages:\n%s", out)
					}
				})
			})
		}
	}
}

// Times are those of the room: where its clock is ahead of ours, what is due is overdue there already.
func TestWhatIsDueFollowsTheRoomsClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ahead := 3 * time.Hour
		server := clienttest.NewServer(clienttest.Options{Now: func() time.Time { return time.Now().Add(ahead) }})
		defer server.Close()
		server.Say("lead", "v1 ask way to yu n=1\nask which way, "+time.Now().Add(2*time.Hour).UTC().Format("20060102T150405Z"))
		p, _, _ := bench(nil)
		log := newRoomLog(time.Minute, time.Time{})
		from := &opened{name: "room", session: client.New(client.Config{Transport: server.Transport("yu"), Now: p.now})}
		run := follower{from: from, wait: time.Minute, untilLive: true, event: func(e client.Event) error {
			log.apply(e)
			return nil
		}}
		if err := run.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := log.offset.Round(time.Second); got != ahead {
			t.Errorf("the room's clock is %v ahead, want %v", got, ahead)
		}
		if items := log.ledger.At(p.now().Add(log.offset)).Items(); len(items) != 1 || items[0].State != "overdue" {
			t.Errorf("items by the room's clock: %+v", items)
		}
	})
}
