package render

import (
	"net/url"
	"strings"

	"earshot/convention"
)

// Target is a link in a text, with where it leads.
type Target struct {
	Span convention.Span // in the text
	URL  string          // absolute, http or https, without credentials
}

// Links finds the http and https links of a cleaned text. The text of a link is
// its target: nothing else is ever shown for it. What carries a user name, has
// no host, or does not parse is no link.
func Links(text Safe) []Target {
	var found []Target
	s, at := text.s, 0
	for {
		i := strings.Index(s[at:], "http")
		if i < 0 {
			return found
		}
		start := at + i
		end := start + linkLen(s[start:])
		at = start + len("http")
		if end <= at || start > 0 && wordByte(s[start-1]) {
			continue
		}
		if u, ok := SafeURL(s[start:end]); ok {
			found = append(found, Target{Span: convention.Span{Start: start, End: end}, URL: u})
			at = end
		}
	}
}

func wordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
}

// linkLen is the length of the link that s begins with: up to a blank, a quote,
// an angle bracket or a character outside of ASCII, without the punctuation that
// ends a sentence or closes a bracket which the link did not open.
func linkLen(s string) int {
	if !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
		return 0
	}
	end := 0
	for end < len(s) && s[end] > ' ' && s[end] < 0x7f && !strings.ContainsRune("\"<>`\\^{|}", rune(s[end])) {
		end++
	}
	for end > 0 {
		last := s[end-1]
		switch {
		case strings.IndexByte(".,;:!?'*_", last) >= 0:
		case last == ')' && strings.Count(s[:end], "(") < strings.Count(s[:end], ")"):
		case last == ']' && strings.Count(s[:end], "[") < strings.Count(s[:end], "]"):
		default:
			return end
		}
		end--
	}
	return end
}

// SafeURL gives the absolute form of an http or https link that may be opened.
func SafeURL(raw string) (string, bool) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return "", false
	}
	return u.String(), true
}
