package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// shape is what the command line's page promises of one JSON object: the keys that are always there, those
// that may be missing, and what lies below them. Further keys have to be named here too, so that none
// appears by accident.
type shape struct {
	always, maybe string
	below         map[string]*shape // of an object, or of each element of a list
	lists         string            // of the keys, those that are lists: never null, never missing
	null          string            // those that may be null
}

// holds reports everything in which a value is not as the shape says.
func (s *shape) holds(t *testing.T, where string, value any) {
	t.Helper()
	object, ok := value.(map[string]any)
	if !ok {
		t.Errorf("%s is no object but %v", where, value)
		return
	}
	known := append(strings.Fields(s.always), strings.Fields(s.maybe)...)
	for key, v := range object {
		if !slices.Contains(known, key) {
			t.Errorf("%s has a key %q that the page does not name", where, key)
		}
		if v == nil && !slices.Contains(strings.Fields(s.null), key) {
			t.Errorf("%s.%s is null: what is absent is left out", where, key)
		}
	}
	for _, key := range strings.Fields(s.always) {
		if _, ok := object[key]; !ok {
			t.Errorf("%s has no %q: it has %v", where, key, slices.Sorted(maps.Keys(object)))
		}
	}
	for _, key := range strings.Fields(s.lists) {
		if _, ok := object[key].([]any); !ok {
			t.Errorf("%s.%s is no list but %v", where, key, object[key])
		}
	}
	for key, below := range s.below {
		v, there := object[key]
		if !there {
			continue
		}
		elements, isList := v.([]any)
		if !isList {
			below.holds(t, where+"."+key, v)
		}
		for _, element := range elements {
			below.holds(t, where+"."+key+"[]", element)
		}
	}
}

var span = "line column end_line end_column"

func diagnosticShape() *shape {
	edit := &shape{always: span + " text"}
	fix := &shape{always: "title safe edits", lists: "edits", below: map[string]*shape{"edits": edit}}
	return &shape{always: "code severity message " + span, maybe: "fix", below: map[string]*shape{"fix": fix}}
}

func recordShape() *shape {
	lists := "must must_not may decided defaults proved claimed blocked options risks costs"
	below := map[string]*shape{}
	for _, list := range strings.Fields(lists) {
		below[list] = &shape{always: "text sequence line", maybe: "source seat due"}
	}
	return &shape{always: "text messages " + lists, maybe: "now topic seat", lists: lists, below: below}
}

func triageShape() *shape {
	lists := "items claims unaddressed data decisions repeats possible"
	return &shape{
		always: "now messages counts " + lists, lists: lists,
		below: map[string]*shape{
			"items": {
				always: "kind state sequence line text",
				maybe:  "source topic from owes due default answered_by answered_how late blocked_by holds orphaned grade",
			},
			"claims":      {always: "sequence line seat text why", maybe: "source topic"},
			"unaddressed": {always: "sequence line seat text", maybe: "source"},
			"data":        {always: "sequence declared facts", maybe: "source"},
			"decisions":   {always: "sequence line seat decider text", maybe: "source topic"},
			"repeats":     {always: "seat first count loop", maybe: "source"},
			"possible":    {always: "kind sequence line seat text", maybe: "source item to"},
			"counts": {always: "open overdue defaulted answered claims unaddressed data" +
				" due proved accepted claimed blocked superseded withdrawn unreadable decisions conflicts repeats loops possible orphaned"},
		},
	}
}

func statsShape() *shape {
	return &shape{
		always: "readers messages tokens read_tokens seats savings", maybe: "grammar assumptions", lists: "seats",
		below: map[string]*shape{
			"seats": {
				always: "seat messages tokens repeats repeat_tokens time_tokens id_tokens",
				maybe:  "source deduplicated replies unanswered answer_seconds clean_share",
			},
			"savings":     {always: "dedup cache state_record"},
			"grammar":     {always: "tokens saved", maybe: "paid_after"},
			"assumptions": {always: "cache_write cache_hit cache_prefix cache_lifetime read_within convention_tokens"},
		},
	}
}

// A message in the form of the protocol, which has null for what a message has none of, as tail prints it.
func messageShape() *shape {
	sender := &shape{always: "member_id name", maybe: "kind"}
	return &shape{
		always: "sequence id sender type content created_at diagnostics", maybe: "room_id reply_to_message_id source",
		lists: "diagnostics", null: "room_id reply_to_message_id",
		below: map[string]*shape{"sender": sender, "diagnostics": diagnosticShape()},
	}
}

func TestJSONIsAsPromised(t *testing.T) {
	lint := &shape{
		always: "source sequence valid tokens diagnostics", maybe: "header", lists: "diagnostics",
		below: map[string]*shape{
			"header":      {always: "to facts", maybe: "version intent topic n", lists: "to"},
			"diagnostics": diagnosticShape(),
		},
	}
	count := &shape{always: "source encoding tokens bytes", maybe: "sequence"}
	counted := &shape{
		always: "source encoding tokens bytes lines compare", maybe: "sequence", lists: "lines",
		below: map[string]*shape{"lines": {always: "line tokens text"}, "compare": {always: "json_pretty json_compact"}},
	}
	scpRows := &shape{always: "encoding rows", lists: "rows", below: map[string]*shape{"rows": {always: "language prose json scp stack"}}}
	exported := messageShape()
	exported.always, exported.lists = strings.TrimSuffix(exported.always, " diagnostics"), ""
	tests := []struct {
		command string
		shape   *shape
		lines   int // how many values; 0 for at least one
	}{
		{"lint --json report.txt", lint, 1},
		{"lint --json prose.txt", lint, 1},
		{"lint --json broken.txt", lint, 1},
		{"lint --json empty.txt", lint, 1},
		{"lint --json --fix --write report.txt", lint, 1},
		{"lint --json talk.jsonl", lint, 0},
		{"count --json report.txt", count, 1},
		{"count --json talk.jsonl", count, 0},
		{"count --json --by-line --compare report.txt empty.txt prose.txt", counted, 3},
		{"triage --json talk.jsonl", triageShape(), 1},
		{"triage --json empty.jsonl", triageShape(), 1},
		{"triage --json --now 20260919T1300Z talk.jsonl talk.jsonl", triageShape(), 1},
		{"state --json talk.jsonl", recordShape(), 1},
		{"state --json talk.jsonl limiter", recordShape(), 1},
		{"state --json empty.jsonl nothing", recordShape(), 1},
		{"state --json empty.jsonl", recordShape(), 1},
		{"state --json talk.jsonl empty.jsonl limiter", recordShape(), 1},
		{"brief --json --as worker talk.jsonl", recordShape(), 1},
		{"brief --json --as worker talk.jsonl talk.jsonl", recordShape(), 1},
		{"stats --json --readers 5 talk.jsonl", statsShape(), 1},
		{"stats --json empty.jsonl", statsShape(), 1},
		{"stats --json talk.jsonl talk.jsonl", statsShape(), 1},
		{"tail --json talk.jsonl", messageShape(), 0},
		{"tail --json talk.jsonl prosaic.jsonl", messageShape(), 0},
		{"export talk.jsonl", exported, 0},
		{"export talk.jsonl prosaic.jsonl", exported, 0},
		{"scp bench --json", scpRows, 1},
		{"version --json", &shape{always: "version go"}, 1},
	}
	chdirToExamples(t)
	for _, tt := range tests {
		t.Run(tt.command, func(t *testing.T) {
			values := jsonOf(t, tt.command)
			if tt.lines > 0 && len(values) != tt.lines || len(values) == 0 {
				t.Fatalf("%d values, want %d", len(values), tt.lines)
			}
			sourced := strings.Count(tt.command, ".jsonl") > 1
			for _, value := range values {
				tt.shape.holds(t, strings.Fields(tt.command)[0], value)
				rowsAreSourced(t, value, sourced && !strings.HasPrefix(tt.command, "lint"))
			}
		})
	}
}

// rowsAreSourced holds that every row of every list names its source where there are several, and none
// where there is one.
func rowsAreSourced(t *testing.T, value any, several bool) {
	t.Helper()
	for key, list := range value.(map[string]any) {
		rows, _ := list.([]any)
		for _, row := range rows {
			object, ok := row.(map[string]any)
			if _, has := object["source"]; ok && has != several && key != "diagnostics" {
				t.Errorf("a row of %s has its source: %v, want %v", key, has, several)
			}
		}
	}
}

// The times and numbers of the example that the page gives of a default that came into force.
func TestTriageJSONSaysWhatThePageSays(t *testing.T) {
	chdirToExamples(t)
	document := jsonOf(t, "triage --json --now 20260918T0930Z talk.jsonl")[0].(map[string]any)
	if document["now"] != "2026-09-18T09:30:00Z" {
		t.Errorf("now is %v", document["now"])
	}
	var found map[string]any
	for _, item := range document["items"].([]any) {
		if item := item.(map[string]any); item["late"] == "late-after-default" {
			found = item
		}
	}
	want := map[string]any{
		"kind": "ask", "state": "answered", "sequence": 2.0, "line": 2.0, "topic": "limiter", "from": "lead", "owes": "yu",
		"due": "2026-09-18T09:00:00Z", "answered_by": 3.0, "answered_how": "reply", "late": "late-after-default",
		"text": "how to store counters, 20260918T0900Z", "default": "silence past the ask time→A",
	}
	for key, value := range want {
		if found[key] != value {
			t.Errorf("%s is %v, want %v", key, found[key], value)
		}
	}
}

// jsonOf runs a command line and decodes what it prints, one value a line.
func jsonOf(t *testing.T, command string) []any {
	t.Helper()
	p, out, said := bench(strings.NewReader(""))
	p.now = func() time.Time { return time.Date(2026, 9, 19, 13, 0, 0, 0, time.UTC) }
	p.folders = folders{t.TempDir(), t.TempDir(), t.TempDir()}
	if code := run(t.Context(), strings.Fields(command), p); code > exitFound {
		t.Fatalf("exit code %d: %s", code, said)
	}
	var values []any
	for line := range bytes.Lines(out.Bytes()) {
		var value any
		if err := json.Unmarshal(line, &value); err != nil {
			t.Fatalf("no JSON: %v in %s", err, line)
		}
		values = append(values, value)
	}
	return values
}

// chdirToExamples goes to a folder with the examples that the test reads.
func chdirToExamples(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	message := func(sequence int, from, replyTo, at, content string) string {
		m := map[string]any{
			"sequence": sequence, "id": "msg_" + string(rune('a'+sequence)), "type": "message", "content": content, "created_at": at,
			"sender": map[string]string{"member_id": "i_" + from, "kind": "instance", "name": from}, "reply_to_message_id": nil,
		}
		if replyTo != "" {
			m["reply_to_message_id"] = replyTo
		}
		line, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return string(line) + "\n"
	}
	report := "v1 report limiter to lead n=10\nask decide 20260918T0900Z: mock Redis, or skip\ndone#1 limiter\nev#1 commit 3f9a2c1\nclaim unit test passing, 12 cases\n"
	files := map[string]string{
		"report.txt": report, "prose.txt": "good morning, could you look at it tomorrow?\n", "broken.txt": "v1 note\n", "empty.txt": "", "empty.jsonl": "",
		"prosaic.jsonl": message(1, "ann", "", "2026-09-17T09:00:00.000Z", "good morning"),
		"talk.jsonl": message(1, "lead", "", "2026-09-17T09:00:00.000Z", "v1 request limiter to worker n=5\nreq limit 60 a minute\nask accept, 20260917T0930Z\ndefault silence past the ask time→lead takes it back\nmust-not push to main\nmay edit lib/\n") +
			message(2, "lead", "", "2026-09-17T13:10:00.000Z", "v1 propose limiter to yu n=6\nask how to store counters, 20260918T0900Z\nopt/A Redis\nopt/B in memory\nrec A\nrisk A outage→closed\ndefault silence past the ask time→A\n") +
			message(3, "yu", "msg_c", "2026-09-18T09:25:00.000Z", "v1 decide limiter to lead n=1\nB in-memory bucket\n") +
			message(4, "worker", "", "2026-09-18T09:26:00.000Z", report) +
			message(5, "worker", "", "2026-09-18T09:27:00.000Z", "v1 report limiter to lead n=4\nclaim 12 tests pass\ndone#1 it works\nblock no Redis here\ncost 61000 tokens\n") +
			message(6, "scout", "", "2026-09-18T09:28:00.000Z", "v1 note limiter\nask who owns Redis, 20260917T1800Z\n") +
			message(7, "runner", "", "2026-09-18T09:29:00.000Z", "v1 status deploy to lead n=1\nblock refused\n") +
			message(8, "runner", "", "2026-09-18T09:29:20.000Z", "v1 status deploy to lead n=1\nblock refused\n") +
			message(9, "mia", "", "2026-09-18T09:29:40.000Z", "lead, could you check the deploy by tomorrow?"),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}
