package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"earshot/convention"
	"earshot/tui"
)

// section is a part of README.md that is written from the program itself, so that the two cannot
// disagree.
type section struct {
	name string
	text func() string
}

func sections() []section {
	return []section{{"keys", keyTable}, {"rules", ruleTable}}
}

// gen writes the generated parts of README.md anew.
func gen(_ context.Context, o *output, _ []string) error {
	top, err := top()
	if err != nil {
		return err
	}
	path := filepath.Join(top, "README.md")
	old, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read what is to be written anew: %w", err)
	}
	fresh, err := generated(old)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if bytes.Equal(old, fresh) {
		fmt.Fprintln(o.out, "README.md is fresh")
		return nil
	}
	fmt.Fprintln(o.out, "README.md is written anew")
	return os.WriteFile(path, fresh, 0o644)
}

// generated returns a text with every generated part as it has to be. A part stands between
// "<!-- generated: NAME -->" and "<!-- end of NAME -->".
func generated(text []byte) ([]byte, error) {
	out := string(text)
	for _, s := range sections() {
		begin, end := "<!-- generated: "+s.name+" -->\n", "<!-- end of "+s.name+" -->"
		before, rest, found := strings.Cut(out, begin)
		if !found {
			return nil, fmt.Errorf("there is no place for the %s: a line %q is missing", s.name, strings.TrimSpace(begin))
		}
		_, after, found := strings.Cut(rest, end)
		if !found {
			return nil, fmt.Errorf("the place for the %s has no end: a line %q is missing", s.name, end)
		}
		out = before + begin + s.text() + end + after
	}
	return []byte(out), nil
}

func ruleTable() string {
	var b strings.Builder
	b.WriteString("| check | severity | finds |\n| --- | --- | --- |\n")
	for _, r := range convention.Rules() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.Code, r.Severity, cell(r.Title))
	}
	return b.String()
}

func keyTable() string {
	var b strings.Builder
	b.WriteString("| keys | where | does | id |\n| --- | --- | --- | --- |\n")
	for _, k := range tui.Keys() {
		names := make([]string, len(k.Keys))
		for i, name := range k.Keys {
			names[i] = "`" + cell(name) + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` |\n", strings.Join(names, " "), cell(k.Place), cell(k.Help), k.ID)
	}
	return b.String()
}

// cell keeps a text inside its cell of a table.
func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}
