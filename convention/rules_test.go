package convention_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"earshot/convention"
	"earshot/convention/evidence"
)

var update = flag.Bool("update", false, "write the golden parts of the fixtures")

// exampleContext is the room that the rules' examples and fixtures are in.
func exampleContext(t testing.TB) convention.Context {
	return convention.Context{
		Seats:  []string{"lead", "worker", "yu", "scout", "runner", "Night Watch", "twin", "Twin"},
		Now:    time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC),
		Tokens: counter(t),
		Verdict: func(ref string) evidence.Verdict {
			switch ref {
			case "commit badc0de1":
				return evidence.Verdict{Result: evidence.Missing, Detail: "no such commit"}
			case "run 13":
				return evidence.Verdict{Result: evidence.Failed}
			}
			return evidence.Verdict{Result: evidence.Unknown}
		},
	}
}

// Every rule has a fixture of its own: a head that says what is shown, bodies
// under bad/ with the diagnostics that are wanted under want/ and what the
// rule's own fixes make of it under fix/, and bodies under good/ in which the
// rule finds nothing.
func TestRuleFixtures(t *testing.T) {
	for _, r := range convention.Rules() {
		t.Run(r.Code, func(t *testing.T) {
			path := filepath.Join("testdata", "rules", r.Code+".txtar")
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if len(bytes.TrimSpace(archive.Comment)) == 0 {
				t.Error("the fixture does not say what it shows")
			}
			f := fixture{t: t, rule: r, archive: archive, context: exampleContext(t)}
			f.run()
			if *update {
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	files, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil || len(files) != len(convention.Rules()) {
		t.Errorf("%d fixtures for %d rules (%v)", len(files), len(convention.Rules()), err)
	}
}

type fixture struct {
	t       *testing.T
	rule    convention.Rule
	archive *txtar.Archive
	context convention.Context
}

// contextOf is the example context, but for what the body's name says.
func (f *fixture) contextOf(name string) convention.Context {
	c := f.context
	switch {
	case strings.HasPrefix(name, "no-tokens"):
		c.Tokens = nil
	case strings.HasPrefix(name, "no-seats"):
		c.Seats = nil
	case strings.HasPrefix(name, "prose-room"):
		c.V1Share, c.RoomMessages = 0.12, 50
	}
	return c
}

func (f *fixture) run() {
	bad, good := 0, 0
	for _, file := range append([]txtar.File(nil), f.archive.Files...) {
		kind, name, _ := strings.Cut(file.Name, "/")
		switch kind {
		case "bad":
			bad++
			f.bad(name, f.body(file))
		case "good":
			good++
			body := f.body(file)
			for _, d := range convention.Check(convention.Parse(body), f.contextOf(name)) {
				if d.Code == f.rule.Code {
					f.t.Errorf("%s: %s", file.Name, describe(body, d))
				}
			}
		}
	}
	if bad == 0 || good == 0 {
		f.t.Errorf("%d bad and %d good examples", bad, good)
	}
}

// body reads an example: a Go string literal where its name ends in .go, and
// with ⟦x×3⟧ for xxx where it ends in .times.
func (f *fixture) body(file txtar.File) string {
	body := string(file.Data)
	switch filepath.Ext(file.Name) {
	case ".go":
		var err error
		if body, err = strconv.Unquote(strings.TrimSpace(body)); err != nil {
			f.t.Fatalf("%s: %v", file.Name, err)
		}
	case ".times":
		before, rest, _ := strings.Cut(body, "⟦")
		unit, rest, _ := strings.Cut(rest, "×")
		times, after, _ := strings.Cut(rest, "⟧")
		n, err := strconv.Atoi(times)
		if err != nil {
			f.t.Fatalf("%s: %v", file.Name, err)
		}
		body = before + strings.Repeat(unit, n) + after
	}
	return body
}

func (f *fixture) bad(name, body string) {
	all := convention.Check(convention.Parse(body), f.contextOf(name))
	var want strings.Builder
	found := false
	mended := body
	var edits []convention.Edit
	for _, d := range all {
		fmt.Fprintln(&want, describe(body, d))
		if d.Code == f.rule.Code {
			found = true
			if d.Fix != nil && !overlaps(edits, d.Fix.Edits) {
				edits = append(edits, d.Fix.Edits...)
			}
		}
	}
	if !found {
		f.t.Errorf("bad/%s: %s finds nothing in it", name, f.rule.Code)
	}
	f.golden("want/"+name, want.String())
	if len(edits) == 0 {
		return
	}
	mended, err := convention.Apply(body, edits)
	if err != nil {
		f.t.Fatalf("bad/%s: %v", name, err)
	}
	if strings.HasSuffix(name, ".go") {
		mended = strconv.Quote(mended) + "\n"
	} else if !strings.HasSuffix(mended, "\n") {
		mended += "\n"
	}
	f.golden("fix/"+name, mended)
}

func overlaps(a, b []convention.Edit) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Span.Start < y.Span.End && y.Span.Start < x.Span.End || x == y {
				return true
			}
		}
	}
	return false
}

func describe(body string, d convention.Diagnostic) string {
	line, column := convention.Position(body, d.Span.Start)
	endLine, endColumn := convention.Position(body, d.Span.End)
	s := fmt.Sprintf("%s %s %d:%d-%d:%d %s", d.Severity, d.Code, line, column, endLine, endColumn, d.Message)
	if d.Fix != nil {
		safe := "unsafe"
		if d.Fix.Safe {
			safe = "safe"
		}
		s += " [" + safe + ": " + d.Fix.Title + "]"
	}
	return s
}

func (f *fixture) file(name string) string {
	for _, file := range f.archive.Files {
		if file.Name == name {
			return string(file.Data)
		}
	}
	return ""
}

func (f *fixture) golden(name, got string) {
	if f.file(name) == got {
		return
	}
	if !*update {
		f.t.Errorf("%s: got\n%swant\n%s", name, got, f.file(name))
		return
	}
	for i := range f.archive.Files {
		if f.archive.Files[i].Name == name {
			f.archive.Files[i].Data = []byte(got)
			return
		}
	}
	f.archive.Files = append(f.archive.Files, txtar.File{Name: name, Data: []byte(got)})
}

// What the manual shows of a rule is true.
func TestRuleExamples(t *testing.T) {
	c := exampleContext(t)
	has := func(body, code string) bool {
		for _, d := range convention.Check(convention.Parse(body), c) {
			if d.Code == code {
				return true
			}
		}
		return false
	}
	seen := map[string]bool{}
	for _, r := range convention.Rules() {
		if seen[r.Code] {
			t.Errorf("%s stands twice", r.Code)
		}
		seen[r.Code] = true
		if r.Title == "" || r.Doc == "" {
			t.Errorf("%s has no manual", r.Code)
		}
		if byCode, ok := convention.RuleOf(r.Code); !ok || byCode.Title != r.Title {
			t.Errorf("%s is not found by its code", r.Code)
		}
		if r.Code == "too-large" {
			continue
		}
		if !has(r.Bad, r.Code) {
			t.Errorf("%s does not find its bad example", r.Code)
		}
		if has(r.Good, r.Code) {
			t.Errorf("%s finds something in its good example", r.Code)
		}
		for _, d := range convention.Check(convention.Parse(r.Good), c) {
			if d.Severity == convention.Error {
				t.Errorf("%s: its good example has an error: %s", r.Code, d.Message)
			}
		}
	}
	if _, ok := convention.RuleOf("no-such-rule"); ok {
		t.Error("a rule that is none was found")
	}
}
