package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// root is the top of the repository as seen from this package's folder.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// graphOfRepository asks the go command for every package of the module and all they depend on.
func graphOfRepository(t *testing.T) []Package {
	t.Helper()
	var stderr bytes.Buffer
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Imports,Error", "./...")
	list.Dir, list.Stderr = root(t), &stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var graph []Package
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return graph
		} else if err != nil {
			t.Fatal(err)
		}
		graph = append(graph, Package{Path: p.ImportPath, Imports: p.Imports})
	}
}

func TestRepositoryKeepsTheImportTable(t *testing.T) {
	graph := graphOfRepository(t)
	if len(graph) < 100 {
		t.Fatalf("go list named %d packages: too few to be the whole graph", len(graph))
	}
	for _, sentence := range ImportTable().Check(graph) {
		t.Error(sentence)
	}
}

func TestImportTableCatches(t *testing.T) {
	tests := []struct {
		name  string
		graph []Package
		want  string // part of the one sentence; "" for a lawful graph
	}{
		{"lawful", []Package{{"earshot/render", []string{"earshot/convention", "strings", "charm.land/lipgloss/v2"}}}, ""},
		{"lawful tui", []Package{{"earshot/tui", []string{"earshot/tui/timeline", "earshot/client", bubbleTea}}}, ""},
		{"convention on the network", []Package{{"earshot/convention/ledger", []string{"net/http"}}}, "forbidden"},
		{"convention on disk", []Package{{"earshot/convention", []string{"os"}}}, "forbidden"},
		{"gitrepo may touch a disk", []Package{{"earshot/convention/evidence/gitrepo", []string{"os"}}}, ""},
		{"convention above itself", []Package{{"earshot/convention", []string{"earshot/render"}}}, "not among"},
		{"client knows rules", []Package{{"earshot/client", []string{"earshot/convention"}}}, "not among"},
		{"render on a socket", []Package{{"earshot/render", []string{"net"}}}, "forbidden"},
		{"parts of the screen", []Package{{"earshot/tui/timeline", []string{"earshot/tui/triage"}}}, "not among"},
		{"part knows the root", []Package{{"earshot/tui/chrome", []string{"earshot/tui"}}}, "not among"},
		{"json on the screen", []Package{{"earshot/tui", []string{"encoding/json"}}}, "forbidden"},
		{"websocket elsewhere", []Package{{"earshot/cmd/earshot", []string{websocket}}}, "kept for"},
		{"nats elsewhere", []Package{{"earshot/cmd/internal/demo", []string{"github.com/nats-io/nats.go"}}}, "kept for"},
		{"lip gloss in a command", []Package{{"earshot/cmd/earshot", []string{lipGloss}}}, "kept for"},
		{"a package nobody speaks of", []Package{{"earshot/util", nil}}, "no rule"},
		{"bubble tea by detour", []Package{
			{"earshot/render", []string{"example.org/widget"}},
			{"example.org/widget", []string{bubbleTea}},
		}, "by way of"},
		{"nats by detour", []Package{
			{"earshot/tui", []string{"example.org/a"}},
			{"example.org/a", []string{"github.com/nats-io/nats-server/v2/server"}},
		}, "by way of"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(ImportTable().Check(tt.graph), "\n")
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want something with %q", got, tt.want)
			}
		})
	}
}
