package gitrepo

import (
	"path"
	"strings"

	"earshot/convention/evidence"
)

// reference is the text of an ev line taken apart.
type reference struct {
	kind   evidence.Kind
	value  string
	branch string // the branch that it names beside its value, or ""
}

// known reports whether a repository can tell anything of it.
func (w reference) known() bool {
	switch w.kind {
	case evidence.Commit, evidence.Branch, evidence.Tag, evidence.File:
		return w.value != ""
	}
	return false
}

// parseReference reads "commit 3f9a2c1 on branch feat/x" and the like. Where
// the first word does not name the kind, it is the value.
func parseReference(text string) reference {
	kind, named := evidence.KindOf(text)
	words := strings.Fields(text)
	if named {
		words = words[1:]
	}
	w := reference{kind: kind}
	if len(words) == 0 {
		return w
	}
	w.value = strings.Trim(words[0], "\"'`,;()<>")
	w.branch = namedBranch(words[1:])
	if w.kind == evidence.File {
		w.value = repoPath(w.value)
	}
	return w
}

// namedBranch reads "on branch X", "on X" or "branch X".
func namedBranch(words []string) string {
	for i := 0; i+1 < len(words); i++ {
		switch strings.ToLower(words[i]) {
		case "branch":
			return trimName(words[i+1])
		case "on":
			if strings.EqualFold(words[i+1], "branch") {
				continue
			}
			return trimName(words[i+1])
		}
	}
	return ""
}

func trimName(name string) string { return strings.Trim(name, "\"'`,;:()<>") }

// repoPath is the path within the repository, without a line number; "" for
// one that leads out of it.
func repoPath(value string) string {
	if i := strings.IndexByte(value, '#'); i > 0 {
		value = value[:i]
	}
	for {
		i := strings.LastIndexByte(value, ':')
		if i <= 0 || strings.Trim(value[i+1:], "0123456789-") != "" {
			break
		}
		value = value[:i]
	}
	value = path.Clean(strings.ReplaceAll(value, "\\", "/"))
	if value == "." || value == ".." || strings.HasPrefix(value, "../") || strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~") {
		return ""
	}
	return value
}
