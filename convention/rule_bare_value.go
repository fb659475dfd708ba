package convention

import (
	"strings"

	"earshot/convention/internal/word"
)

func bareValue() Rule {
	return Rule{
		Code: "bare-value", Severity: Warning,
		Title: "a line that is only a number or a date and cannot name its role",
		Doc: `A value needs no label where it names its own role: a path, a URL, a hash, a branch,
a rate, a full instant, an HTTP status. A bare number or date does not: the one
thing that a cold reader of the study could not tell was what 150000 measured.
Write budget 150000 tokens.`,
		Bad:   "v1 request limiter to worker n=1\n150000",
		Good:  "v1 request limiter to worker n=1\nbudget 150000 tokens",
		scope: headed,
		lines: linesOf(None),
		check: checkBareValue,
	}
}

func checkBareValue(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		if f.Label.Modality == None && isBare(f.Text) {
			p.report(f.TextSpan, "a bare value cannot say what it measures: put a word before it", nil)
		}
	}
}

// longestBare is longer than any number or date.
const longestBare = 40

// isBare reports whether the text is only a number or a date, and neither a
// full instant nor a lone HTTP status.
func isBare(text string) bool {
	if text == "" || isAlpha(text[0]) && !opensMonth(text) {
		return false // like most lines
	}
	text = strings.TrimRight(text, ".,;:")
	if text == "" || len(text) > longestBare || isAlpha(text[0]) && !isMonth(text[:letterRun(text)]) {
		return false
	}
	if len(text) == 3 && digitRun(text, 0, 3) == 3 && text >= "100" && text <= "599" {
		return false
	}
	return isNumber(text) || isDate(text)
}

// isNumber reports whether the text is one number, with separators, a sign,
// a fraction or a suffix such as k. What has two dots is a version or an
// address.
func isNumber(text string) bool {
	text = strings.TrimLeft(text, "+-~≈")
	if text == "" || !isDigit(text[0]) || strings.Count(text, ".") > 1 {
		return false
	}
	if last := text[len(text)-1]; strings.IndexByte("kKmMGbB", last) >= 0 && len(text) > 1 {
		text = text[:len(text)-1]
	}
	for i := 0; i < len(text); i++ {
		if !isDigit(text[i]) && strings.IndexByte(".,_' ", text[i]) < 0 {
			return false
		}
	}
	return isDigit(text[len(text)-1])
}

// isDate reports whether the text is a date without a clock: digits joined by
// - / or dots, or a month's name with a day and perhaps a year.
func isDate(text string) bool {
	for _, sign := range [...]string{"-", "/", "."} {
		if strings.Contains(text, sign) {
			return isDigitDate(strings.Split(text, sign), sign)
		}
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) < 2 || len(words) > 3 {
		return false
	}
	months := 0
	for _, w := range words {
		if isMonth(w) {
			months++
			continue
		}
		n := digitRun(w, 0, len(w))
		if n == 0 || n > 4 || !ordinal(w[n:]) {
			return false
		}
	}
	return months == 1
}

// isDigitDate reports whether the parts are day, month and a year of four
// digits, or without dots a day and a month.
func isDigitDate(parts []string, sign string) bool {
	years := 0
	for _, p := range parts {
		if digitRun(p, 0, len(p)) != len(p) || p == "" || len(p) == 3 || len(p) > 4 {
			return false
		}
		years += len(p) / 4
	}
	return len(parts) == 3 && years == 1 || len(parts) == 2 && years == 0 && sign != "."
}

func ordinal(s string) bool {
	return s == "" || s == "st" || s == "nd" || s == "rd" || s == "th"
}

func letterRun(s string) int {
	n := 0
	for n < len(s) && isAlpha(s[n]) {
		n++
	}
	return n
}

// opensMonth reports whether the text starts like a month's name.
func opensMonth(text string) bool {
	switch letters3(text, 0, len(text)) {
	case 'j'<<16 | 'a'<<8 | 'n', 'f'<<16 | 'e'<<8 | 'b', 'm'<<16 | 'a'<<8 | 'r', 'a'<<16 | 'p'<<8 | 'r', 'm'<<16 | 'a'<<8 | 'y', 'j'<<16 | 'u'<<8 | 'n',
		'j'<<16 | 'u'<<8 | 'l', 'a'<<16 | 'u'<<8 | 'g', 's'<<16 | 'e'<<8 | 'p', 'o'<<16 | 'c'<<8 | 't', 'n'<<16 | 'o'<<8 | 'v', 'd'<<16 | 'e'<<8 | 'c':
		return true
	}
	return false
}

// isMonth reports whether the word is a month's English name or its first
// three letters.
func isMonth(w string) bool {
	for _, month := range [...]string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "sept"} {
		if word.Is(w, month) || len(w) == 3 && word.Is(w, month[:3]) {
			return true
		}
	}
	return false
}
