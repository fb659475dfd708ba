package convention

import (
	"strings"

	"earshot/convention/evidence"
)

// referenceWord stands before a reference whose kind nothing tells.
const referenceWord = "reference"

// isReference reports whether a plain fact cites something: it starts with a
// kind of evidence, or with the word that stands for an unknown one.
func isReference(text string) bool {
	if _, named := evidence.KindOf(text); named {
		return true
	}
	return strings.HasPrefix(text, referenceWord) && (len(text) == len(referenceWord) || asciiSpace(text[len(referenceWord)]))
}
