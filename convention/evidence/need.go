package evidence

import (
	"strings"

	"earshot/convention/internal/ascii"
	"earshot/convention/internal/word"
)

// Need returns the kinds that can prove a done line with this text (label
// left out). The empty set means that any kind can.
//
// A test or check result is proved by a run, a log or an artifact, because a
// commit shows that code exists and not that it ran. A deployment or release
// that is live is proved by a run, a deploy, a tag or a URL. A line that says
// both is held to the first.
func Need(text string) Set {
	var l line
	l.read(text)
	switch {
	case l.testResult(text):
		return SetOf(Run, Log, Artifact)
	case l.live:
		return SetOf(Run, Deploy, Tag, URL)
	}
	return 0
}

// Proves reports whether a reference of kind k can prove a line that needs
// the set.
func Proves(need Set, k Kind) bool {
	if need == 0 {
		return k != ""
	}
	return need.Has(k)
}

// line is what the words of a done line say.
type line struct {
	passed, tested, coverage, benchmark, zeroFailures, live bool
}

func (l *line) read(text string) {
	var buf [16]byte
	previous := ""
	for i := 0; ; {
		start, end := word.Next(text, i, len(text))
		if start == end {
			return
		}
		i = end
		w := text[start:end]
		switch string(word.Lower(w, &buf)) {
		case "pass", "passes", "passed", "passing", "green", "succeeded":
			l.passed = true
		case "test", "tests", "suite", "case", "cases", "spec", "specs", "check", "checks", "build", "ci", "lint", "e2e":
			l.tested = true
		case "benchmark":
			l.tested, l.benchmark = true, true
		case "coverage":
			l.coverage = true
		case "failures":
			l.zeroFailures = l.zeroFailures || previous == "0"
		case "deployed", "released":
			l.live = true
		case "out":
			l.live = l.live || word.Is(previous, "rolled")
		case "in", "on":
			l.live = l.live || word.Is(previous, "live")
		}
		previous = w
	}
}

func (l *line) testResult(text string) bool {
	return l.passed && l.tested || l.zeroFailures || l.coverage && hasPercent(text) ||
		l.benchmark && hasMeasure(text) || hasFullRatio(text)
}

// hasPercent reports whether the text holds a number with a percent sign.
func hasPercent(text string) bool {
	for i := 1; i < len(text); i++ {
		if text[i] == '%' && (ascii.Digit(text[i-1]) || text[i-1] == ' ' && i > 1 && ascii.Digit(text[i-2])) {
			return true
		}
	}
	return false
}

// hasFullRatio reports whether the text holds N/N with both numbers equal.
func hasFullRatio(text string) bool {
	for i := strings.IndexByte(text, '/'); i >= 0; {
		left, right := i, i+1
		for left > 0 && ascii.Digit(text[left-1]) {
			left--
		}
		for right < len(text) && ascii.Digit(text[right]) {
			right++
		}
		if left < i && text[left:i] == text[i+1:right] && edge(text, left-1) && edge(text, right) {
			return true
		}
		next := strings.IndexByte(text[i+1:], '/')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// edge reports whether the byte at i cannot continue a number, word or path.
func edge(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return true
	}
	switch c := text[i]; c {
	case '/', '_', '-':
		return false
	case '.':
		return i+1 >= len(text) || !ascii.Alnum(text[i+1])
	default:
		return !ascii.Alnum(c)
	}
}

// hasMeasure reports whether the text holds a figure with a unit.
func hasMeasure(text string) bool {
	for i := 1; i < len(text); i++ {
		if !ascii.Digit(text[i-1]) || ascii.Digit(text[i]) {
			continue
		}
		at := i
		if text[at] == ' ' {
			at++
		}
		if unit(text[at:]) {
			return true
		}
	}
	return false
}

// unit reports whether the text starts with a unit of measurement.
func unit(text string) bool {
	if strings.HasPrefix(text, "%") || strings.HasPrefix(text, "/s") || strings.HasPrefix(text, "µs") || strings.HasPrefix(text, "μs") {
		return true
	}
	end := 0
	for end < len(text) && ascii.Letter(text[end]) {
		end++
	}
	switch strings.ToLower(text[:min(end, 8)]) {
	case "ns", "us", "ms", "s", "sec", "seconds", "min", "minutes", "x", "b", "kb", "mb", "gb", "kib", "mib", "gib",
		"op", "ops", "qps", "rps", "tps", "fps", "hz", "khz", "mhz", "req", "requests", "tokens":
		return true
	}
	return false
}
