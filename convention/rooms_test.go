package convention

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// roomBodies returns the bodies of every real conversation, by where they
// stand.
func roomBodies(t *testing.T) map[string][]string {
	t.Helper()
	rooms := map[string][]string{}
	err := filepath.WalkDir("testdata/rooms", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".jsonl" {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var m struct{ Content string }
			if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
				return err
			}
			rooms[path] = append(rooms[path], m.Content)
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return rooms
}

// Prose is never called a malformed header, never addressed to anybody, and
// every law holds for it.
func TestRealRooms(t *testing.T) {
	bodies := 0
	for path, room := range roomBodies(t) {
		forms := map[Form]int{}
		for _, text := range room {
			bodies++
			m := Parse(text)
			forms[m.Form]++
			if !strings.HasSuffix(path, "limiter.jsonl") && m.Header != nil {
				t.Errorf("%s: prose is read as a header: %q", path, text[:min(len(text), 80)])
			}
			if len(text) < 8000 && bodies%slowdown == 0 {
				checkLaws(t, text)
			}
			for _, d := range Check(m, Context{}) {
				if d.Code == "secret" {
					t.Errorf("%s: %q is called a credential", path, text[d.Span.Start:d.Span.End])
				}
			}
		}
		t.Logf("%s: %v", path, forms)
	}
	if bodies < 1500 {
		t.Errorf("only %d bodies were read", bodies)
	}
}

// Nor is any part of it: no line by itself, nothing from a word on that looks like a
// version, and of all but the longest bodies nothing from a line on.
func TestNoPartOfProseIsAHeader(t *testing.T) {
	version := regexp.MustCompile(`\bv[0-9]+`)
	parts := 0
	for path, room := range roomBodies(t) {
		if strings.HasSuffix(path, "limiter.jsonl") {
			continue
		}
		for _, text := range room {
			for line, rest := "", text; rest != ""; parts++ {
				if len(text) < 8000 && Parse(rest).Header != nil {
					t.Errorf("%s: from a line on it is read as a header: %q", path, rest[:min(len(rest), 80)])
				}
				if line, rest, _ = strings.Cut(rest, "\n"); Parse(line).Header != nil {
					t.Errorf("%s: a line is read as a header: %q", path, line)
				}
				for _, at := range version.FindAllStringIndex(line, -1) {
					if part := line[at[0]:]; Parse(part).Header != nil || len(text) < 8000 && Parse(part+"\n"+rest).Header != nil {
						t.Errorf("%s: from a version on it is read as a header: %q", path, part)
					}
				}
			}
		}
	}
	if parts < 3000 {
		t.Errorf("only %d parts were read", parts)
	}
}

// The raw conversation is one JSON body like any other.
func TestRawConversation(t *testing.T) {
	text, err := os.ReadFile("testdata/rooms/raw/who-when-12.json")
	if err != nil {
		t.Fatal(err)
	}
	checkLaws(t, string(text))
	if m := Parse(string(text)); m.Form != JSON {
		t.Errorf("it is read as %v", m.Form)
	}
}

// The thread of the study, message by message: what each is, and what is
// said of it without any context.
func TestLimiterThread(t *testing.T) {
	want := []string{
		"v1:", "v1:", "prose: no-header", "v1:", "v1: wrong-count ask-without-default", "v1: evidence-kind", "v1:", "v1:", "v1:", "v1:", "v1:",
		"json: no-header json-body", "broken: bad-header ask-without-default unaddressed unaddressed", "v1: unproven-done", "v1:", "v1:",
	}
	for i, text := range roomBodies(t)[filepath.Join("testdata", "rooms", "limiter.jsonl")] {
		m := Parse(text)
		got := m.Form.String() + ":"
		for _, d := range Check(m, Context{}) {
			got += " " + d.Code
		}
		if i >= len(want) || got != want[i] {
			t.Errorf("message %d: %s", i+1, got)
		}
	}
}
