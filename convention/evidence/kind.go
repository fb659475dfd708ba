package evidence

import (
	"strings"

	"earshot/convention/internal/ascii"
	"earshot/convention/internal/shape"
)

// KindOf returns the kind of the reference ref, which is the text of an ev
// line without its label, and whether its first word names it. Where the
// first word is no kind, the kind is read off that word as a value: a hash, a
// URL, a message, a path. It is "" where ref is no reference of a known kind;
// a kind named without anything after it is none either.
func KindOf(ref string) (kind Kind, named bool) {
	ref = strings.TrimSpace(ref)
	first, rest := ref, ""
	if i := strings.IndexAny(ref, " \t"); i >= 0 {
		first, rest = ref[:i], strings.TrimSpace(ref[i:])
	}
	if k := kindWord(strings.TrimSuffix(first, ":")); k != "" {
		if rest == "" {
			return "", false
		}
		return k, true
	}
	return valueKind(shape.Trim(first), rest), false
}

// Names reports whether the word is one of the kinds, whatever its case.
func Names(word string) bool { return kindWord(word) != "" }

// kindWord returns the kind that the word names, whatever its case.
func kindWord(word string) Kind {
	if len(word) < len(PR) || len(word) > len(Artifact) {
		return ""
	}
	for _, k := range [...]Kind{Commit, Run, PR, Branch, File, URL, Msg, Log, Artifact, Tag, Deploy} {
		if len(word) == len(k) && strings.EqualFold(word, string(k)) {
			return k
		}
	}
	return ""
}

// valueKind reads the kind off a value. rest is what follows it.
func valueKind(value, rest string) Kind {
	switch {
	case shape.Hash(value):
		return Commit
	case shape.URL(value):
		return urlKind(value)
	case strings.HasPrefix(value, "msg_") && len(value) > len("msg_"):
		return Msg
	case rest == "" && len(value) > 1 && value[0] == '#' && ascii.Digits(value[1:]):
		return Msg
	case shape.Path(value):
		return File
	}
	return ""
}

func urlKind(url string) Kind {
	for _, mark := range [...]string{"/actions/runs/", "/job/", "/jobs/", "/build/", "/builds/", "/pipelines/"} {
		if strings.Contains(url, mark) {
			return Run
		}
	}
	for _, mark := range [...]string{"/pull/", "/merge_requests/"} {
		if i := strings.Index(url, mark); i >= 0 {
			if at := i + len(mark); at < len(url) && ascii.Digit(url[at]) {
				return PR
			}
		}
	}
	return URL
}
