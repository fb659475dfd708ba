package convention_test

import (
	"os"
	"path/filepath"
	"testing"

	"earshot/convention"
)

// No check may call well-formed text wrong.
func TestCleanMessages(t *testing.T) {
	files, err := filepath.Glob("testdata/clean/*.txt")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d clean messages (%v), at least 40", len(files), err)
	}
	counted := convention.Context{Tokens: counter(t), RoomMessages: 50, V1Share: 1}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := convention.Parse(string(text))
		if m.Form != convention.V1 || !m.Acts() {
			t.Errorf("%s: form %v, n right: %v", file, m.Form, m.Acts())
		}
		for _, c := range []convention.Context{{}, counted} {
			for _, d := range convention.Check(m, c) {
				if d.Severity != convention.Hint {
					t.Errorf("%s: %s", file, describe(string(text), d))
				}
			}
		}
		if fixed, n := convention.FixSafe(string(text), convention.Context{}); n != 0 {
			t.Logf("%s: %d safe fixes: %q", file, n, fixed)
		}
	}
}

// The two messages of the study: the proposal has nothing at all, the report
// its wrong count as the only error, and with the count mended only an ask
// without a default.
func TestStudyMessages(t *testing.T) {
	c := convention.Context{Tokens: counter(t)}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("testdata", "study", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	proposal, report := read("proposal.txt"), read("report.txt")
	if n := c.Tokens(proposal); n != 147 {
		t.Errorf("the proposal costs %d tokens, 147 in the study", n)
	}
	if n := c.Tokens(report); n != 127 {
		t.Errorf("the report costs %d tokens, 127 in the study", n)
	}
	expect := func(what, body string, want ...string) {
		t.Helper()
		all := convention.Check(convention.Parse(body), c)
		if len(all) != len(want) {
			t.Errorf("%s: %d diagnostics, want %v", what, len(all), want)
		}
		for i, d := range all {
			if i >= len(want) || d.Severity.String()+" "+d.Code != want[i] {
				t.Errorf("%s: %s", what, describe(body, d))
			}
		}
	}
	expect("proposal", proposal)
	expect("report", report, "error wrong-count", "warning ask-without-default")
	mended, n := convention.FixSafe(report, c)
	if n != 1 {
		t.Errorf("%d safe fixes in the report, want the count alone", n)
	}
	expect("report with its count mended", mended, "warning ask-without-default")
	for _, d := range convention.Check(convention.Parse(report), c) {
		if d.Code == "wrong-count" && describe(report, d)[:29] != "error wrong-count 1:27-1:31 n"[:29] {
			t.Errorf("the range of the wrong count: %s", describe(report, d))
		}
	}
}
