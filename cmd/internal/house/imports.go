package house

import (
	"fmt"
	"path"
	"sort"
	"strings"
)

// Module is the import path that every package of the repository starts with.
const Module = "earshot"

// Import paths that the table speaks of by name.
const (
	bubbleTea = "charm.land/bubbletea/v2"
	lipGloss  = "charm.land/lipgloss/v2"
	ansi      = "github.com/charmbracelet/x/ansi"
	websocket = "github.com/gorilla/websocket"
	nats      = "github.com/nats-io/..."
)

// Package is one node of the import graph.
type Package struct {
	Path    string   // import path
	Imports []string // direct imports of its non-test files
}

// Rule says what the packages that match Of may import of the repository's own packages, and what
// they may not import of anybody else's. Patterns are import paths relative to the module for the
// repository's own packages; a trailing "/..." matches the path before it and everything below.
type Rule struct {
	Of    string
	Own   []string // the own packages it may import; nil means none
	Never []string // foreign packages it may not import
}

// Exclusive says that a foreign package may be imported by the named own packages alone.
// Transitively means that no other own package may even depend on it through others.
type Exclusive struct {
	Foreign      string
	Only         []string
	Transitively []string // who may reach it at all; nil means that only direct imports count
}

// Table is the whole law of imports.
type Table struct {
	Rules      []Rule
	Exclusives []Exclusive
}

// ImportTable is the repository's table. The first rule whose Of matches a package governs it, so
// narrow patterns stand before wide ones. A package that no rule matches breaks the law.
func ImportTable() Table {
	pure := []string{"net", "net/...", "os", "os/...", "syscall", "io/fs", "crypto/rand", "math/rand", "math/rand/v2", "log", "log/slog"}
	quiet := []string{"net", "net/http", "net/netip", "os", "os/...", "syscall", "crypto/rand", "math/rand", "math/rand/v2"}
	screen := []string{"net", "net/http", "encoding/json", "os", "io/fs", "syscall", "crypto/rand", "math/rand", "math/rand/v2"}
	drawn := []string{"render", "convention/...", "client", "client/wire"}
	return Table{
		Rules: []Rule{
			{Of: "convention/evidence/gitrepo", Own: []string{"convention/evidence"}, Never: []string{"net", "net/...", "os/exec"}},
			{Of: "convention/...", Own: []string{"convention/..."}, Never: pure},
			{Of: "client/wire", Never: quiet},
			{Of: "client/...", Own: []string{"client/..."}},
			{Of: "render", Own: []string{"convention/..."}, Never: quiet},
			{Of: "tui/vlist", Own: []string{"render"}, Never: screen},
			{Of: "tui/editor", Own: []string{"render", "convention/..."}, Never: screen},
			{Of: "tui/timeline", Own: append([]string{"tui/vlist", "tui/editor"}, drawn...), Never: screen},
			{Of: "tui/triage", Own: append([]string{"tui/vlist", "tui/editor"}, drawn...), Never: screen},
			{Of: "tui/composer", Own: append([]string{"tui/vlist", "tui/editor"}, drawn...), Never: screen},
			{Of: "tui/views", Own: append([]string{"tui/vlist", "tui/editor"}, drawn...), Never: screen},
			{Of: "tui/chrome", Own: append([]string{"tui/vlist", "tui/editor"}, drawn...), Never: screen},
			{Of: "tui/...", Own: append([]string{"tui/..."}, drawn...), Never: screen},
			{Of: "cmd/internal/room/engine"},
			{Of: "cmd/internal/room/hall", Own: []string{"cmd/internal/room/engine", "convention/...", "client/wire"}, Never: []string{"net"}},
			{Of: "cmd/internal/room", Own: []string{"cmd/internal/room/...", "convention/...", "client/wire"}},
			{Of: "cmd/...", Own: []string{"cmd/internal/...", "tui", "client/...", "convention/...", "render"}},
		},
		Exclusives: []Exclusive{
			{Foreign: websocket, Only: []string{"client", "cmd/internal/room"}},
			{Foreign: nats, Only: []string{"cmd/internal/room/engine"}, Transitively: []string{"cmd/..."}},
			{Foreign: bubbleTea, Only: []string{"tui/...", "cmd/..."}, Transitively: []string{"tui/...", "cmd/..."}},
			{Foreign: lipGloss, Only: []string{"tui/...", "render"}},
			{Foreign: ansi, Only: []string{"tui/...", "render"}},
		},
	}
}

// Check returns one sentence for every import that the table forbids, sorted. The graph must hold
// every package that the module's packages depend on, or transitive laws see less than there is.
func (t Table) Check(graph []Package) []string {
	nodes := make(map[string]Package, len(graph))
	for _, p := range graph {
		nodes[p.Path] = p
	}
	var broken []string
	for _, p := range graph {
		own, ours := relative(p.Path)
		if !ours {
			continue
		}
		broken = append(broken, t.direct(own, p.Imports)...)
		broken = append(broken, t.reached(own, p, nodes)...)
	}
	sort.Strings(broken)
	return broken
}

// direct holds one package's own imports against its rule and against the exclusives.
func (t Table) direct(own string, imports []string) []string {
	rule, found := t.rule(own)
	if !found {
		return []string{fmt.Sprintf("%s: no rule of the import table speaks of it", own)}
	}
	var broken []string
	for _, imported := range imports {
		if to, ours := relative(imported); ours {
			if !matchAny(rule.Own, to) {
				broken = append(broken, fmt.Sprintf("%s imports %s: not among what %s may know", own, to, rule.Of))
			}
			continue
		}
		if matchAny(rule.Never, imported) {
			broken = append(broken, fmt.Sprintf("%s imports %s: forbidden to %s", own, imported, rule.Of))
		}
		for _, e := range t.Exclusives {
			if match(e.Foreign, imported) && !matchAny(e.Only, own) {
				broken = append(broken, fmt.Sprintf("%s imports %s: kept for %s", own, imported, strings.Join(e.Only, ", ")))
			}
		}
	}
	return broken
}

// reached holds what a package depends on through others against the transitive exclusives.
func (t Table) reached(own string, p Package, nodes map[string]Package) []string {
	var broken []string
	for _, e := range t.Exclusives {
		if e.Transitively == nil || matchAny(e.Transitively, own) {
			continue
		}
		if way := wayTo(e.Foreign, p, nodes); way != nil {
			broken = append(broken, fmt.Sprintf("%s depends on %s by way of %s", own, way[len(way)-1], strings.Join(way[:len(way)-1], " → ")))
		}
	}
	return broken
}

// wayTo returns the shortest chain of imports from p to a package that matches the pattern.
func wayTo(pattern string, p Package, nodes map[string]Package) []string {
	type step struct {
		path string
		way  []string
	}
	seen := map[string]bool{p.Path: true}
	queue := []step{{p.Path, []string{p.Path}}}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, imported := range nodes[next.path].Imports {
			if seen[imported] {
				continue
			}
			seen[imported] = true
			way := append(append([]string(nil), next.way...), imported)
			if match(pattern, imported) {
				return way
			}
			queue = append(queue, step{imported, way})
		}
	}
	return nil
}

func (t Table) rule(own string) (Rule, bool) {
	for _, r := range t.Rules {
		if match(r.Of, own) {
			return r, true
		}
	}
	return Rule{}, false
}

// relative returns the path below the module, and whether the package is one of the module's.
func relative(importPath string) (string, bool) {
	if importPath == Module {
		return ".", true
	}
	own, ours := strings.CutPrefix(importPath, Module+"/")
	return own, ours
}

func match(pattern, importPath string) bool {
	if base, wide := strings.CutSuffix(pattern, "/..."); wide {
		return importPath == base || strings.HasPrefix(importPath, base+"/")
	}
	return importPath == path.Clean(pattern)
}

func matchAny(patterns []string, importPath string) bool {
	for _, p := range patterns {
		if match(p, importPath) {
			return true
		}
	}
	return false
}
