package hall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"earshot/convention"
)

const maxNameRunes = 48

// cleanName returns a seat name in its one written form (NFKC), or why it is none: one token of 1 to
// 48 visible characters, no comma or '=', which the convention's header uses, not "all" or "to", and no credential.
func cleanName(name string) (cleaned, why string) {
	name = norm.NFKC.String(name)
	length := utf8.RuneCountInString(name)
	switch {
	case !utf8.ValidString(name):
		return "", "is not UTF-8"
	case length == 0:
		return "", "is empty"
	case length > maxNameRunes:
		return "", "is longer than 48 characters"
	case strings.EqualFold(name, "all"), strings.EqualFold(name, "to"):
		return "", "is a word of the convention"
	case strings.EqualFold(name, operatorToken):
		return "", "is the operator's"
	}
	if len(convention.Secrets(name)) > 0 {
		return "", "holds a credential"
	}
	for _, r := range name {
		switch {
		case unicode.IsSpace(r):
			return "", "holds white space"
		case r == ',' || r == '=':
			return "", "holds a comma or an equals sign"
		case !unicode.IsPrint(r):
			return "", "holds a character that cannot be seen"
		}
	}
	return name, ""
}

// foldName is what two names that differ in case alone have in common.
func foldName(name string) string { return norm.NFC.String(strings.ToLower(strings.ToUpper(name))) }
