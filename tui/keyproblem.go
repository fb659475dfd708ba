package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// KeyProblem is a fault of the keys that a person has bound.
type KeyProblem struct {
	// ID is the binding in the person's settings that the fault lies with.
	ID string
	// Text says what is wrong, and what holds instead.
	Text string
}

// KeyProblems finds what is wrong with keys that replace those of bindings, by
// their id. The rest of them hold.
func KeyProblems(own map[string][]string) []KeyProblem {
	_, problems := newKeymap(own)
	return problems
}

// unknownKeys are the ids that no binding has, and the keys that no terminal
// sends.
func unknownKeys(own map[string][]string, table []binding) []KeyProblem {
	var problems []KeyProblem
	for id, keys := range own {
		at := slices.IndexFunc(table, func(b binding) bool { return b.id == id })
		if at < 0 {
			problems = append(problems, KeyProblem{id, fmt.Sprintf("no key binding is called %q; earshot config lists them", id)})
			continue
		}
		for _, key := range keys {
			switch b := table[at]; {
			case !isKey(key):
				problems = append(problems, KeyProblem{id, fmt.Sprintf("%q of %s is no key; write keys like a, ctrl+a, alt+enter, shift+tab, f5", key, b)})
			case (b.at == inComposer || b.at == inPrompt) && utf8.RuneCountInString(key) == 1:
				problems = append(problems, KeyProblem{id, fmt.Sprintf("key %q of %s would be typed there; give it one with ctrl or alt", key, b)})
			}
		}
	}
	return problems
}

// isKey tells whether a name is one that a key press can have: modifiers in
// their order, then a character or the name of a key.
func isKey(name string) bool {
	for _, mod := range []string{"ctrl+", "alt+", "shift+", "meta+", "hyper+", "super+"} {
		if rest, ok := strings.CutPrefix(name, mod); ok && rest != "" {
			name = rest
		}
	}
	if utf8.RuneCountInString(name) == 1 {
		return true
	}
	switch name {
	case "enter", "tab", "backspace", "esc", "space", "up", "down", "left", "right", "begin", "insert", "delete", "pgup", "pgdown", "home", "end":
		return true
	}
	number, ok := strings.CutPrefix(name, "f")
	return ok && len(number) <= 2 && number[0] != '0' && strings.Trim(number, "0123456789") == ""
}

// hidden are the keys that never reach a binding, because one with the same key
// is looked up before it.
func hidden(table []binding, own map[string][]string) []KeyProblem {
	var problems []KeyProblem
	for i := range table {
		for j := range table {
			first, second := &table[i], &table[j]
			same := first.at == second.at && i < j
			if !same && !looksFirst(first.at, second.at) {
				continue
			}
			for _, key := range second.keys {
				if !slices.Contains(first.keys, key) {
					continue
				}
				_, mine := own[second.id]
				id := second.id
				if !mine {
					id = first.id
				}
				problems = append(problems, KeyProblem{id, fmt.Sprintf("key %q is bound to both %s and %s: %s it is %s", key, first, second, in(first.at), first.id)})
			}
		}
	}
	return problems
}

// in is the name of a place in a sentence.
func in(p place) string {
	if p == always || p == anywhere {
		return p.String()
	}
	return "in " + p.String()
}

// looksFirst tells whether keys are looked up in one place before another that
// holds at the same time.
func looksFirst(first, second place) bool {
	switch second {
	case always:
		return false
	case anywhere:
		return first == always || first >= inRoom && first <= inCosts
	}
	return first == always
}

// String names a binding in a sentence about keys.
func (b binding) String() string { return fmt.Sprintf("%s (%s)", b.id, b.help) }

func sortProblems(problems []KeyProblem) []KeyProblem {
	slices.SortFunc(problems, func(a, b KeyProblem) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Text, b.Text)) })
	return slices.Compact(problems)
}
