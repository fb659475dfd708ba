package house

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// Laws bounds hand-written Go files. Lengths are in lines.
type Laws struct {
	FileLines     int
	FunctionLines int
	// Longer maps a file, or "file:function", to its own limit and the reason for it.
	Longer map[string]Exception
	// ClockFree are the packages, as patterns relative to the module, whose code takes the time and
	// the waiting from outside.
	ClockFree []string
}

// Exception is a limit of its own with the reason that earns it.
type Exception struct {
	Lines  int
	Reason string
}

// SourceLaws are the repository's own.
func SourceLaws() Laws {
	return Laws{
		FileLines:     400,
		FunctionLines: 60,
		Longer: map[string]Exception{
			"tui/update.go:Update": {80, "the one switch over every message of the program"},
		},
		ClockFree: []string{"convention/...", "render", "tui/..."},
	}
}

// Check returns one sentence for everything in a file that the laws forbid. The name is the file's
// path relative to the top of the repository, with forward slashes.
func (l Laws) Check(name string, source []byte) ([]string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("read %s as Go: %w", name, err)
	}
	if ast.IsGenerated(file) {
		return nil, nil
	}
	if strings.HasSuffix(name, "_test.go") {
		return testLaws(files, file), nil
	}
	broken := l.fileLength(name, source)
	broken = append(broken, l.functionLengths(name, files, file)...)
	return append(broken, l.habits(name, files, file)...), nil
}

func (l Laws) fileLength(name string, source []byte) []string {
	lines, limit := bytes.Count(source, []byte("\n")), l.limit(name, l.FileLines)
	if lines <= limit {
		return nil
	}
	return []string{fmt.Sprintf("%s: %d lines, at most %d: cut it along a concern", name, lines, limit)}
}

func (l Laws) functionLengths(name string, files *token.FileSet, file *ast.File) []string {
	var broken []string
	for _, decl := range file.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		lines := files.Position(function.End()).Line - files.Position(function.Pos()).Line + 1
		if limit := l.limit(name+":"+function.Name.Name, l.FunctionLines); lines > limit {
			broken = append(broken, fmt.Sprintf("%s: %s has %d lines, at most %d", name, function.Name.Name, lines, limit))
		}
	}
	return broken
}

func (l Laws) limit(of string, usual int) int {
	if exception, ok := l.Longer[of]; ok {
		return exception.Lines
	}
	return usual
}

// habits are forbidden whatever a file's size: init functions, and the clock where it is handed in.
func (l Laws) habits(name string, files *token.FileSet, file *ast.File) []string {
	var broken []string
	clockFree := matchAny(l.ClockFree, folder(name))
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				broken = append(broken, at(files, n, "an init function hides what it costs; call it where it is needed"))
			}
		case *ast.SelectorExpr:
			if used := qualified(n); clockFree && (used == "time.Now" || used == "time.Since" || used == "time.Until") {
				broken = append(broken, at(files, n, used+" in a package that is handed its clock"))
			}
		}
		return true
	})
	return broken
}

// testLaws forbid what makes a green run prove little: skipped tests, and waiting for the real
// clock. In a file that uses testing/synctest the clock is a fake and sleeping is exact.
func testLaws(files *token.FileSet, file *ast.File) []string {
	fakeClock := false
	for _, spec := range file.Imports {
		fakeClock = fakeClock || spec.Path.Value == `"testing/synctest"`
	}
	var broken []string
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		switch used := qualified(selector); {
		case used == "time.Sleep" && !fakeClock:
			broken = append(broken, at(files, n, "time.Sleep outside of a synctest bubble: wait for the thing itself"))
		case used == "t.Skip" || used == "t.Skipf" || used == "t.SkipNow" || used == "b.Skip":
			broken = append(broken, at(files, n, used+": a skipped test proves nothing"))
		}
		return true
	})
	return broken
}

func at(files *token.FileSet, n ast.Node, sentence string) string {
	return fmt.Sprintf("%s: %s", files.Position(n.Pos()), sentence)
}

func qualified(s *ast.SelectorExpr) string {
	if name, ok := s.X.(*ast.Ident); ok {
		return name.Name + "." + s.Sel.Name
	}
	return ""
}

func folder(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i]
	}
	return "."
}
