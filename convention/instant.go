package convention

import (
	"strings"
	"time"
)

// reading says what a stretch of text that looks like an instant is.
type reading uint8

const (
	noTime   reading = iota
	goodTime         // a real instant
	badTime          // month 13, 25:00, 30 February
	zoneless         // a real date and clock, but no instant for want of a zone
)

// instant is a stretch of text that looks like a full date with a clock time.
type instant struct {
	Time
	reading reading
}

// nextInstant returns the first stretch of s[from:end] that looks like an
// instant; its reading is noTime where there is none.
//
// Every such stretch has a T between two digits, which is rare in other text.
func nextInstant(s string, from, end int) instant {
	for i := from; i < end; {
		t := strings.IndexByte(s[i:end], 'T')
		if t < 0 {
			return instant{}
		}
		t += i
		i = t + 1
		if t+1 >= end || !isDigit(s[t+1]) || t-8 < from || !isDigit(s[t-1]) {
			continue
		}
		if found := instantAt(s, from, t, end); found.reading != noTime {
			return found
		}
	}
	return instant{}
}

// instantAt reads the stretch whose T stands at t.
func instantAt(s string, from, t, end int) instant {
	date, start, extended := dateBefore(s, from, t)
	if start < 0 || !opensTime(s, from, start) {
		return instant{}
	}
	c := readClock(s, t+1, end)
	if c.end < 0 || !closesTime(s, c.end, end) {
		return instant{}
	}
	found := instant{Time: Time{Span: Span{start, c.end}, Form: Extended}, reading: goodTime}
	if !extended && !c.extended {
		found.Form = Basic
	}
	switch {
	case !date.real() || !c.real():
		found.reading = badTime
	case !c.zoned:
		found.reading = zoneless
	default:
		at := time.Date(date.year, time.Month(date.month), date.day, c.hour, c.minute, c.second, c.nano, time.UTC)
		found.At = at.Add(-time.Duration(c.offset) * time.Minute)
	}
	return found
}

// opensTime reports whether an instant may start at i: not inside a word, a
// number or a path. An interval's second instant may follow '/' or '-'.
func opensTime(s string, from, i int) bool {
	if i == from {
		return true
	}
	switch c := s[i-1]; c {
	case '/', '-':
		return i >= 2 && s[i-2] == 'Z'
	case '_', '.', '\\', ':', '+':
		return c == ':' && i-2 >= from && isAlpha(s[i-2])
	default:
		return !isAlnum(c)
	}
}

// closesTime reports whether an instant may end at i.
func closesTime(s string, i, end int) bool {
	if i == end {
		return true
	}
	switch c := s[i]; c {
	case '/', '-':
		return i+1 < end && isDigit(s[i+1])
	case '.', ':':
		return i+1 == end || !isAlnum(s[i+1])
	case '_', '\\', '+':
		return false
	default:
		return !isAlnum(c)
	}
}

type calendarDate struct{ year, month, day int }

func (d calendarDate) real() bool {
	if d.year < 1 || d.month < 1 || d.month > 12 || d.day < 1 {
		return false
	}
	return d.day <= time.Date(d.year, time.Month(d.month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// dateBefore reads YYYYMMDD or YYYY-MM-DD that ends at t. start is -1 where
// there is none.
func dateBefore(s string, from, t int) (d calendarDate, start int, extended bool) {
	if year, ok := digits(s[t-8 : t]); ok {
		return calendarDate{year / 10000, year / 100 % 100, year % 100}, t - 8, false
	}
	if t-10 < from || s[t-3] != '-' || s[t-6] != '-' {
		return d, -1, false
	}
	var ok1, ok2, ok3 bool
	d.year, ok1 = digits(s[t-10 : t-6])
	d.month, ok2 = digits(s[t-5 : t-3])
	d.day, ok3 = digits(s[t-2 : t])
	if !ok1 || !ok2 || !ok3 {
		return d, -1, false
	}
	return d, t - 10, true
}

// clock is what follows the T.
type clock struct {
	hour, minute, second, nano int
	offset                     int // minutes east of UTC
	offsetBad                  bool
	zoned                      bool
	extended                   bool // anything but HHMM or HHMMSS with Z
	end                        int  // -1 where it is no clock
}

func (c clock) real() bool {
	return c.hour < 24 && c.minute < 60 && c.second < 60 && !c.offsetBad
}

// readClock reads HHMM, HHMMSS, HH:MM or HH:MM:SS, a fraction of the second,
// and the zone.
func readClock(s string, i, end int) clock {
	c := clock{end: -1}
	run := digitRun(s, i, end)
	switch {
	case run == 2 && i+2 < end && s[i+2] == ':':
		i = c.colons(s, i, end)
	case run == 4 || run == 6:
		c.hour, _ = digits(s[i : i+2])
		c.minute, _ = digits(s[i+2 : i+4])
		if run == 6 {
			c.second, _ = digits(s[i+4 : i+6])
		}
		i += run
	default:
		return c
	}
	if i < 0 {
		return c
	}
	i = c.fraction(s, i, end)
	c.zone(s, i, end)
	return c
}

// colons reads HH:MM[:SS] and returns the offset after it, or -1.
func (c *clock) colons(s string, i, end int) int {
	c.extended = true
	c.hour, _ = digits(s[i : i+2])
	i += 3
	if digitRun(s, i, end) != 2 {
		return -1
	}
	c.minute, _ = digits(s[i : i+2])
	i += 2
	if i < end && s[i] == ':' && digitRun(s, i+1, end) == 2 {
		c.second, _ = digits(s[i+1 : i+3])
		i += 3
	}
	return i
}

// fraction reads a decimal fraction of the second, to the nanosecond.
func (c *clock) fraction(s string, i, end int) int {
	if i >= end || s[i] != '.' && s[i] != ',' {
		return i
	}
	run := digitRun(s, i+1, end)
	if run == 0 {
		return i
	}
	c.extended = true
	scale := int(time.Second)
	for _, d := range []byte(s[i+1 : i+1+min(run, 9)]) {
		scale /= 10
		c.nano += int(d-'0') * scale
	}
	return i + 1 + run
}

// zone reads Z, +HH, +HHMM or +HH:MM and sets the end of the clock.
func (c *clock) zone(s string, i, end int) {
	c.end = i
	if i >= end {
		c.extended = true
		return
	}
	switch s[i] {
	case 'Z':
		c.zoned = true
		c.end = i + 1
		return
	case '+', '-':
		c.numericZone(s, i, end)
	}
	c.extended = true
}

func (c *clock) numericZone(s string, i, end int) {
	run := digitRun(s, i+1, end)
	var hours, minutes, stop int
	switch {
	case run == 2:
		hours, _ = digits(s[i+1 : i+3])
		stop = i + 3
		if stop < end && s[stop] == ':' && digitRun(s, stop+1, end) == 2 {
			minutes, _ = digits(s[stop+1 : stop+3])
			stop += 3
		}
	case run == 4:
		hours, _ = digits(s[i+1 : i+3])
		minutes, _ = digits(s[i+3 : i+5])
		stop = i + 5
	default:
		return
	}
	c.zoned = true
	c.end = stop
	c.offsetBad = hours > 23 || minutes > 59
	c.offset = hours*60 + minutes
	if s[i] == '-' {
		c.offset = -c.offset
	}
}

func digitRun(s string, i, end int) int {
	n := 0
	for i+n < end && isDigit(s[i+n]) {
		n++
	}
	return n
}

// digits reads a short string of nothing but digits.
func digits(s string) (int, bool) {
	n := 0
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, len(s) > 0
}

// appendInstants appends the real instants of s[start:end] and reports whether
// there is any other stretch that looks like one.
func appendInstants(times []Time, s string, start, end int) (all []Time, unreal bool) {
	for i := start; i < end; {
		found := nextInstant(s, i, end)
		switch found.reading {
		case noTime:
			return times, unreal
		case goodTime:
			times = append(times, found.Time)
		default:
			unreal = true
		}
		i = found.Span.End
	}
	return times, unreal
}

// basicTime writes the instant as ISO basic in UTC, with seconds only where
// there are some. It is false where a fraction of a second would be lost.
func basicTime(t time.Time) (string, bool) {
	t = t.UTC()
	if t.Nanosecond() != 0 || t.Year() < 1 || t.Year() > 9999 {
		return "", false
	}
	if t.Second() != 0 {
		return t.Format("20060102T150405Z"), true
	}
	return t.Format("20060102T1504Z"), true
}
