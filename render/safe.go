package render

import "strings"

// Safe is text that may be written to a terminal. Only Clean and CleanLine make
// one from a string; joining and cutting a Safe gives a Safe. The zero value is
// the empty text.
type Safe struct{ s string }

// Clean makes text from outside harmless and keeps its line breaks. The rules
// stand at the function clean; it is idempotent, and whatever it takes out it
// shows in another form or counts.
func Clean(raw string) Safe { return Safe{s: clean(raw, false)} }

// CleanLine is Clean for what must stay on one line (names, topics, titles,
// window titles): a line break is shown as ^J.
func CleanLine(raw string) Safe { return Safe{s: clean(raw, true)} }

// Word is CleanLine for the program's own literals. It passes the cleaner too,
// which costs one scan and spares every caller the proof.
func Word(w string) Safe { return CleanLine(w) }

// Join concatenates parts.
func Join(parts ...Safe) Safe {
	switch len(parts) {
	case 0:
		return Safe{}
	case 1:
		return parts[0]
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.s)
	}
	return Safe{s: b.String()}
}

// String is the text.
func (s Safe) String() string { return s.s }

// Empty reports whether there is no text at all.
func (s Safe) Empty() bool { return s.s == "" }

// Lines splits at line feeds. The parts share the text's memory; a text without
// a line feed is one line, and so is the empty text.
func (s Safe) Lines() []Safe {
	lines := make([]Safe, 0, strings.Count(s.s, "\n")+1)
	rest := s.s
	for {
		i := strings.IndexByte(rest, '\n')
		if i < 0 {
			return append(lines, Safe{s: rest})
		}
		lines = append(lines, Safe{s: rest[:i]})
		rest = rest[i+1:]
	}
}
