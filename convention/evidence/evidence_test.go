package evidence

import (
	"slices"
	"testing"
)

func TestKindOf(t *testing.T) {
	tests := []struct {
		ref   string
		kind  Kind
		named bool
	}{
		{"commit 3f9a2c1 on branch feat/rate-limit", Commit, true},
		{"Commit: 3f9a2c1", Commit, true},
		{"PR 412", PR, true},
		{"run https://ci.example.test/acme/api/actions/runs/81723", Run, true},
		{"deploy prod-eu 2026", Deploy, true},
		{"commit", "", false},
		{"3f9a2c1", Commit, false},
		{"3f9a2c1 on branch main", Commit, false},
		{"1234567", "", false},
		{"abcdefa", "", false},
		{"https://ci.test/a/actions/runs/9", Run, false},
		{"https://ci.test/job/build/9", Run, false},
		{"https://ci.test/builds/9", Run, false},
		{"https://git.test/x/-/pipelines/9", Run, false},
		{"https://git.test/x/pull/412", PR, false},
		{"https://git.test/x/pull/412/checks", PR, false},
		{"https://git.test/x/-/merge_requests/7", PR, false},
		{"https://git.test/x/pull/new", URL, false},
		{"<https://example.test/page>", URL, false},
		{"msg_8Fk2", Msg, false},
		{"msg_", "", false},
		{"#12", Msg, false},
		{"#12 said so", "", false},
		{"lib/rate-limit.ts", File, false},
		{"`docs/report.md`", File, false},
		{"12/12", "", false},
		{"and/or", "", false},
		{"see above", "", false},
		{"", "", false},
		{"   ", "", false},
	}
	for _, test := range tests {
		kind, named := KindOf(test.ref)
		if kind != test.kind || named != test.named {
			t.Errorf("KindOf(%q) = %q, %v; want %q, %v", test.ref, kind, named, test.kind, test.named)
		}
	}
}

func TestNeed(t *testing.T) {
	tests := SetOf(Run, Log, Artifact)
	deploys := SetOf(Run, Deploy, Tag, URL)
	for text, want := range map[string]Set{
		"12 unit tests pass":                         tests,
		"14 tests pass, route test for 429 included": tests,
		"CI green":                                 tests,
		"12/12":                                    tests,
		"12/13 done":                               0,
		"0 failures in nightly":                    tests,
		"10 failures fixed":                        0,
		"coverage 87%":                             tests,
		"test coverage of lib at 87.5 %":           tests,
		"benchmark: 12 ms per call":                tests,
		"benchmark 3x faster":                      tests,
		"benchmark for the limiter":                0,
		"e2e suite passing":                        tests,
		"green button on the form":                 0,
		"wrote 12 tests for the limit":             0,
		"build passes and is deployed":             tests,
		"deployed to prod":                         deploys,
		"rolled out to 5% of users":                deploys,
		"Released 2.1":                             deploys,
		"live in eu-west":                          deploys,
		"live on all hosts":                        deploys,
		"live view of the log":                     0,
		"limiter lib/rate-limit.ts sliding window": 0,
		"migration 09/09/2026":                     0,
		"src/10/10/x":                              0,
		"":                                         0,
	} {
		if got := Need(text); got != want {
			t.Errorf("Need(%q) = %v, want %v", text, got.Kinds(), want.Kinds())
		}
	}
}

func TestSetNamesEveryKindOnce(t *testing.T) {
	all := SetOf(Kinds()...)
	if got := all.Kinds(); !slices.Equal(got, Kinds()) {
		t.Errorf("set of all kinds lists %v", got)
	}
	if SetOf("", "nonsense") != 0 {
		t.Error("a word that is no kind is in a set")
	}
}

func TestProves(t *testing.T) {
	if Proves(0, "") {
		t.Error("no reference proves something")
	}
	if !Proves(0, File) || Proves(Need("tests pass"), Commit) || !Proves(Need("tests pass"), Run) {
		t.Error("the table of kinds is not held")
	}
}

func TestResultWords(t *testing.T) {
	for _, r := range []Result{Unlooked, Found, Missing, Failed, Unknown} {
		if ParseResult(r.String()) != r {
			t.Errorf("%v does not survive its own word", r)
		}
	}
	if ParseResult("excellent") != Unknown {
		t.Error("an unheard-of word is not unknown")
	}
}

func FuzzNeedAndKind(f *testing.F) {
	for _, s := range []string{"12/12", "coverage 9%", "benchmark 3 µs", "https://x/pull/3", "#", "commit\t3f9a2c1", "\xff/\xff", "live\u0301 on"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k, named := KindOf(s)
		if k != "" && !slices.Contains(Kinds(), k) {
			t.Errorf("KindOf(%q) = %q", s, k)
		}
		if named && k == "" {
			t.Errorf("KindOf(%q) names no kind", s)
		}
		if k != "" && !named {
			again, now := KindOf(string(k) + " " + s)
			if again != k || !now {
				t.Errorf("naming the kind of %q makes it %q", s, again)
			}
		}
		if n := Need(s); n != 0 && n != SetOf(Run, Log, Artifact) && n != SetOf(Run, Deploy, Tag, URL) {
			t.Errorf("Need(%q) = %v", s, n.Kinds())
		}
	})
}

// Whatever can be proved, a run can prove: a check that has seen one need not read
// the line.
func FuzzRunProvesAll(f *testing.F) {
	for _, text := range []string{"", "12 unit tests pass", "coverage 87%", "deployed", "released, 12/12", "sliding window"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !Proves(Need(text), Run) {
			t.Fatalf("%q needs %v", text, Need(text).Kinds())
		}
	})
}
