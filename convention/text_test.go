package convention_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"earshot/convention"
)

// counter counts tokens of o200k_base.
func counter(t testing.TB) func(string) int {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	return func(s string) int {
		n, err := codec.Count(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
}

func TestTextFitsAndSaysEverything(t *testing.T) {
	text := convention.Text()
	if n := counter(t)(text); n > 280 {
		t.Errorf("the convention costs %d tokens, at most 280", n)
	} else {
		t.Logf("%d tokens", n)
	}
	for _, m := range convention.Modalities() {
		if !slices.ContainsFunc(strings.Fields(text), func(w string) bool {
			return strings.TrimRight(w, ".") == m.String() || strings.HasPrefix(w, m.String()+"/")
		}) {
			t.Errorf("the convention does not say %q", m)
		}
	}
	for _, point := range []string{
		"n counts the non-blank lines after it", "Ask time: latest time on the ask line, else on the deadline line",
		"commit run pr branch file url msg log artifact tag deploy", "hold", "withdraw", "wrong n: data",
	} {
		if !strings.Contains(text, point) {
			t.Errorf("the convention does not say %q", point)
		}
	}
}

func TestStudyTextIsTheStudysBlock(t *testing.T) {
	text := convention.StudyText()
	seed, err := os.ReadFile("testdata/study/convention.txt")
	if err != nil || text != string(seed) {
		t.Errorf("the block is not the study's, word for word (%v)", err)
	}
	if n := counter(t)(strings.TrimSuffix(text, "\n")); n != 211 {
		t.Errorf("the study's block costs %d tokens, 211 were counted", n)
	} else {
		t.Logf("%d without, %d with the last line feed", n, counter(t)(text))
	}
}

func TestStudyConstructs(t *testing.T) {
	count := counter(t)
	for text, want := range map[string]int{
		"2026-09-19T12:00:00Z": 13, "20260919T1200Z": 7, "job-rl-0917": 6, "limiter": 2, "i_5fBAXDeXWz": 10,
	} {
		if n := count(text); n != want {
			t.Errorf("%q costs %d tokens, the study counted %d", text, n, want)
		}
	}
}
