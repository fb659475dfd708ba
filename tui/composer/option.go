package composer

import (
	"fmt"
	"strings"

	"earshot/convention"
)

// optionCase is the finding that an answer names its option in the wrong case.
const optionCase = "option-case"

// smallOption is the finding of an answer whose first line is an option's letter
// in the wrong case and nothing else, or goes on behind a mark. The convention
// reads such a line as words of one's own, which take no option. It is an error
// here, so that it stops the send once: whoever types it means the option.
func (c *Composer) smallOption(f convention.Fact) (convention.Diagnostic, bool) {
	if c.start.Kind != Answer && c.start.Kind != Decide || f.Label.Modality != convention.None {
		return convention.Diagnostic{}, false
	}
	word := f.Text
	if at := strings.IndexAny(word, ".,:;)"); at >= 0 {
		word = word[:at]
	}
	meant := ""
	for _, o := range c.start.Options {
		switch {
		case o.ID == "" || o.ID == word:
			if o.ID == word {
				return convention.Diagnostic{}, false
			}
		case strings.EqualFold(o.ID, word):
			meant = o.ID
		}
	}
	if meant == "" {
		return convention.Diagnostic{}, false
	}
	span := convention.Span{Start: f.TextSpan.Start, End: f.TextSpan.Start + len(word)}
	return convention.Diagnostic{
		Code: optionCase, Severity: convention.Error, Span: span,
		Message: fmt.Sprintf("%q takes no option: the option is called %s", word, meant),
		Fix:     &convention.Fix{Title: "write " + meant, Safe: true, Edits: []convention.Edit{{Span: span, Text: meant}}},
	}, true
}
