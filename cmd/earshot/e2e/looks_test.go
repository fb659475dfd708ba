//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// flagWords are the flags that the talk brings about.
func flagWords() []string {
	return []string{"OVERDUE", "IN FORCE since", "UNPROVEN", "DATA n=9≠1", "REPEAT"}
}

// The real terminal gets the colours that it has: 16 of its own, 256, or all; with NO_COLOR none. The
// words on the screen are the same in all of them.
func TestColoursOfRealTerminals(t *testing.T) {
	all := regexp.MustCompile(`\x1b\[[0-9;]*[34]8;2;`)
	many := regexp.MustCompile(`\x1b\[[0-9;]*[34]8;5;`)
	few := regexp.MustCompile(`\x1b\[(?:[0-9;]*;)?(?:3[0-7]|9[0-7])m`)
	texts := map[string]string{}
	for _, tt := range []struct {
		name string
		env  []string
		has  *regexp.Regexp
		not  []*regexp.Regexp
	}{
		{"16", []string{"TERM=xterm-16color"}, few, []*regexp.Regexp{all, many}},
		{"256", []string{"TERM=screen-256color"}, many, []*regexp.Regexp{all, few}},
		{"true", []string{"TERM=xterm-256color", "COLORTERM=truecolor"}, all, []*regexp.Regexp{many, few}},
		{"none", []string{"TERM=screen-256color", "NO_COLOR=1"}, nil, []*regexp.Regexp{all, many, few}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, size{120, 40}, tt.env...)
			if err := os.WriteFile(filepath.Join(p.home, "talk.jsonl"), []byte(talk), 0o600); err != nil {
				t.Fatal(err)
			}
			p.command("cd; earshot talk.jsonl --as yu; echo exit-$?")
			texts[tt.name] = p.shows(append(flagWords(), "● ended", "62t", "26t", "15t", " 5t", "11t")...) // tokens are counted a little later
			look := p.coloured()
			if tt.has != nil && !tt.has.MatchString(look) {
				t.Errorf("no colours of its own:\n%q", look)
			}
			for _, not := range tt.not {
				if found := not.FindString(look); found != "" {
					t.Errorf("the terminal got %q, which it does not have", found)
				}
			}
			p.keys("q")
			p.exitCode(0)
			p.givenBack()
		})
	}
	for name, text := range texts {
		if text != texts["none"] {
			t.Errorf("with %s colours the screen says something else:\n%s\nthan without:\n%s", name, text, texts["none"])
		}
	}
}

// A state record is copied into tmux's own buffer by OSC 52, and kept in a file by another key.
func TestStateRecordIsCopied(t *testing.T) {
	p := open(t, size{100, 30})
	p.tmux("set-option", "-g", "set-clipboard", "on")
	if err := os.WriteFile(filepath.Join(p.home, "talk.jsonl"), []byte(talk), 0o600); err != nil {
		t.Fatal(err)
	}
	p.command("cd; earshot talk.jsonl --as yu; echo exit-$?")
	p.shows("● ended")
	p.keys("3")
	p.shows("v1 state room to all")
	p.keys("y")
	p.shows("the state record sent to the terminal's clipboard")
	p.until("tmux has the record", func(string) bool { return strings.Contains(p.tmux("list-buffers"), "v1 state room") })
	copied := p.tmux("show-buffer")
	p.keys("Y")
	p.shows("the state record stands in")
	files, err := filepath.Glob(filepath.Join(p.home, ".local", "state", "earshot", "copies", "*.txt"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the folder of copies holds %v, %v", files, err)
	}
	kept, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != copied || !strings.HasPrefix(copied, "v1 state room to all n=") {
		t.Errorf("copied %q, kept %q", copied, kept)
	}
	p.keys("q")
	p.exitCode(0)
	p.givenBack()
}

// JSON is indented on demand and SCP decoded where a dictionary is loaded.
func TestJSONAndSCPBodies(t *testing.T) {
	p := open(t, size{100, 40})
	p.transcript("bodies.jsonl", [2]string{"worker", `{"type":"status","done":["route","limit"]}`}, [2]string{"worker", "P1:V4:A2:X0"})
	const dictionary = `{"version":"0.1","fields":{"system":"P","version":"V","action":"A","target":"X"},
 "values":{"system":{"Quantumoan":"1"},"version":{"4":"4"},"action":{"paradigm_shift":"2"},"target":{"alignment":"0"}}}`
	if err := os.WriteFile(filepath.Join(p.home, "dict.json"), []byte(dictionary), 0o600); err != nil {
		t.Fatal(err)
	}
	p.command("cd; earshot bodies.jsonl; echo exit-$?")
	p.shows(`{"type":"status","done":["route","limit"]}`, "P1:V4:A2:X0")
	p.keys("#")
	p.text("1")
	p.keys("Enter")
	p.keys("J")
	p.shows(`"type": "status",`, `"done": [`, `"route",`)
	p.keys("q")
	p.exitCode(0)
	p.command("clear; echo; earshot bodies.jsonl --dict dict.json; echo exit-$?")
	p.shows(`"system": "Quantumoan"`, `"target": "alignment"`, "decoded with dictionary 0.1")
	p.keys("q")
	p.exitCode(0)
	p.givenBack()
}
