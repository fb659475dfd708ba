package convention

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Position returns the 1-based line and the 1-based column, in runes, of a
// byte offset. A leading BOM takes no column; an invalid byte takes one. It
// costs a walk over the text: for many offsets use a [Locator].
func Position(source string, offset int) (line, column int) {
	return NewLocator(source).Position(offset)
}

// Locator turns many offsets of one text into positions.
type Locator struct {
	source string
	starts []int
}

// NewLocator reads the lines of the text.
func NewLocator(source string) *Locator {
	l := &Locator{source: source, starts: []int{0}}
	if strings.HasPrefix(source, bom) {
		l.starts[0] = len(bom)
	}
	for i := 0; i < len(source); {
		end, next := lineEnd(source, i)
		if next > end {
			l.starts = append(l.starts, next)
		}
		i = next
	}
	return l
}

// Position is like [Position]. Offsets outside of the text count as its ends.
func (l *Locator) Position(offset int) (line, column int) {
	offset = min(max(offset, l.starts[0]), len(l.source))
	line = sort.SearchInts(l.starts, offset+1)
	return line, utf8.RuneCountInString(l.source[l.starts[line-1]:offset]) + 1
}
