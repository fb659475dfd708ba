package main

import (
	"fmt"
	"os"

	"github.com/pelletier/go-toml/v2/unstable"

	"earshot/tui"
)

// keyProblems says what is wrong with the keys that a config file binds, each with its line.
func keyProblems(path string, keys map[string][]string) []string {
	found := tui.KeyProblems(keys)
	if len(found) == 0 {
		return nil
	}
	data, _ := os.ReadFile(path) // it has been read a moment ago; without it the lines are left out
	lines := keyLines(data)
	var said []string
	for _, p := range found {
		where := ""
		if line, ok := lines[p.ID]; ok {
			where = fmt.Sprintf(", line %d", line)
		}
		said = append(said, fmt.Sprintf("the config file %s%s: %s", path, where, p.Text))
	}
	return said
}

// keyLines are the lines on which a config file binds keys, by the id of the binding.
func keyLines(data []byte) map[string]int {
	lines := map[string]int{}
	var p unstable.Parser
	p.Reset(data)
	table := []string(nil)
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table, _ = path(&p, e)
		case unstable.KeyValue:
			noteKeys(&p, table, e, lines)
		}
	}
	return lines
}

// noteKeys notes the line of a setting under [keys], however it is written.
func noteKeys(p *unstable.Parser, table []string, e *unstable.Node, lines map[string]int) {
	names, line := path(p, e)
	whole := append(append([]string(nil), table...), names...)
	if len(whole) == 2 && whole[0] == "keys" {
		lines[whole[1]] = line
	}
	if v := e.Value(); v.Kind == unstable.InlineTable {
		for all := v.Children(); all.Next(); {
			noteKeys(p, whole, all.Node(), lines)
		}
	}
}

// path are the parts of a key, and the line of the last one.
func path(p *unstable.Parser, e *unstable.Node) (names []string, line int) {
	for parts := e.Key(); parts.Next(); {
		n := parts.Node()
		names = append(names, string(n.Data))
		line = p.Shape(n.Raw).Start.Line
	}
	return names, line
}
