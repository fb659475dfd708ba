package convention

import (
	"strings"

	"earshot/convention/internal/word"
)

func relativeTime() Rule {
	return Rule{
		Code: "relative-time", Severity: Warning,
		Title: "a relative time or a clock without a date on an ask, req, deadline or default line without an absolute time",
		Doc: `Tomorrow, tonight, EOD, next week, in 2h and 9:00 mean something else to every reader
and at every reading. Write the instant, ISO basic in UTC.`,
		Bad:   "v1 request limiter to worker n=1\nreq tests for the 429 path by tomorrow",
		Good:  "v1 request limiter to worker n=1\nreq tests for the 429 path by 20260919T1200Z",
		scope: headed,
		lines: linesOf(Ask, Req, Deadline, Default),
		signs: relativeSigns,
		check: checkRelativeTime,
	}
}

func checkRelativeTime(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		if !timed(f.Label.Modality) || f.signs&relativeSigns == 0 || len(f.Times) > 0 {
			continue
		}
		for at := f.TextSpan.Start; ; {
			sp, ok := nextRelative(p.source, at, f.TextSpan.End)
			if !ok {
				break
			}
			at = sp.End
			if dateOf(p.source, f.TextSpan.Start, sp) >= 0 {
				continue // it has a date: no instant, but not relative either
			}
			p.report(sp, quote(p.source[sp.Start:sp.End])+" depends on when it is read: write the instant, such as 20260919T1200Z", nil)
		}
	}
}

// nextRelative finds the next relative time of the closed list.
func nextRelative(s string, i, end int) (Span, bool) {
	for from := i; ; {
		start, stop := word.Next(s, i, end)
		if start == stop {
			return Span{}, false
		}
		i = stop
		if start > from && !wordStarts(s, start) {
			continue
		}
		if isDigit(s[start]) {
			if at := clockEnd(s, start, end); at > 0 {
				return Span{start, at}, true
			}
			continue
		}
		if at := relativeEnd(s, start, stop, end); at > 0 {
			return Span{start, at}, true
		}
	}
}

// wordStarts reports whether nothing before i makes what follows a part of a
// longer name, number or path. Something is before it.
func wordStarts(s string, i int) bool {
	return strings.IndexByte("-_/.:#@\\", s[i-1]) < 0
}

// relativeEnd returns where the relative time that starts with the word ends,
// or 0.
func relativeEnd(s string, start, stop, end int) int {
	var buf [16]byte
	switch string(word.Lower(s[start:stop], &buf)) {
	case "tomorrow", "tonight", "eod", "eow", "cob":
		if wordEnds(s, stop, end) {
			return stop
		}
	case "next":
		next, at := word.Next(s, stop, end)
		if onlySpace(s, stop, next) && calendarWord(s[next:at]) {
			return at
		}
	case "in":
		return spanOfTime(s, stop, end)
	}
	return 0
}

func onlySpace(s string, i, end int) bool { return i < end && skipSpace(s, i, end) == end }

func calendarWord(w string) bool {
	var buf [16]byte
	switch string(word.Lower(w, &buf)) {
	case "week", "month", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
		return true
	}
	return false
}

// spanOfTime reads "2h" or "2 hours" after i and returns where it ends, or 0.
func spanOfTime(s string, i, end int) int {
	at := skipSpace(s, i, end)
	n := digitRun(s, at, end)
	if at == i || n == 0 || n > 4 {
		return 0
	}
	at = skipSpace(s, at+n, end)
	start, stop := word.Next(s, at, end)
	if start != at || !wordEnds(s, stop, end) {
		return 0
	}
	var buf [16]byte
	switch string(word.Lower(s[start:stop], &buf)) {
	case "m", "min", "mins", "minute", "minutes", "h", "hr", "hrs", "hour", "hours", "d", "day", "days", "w", "week", "weeks":
		return stop
	}
	return 0
}

// clockEnd reads 9:00, 14:02Z, 9am or 9:30 pm and returns where it ends, or 0.
// It starts with the digit at start.
func clockEnd(s string, start, end int) int {
	n := digitRun(s, start, end)
	if n > 2 {
		return 0
	}
	hour, _ := digits(s[start : start+n])
	at := start + n
	colon := at+2 < end && s[at] == ':' && digitRun(s, at+1, end) == 2
	if colon {
		minute, _ := digits(s[at+1 : at+3])
		if minute > 59 {
			return 0
		}
		at += 3
		if at+2 < end && s[at] == ':' && digitRun(s, at+1, end) == 2 {
			at += 3
		}
	}
	half := skipSpace(s, at, end)
	if half+2 <= end && (lower(s[half]) == 'a' || lower(s[half]) == 'p') && lower(s[half+1]) == 'm' && wordEnds(s, half+2, end) && hour >= 1 && hour <= 12 {
		return half + 2
	}
	if !colon || hour > 23 {
		return 0
	}
	if at < end && s[at] == 'Z' {
		at++
	}
	if at < end && s[at] == ':' && at+1 < end && isAlnum(s[at+1]) || !wordEnds(s, at, end) {
		return 0
	}
	return at
}
