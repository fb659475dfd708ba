package composer

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"earshot/render"
)

// clock reads and writes times as a person says them.
type clock struct {
	now  time.Time
	zone *time.Location
}

func (c *Composer) clock() clock {
	zone := c.room.Zone
	if zone == nil {
		zone = time.UTC
	}
	return clock{c.room.Now.In(zone), zone}
}

// basic writes an instant as the convention wants it: ISO basic in UTC, with
// seconds only where it has some.
func basic(t time.Time) string {
	t = t.UTC()
	if t.Second() != 0 {
		return t.Format("20060102T150405Z")
	}
	return t.Format("20060102T1504Z")
}

// reading is the local reading of an instant: "Fri 18 Sep 11:00 +0200, in 2h".
func (c clock) reading(t time.Time) string {
	t = t.In(c.zone)
	layout := "Mon 2 Jan 15:04 -0700"
	if t.Year() != c.now.Year() {
		layout = "Mon 2 Jan 2006 15:04 -0700"
	}
	s := t.Format(layout)
	if strings.HasSuffix(s, " +0000") {
		s = strings.TrimSuffix(s, " +0000") + " UTC"
	}
	if c.now.IsZero() {
		return s
	}
	return s + ", " + render.FormatLead(t.Sub(c.now))
}

// maxWords is the most words that a time is said in: "next tuesday 9:00 utc".
const maxWords = 4

// said is the longest time said in the last words of a line, and where in the
// line it starts. Brackets, commas and arrows before it are no part of it.
func (c clock) said(line string) (t time.Time, start int, ok bool) {
	if c.now.IsZero() || strings.HasSuffix(line, " ") {
		return t, 0, false
	}
	end := len(line)
	for range maxWords {
		space := strings.LastIndexByte(line[:end], ' ')
		word := line[space+1 : end]
		off := 0
		for _, sign := range []string{"(", ",", ";", "→"} {
			if i := strings.LastIndex(word, sign); i >= 0 {
				off = max(off, i+len(sign))
			}
		}
		if off == len(word) {
			break
		}
		if found, good := c.parse(line[space+1+off:]); good {
			t, start, ok = found, space+1+off, true
		}
		if end = len(strings.TrimRight(line[:space+1], " ")); off > 0 || end == 0 {
			break
		}
	}
	return t, start, ok
}

// parse reads one time as said: +2h, in 90m, 9:00, 9am, tomorrow 09:00, fri 9:00,
// 2026-09-18 09:00; each clock time with a closing utc or z is in UTC, else in
// the zone of the person.
func (c clock) parse(s string) (time.Time, bool) {
	words := strings.Fields(strings.ToLower(s))
	if len(words) == 0 {
		return time.Time{}, false
	}
	if d, ok := lead(words); ok {
		return c.now.Add(d).Truncate(time.Minute), true
	}
	zone := c.zone
	if last := words[len(words)-1]; last == "utc" || last == "z" || last == "gmt" {
		zone, words = time.UTC, words[:len(words)-1]
	} else if cut, found := strings.CutSuffix(last, "z"); found && strings.Contains(cut, ":") {
		zone = time.UTC
		words = append(words[:len(words)-1:len(words)-1], cut)
	}
	if len(words) == 0 {
		return time.Time{}, false
	}
	minutes, hasClock := clockTime(words[len(words)-1])
	if hasClock {
		words = words[:len(words)-1]
	} else {
		minutes = 9 * 60 // the start of a day's work
	}
	if n := len(words); n > 0 && words[n-1] == "at" {
		words = words[:n-1]
	}
	t, ok := c.onDay(words, minutes, hasClock, zone)
	if year := t.UTC().Year(); year < 1 || year > 9999 { // which four digits cannot write
		return time.Time{}, false
	}
	return t, ok
}

// lead reads +2h, +1h30m, +2d, in 2h.
func lead(words []string) (time.Duration, bool) {
	s := strings.Join(words, "")
	rest, ok := strings.CutPrefix(s, "+")
	if !ok {
		if rest, ok = strings.CutPrefix(s, "in"); !ok || len(words) < 2 {
			return 0, false
		}
	}
	for _, unit := range [][2]string{
		{"minutes", "m"}, {"minute", "m"}, {"mins", "m"}, {"min", "m"}, {"hours", "h"}, {"hour", "h"}, {"hrs", "h"}, {"hr", "h"},
		{"days", "d"}, {"day", "d"}, {"weeks", "w"}, {"week", "w"},
	} {
		rest = strings.Replace(rest, unit[0], unit[1], 1)
	}
	for unit, days := range map[string]int{"d": 1, "w": 7} {
		if count, found := strings.CutSuffix(rest, unit); found {
			n, err := strconv.Atoi(count)
			return time.Duration(n) * time.Duration(days) * 24 * time.Hour, err == nil && n > 0 && n*days < 3660
		}
	}
	d, err := time.ParseDuration(rest)
	return d, err == nil && d >= time.Minute && d < 3660*24*time.Hour
}

// clockTime reads 9:00, 09:00, 9am, 5:30pm as minutes of the day.
func clockTime(s string) (int, bool) {
	half := -1
	if cut, ok := strings.CutSuffix(s, "am"); ok {
		s, half = cut, 0
	} else if cut, ok := strings.CutSuffix(s, "pm"); ok {
		s, half = cut, 12
	}
	hour, minute, colon := strings.Cut(s, ":")
	if !colon && half < 0 || len(hour) == 0 || len(hour) > 2 || colon && len(minute) != 2 {
		return 0, false
	}
	h, err := strconv.Atoi(hour)
	m, err2 := 0, error(nil)
	if colon {
		m, err2 = strconv.Atoi(minute)
	}
	if err != nil || err2 != nil || h < 0 || m < 0 || m > 59 {
		return 0, false
	}
	if half >= 0 {
		if h < 1 || h > 12 {
			return 0, false
		}
		h = h%12 + half
	}
	return h*60 + m, h < 24
}

// onDay is a clock time on the day that the words name; without words on the
// next day that has it still to come.
func (c clock) onDay(words []string, minutes int, hasClock bool, zone *time.Location) (time.Time, bool) {
	now := c.now.In(zone)
	at := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, minutes/60, minutes%60, 0, 0, zone)
	}
	today := at(now.Year(), now.Month(), now.Day())
	switch s := strings.Join(words, " "); s {
	case "":
		if !hasClock {
			return time.Time{}, false
		}
		if !today.After(now) {
			today = at(now.Year(), now.Month(), now.Day()+1)
		}
		return today, true
	case "today":
		return today, hasClock
	case "tomorrow":
		return at(now.Year(), now.Month(), now.Day()+1), true
	default:
		if day, err := time.Parse("2006-01-02", s); err == nil {
			return at(day.Year(), day.Month(), day.Day()), hasClock
		}
		name := strings.TrimPrefix(s, "next ")
		weekday, ok := weekdayOf(name)
		if !ok || !hasClock && len(name) < len("monday") { // "sat" and "sun" are other words too
			return time.Time{}, false
		}
		ahead := (int(weekday) - int(now.Weekday()) + 7) % 7
		t := at(now.Year(), now.Month(), now.Day()+ahead)
		if !t.After(now) {
			t = at(now.Year(), now.Month(), now.Day()+ahead+7)
		}
		return t, true
	}
}

// weekdayOf reads mon, monday, tues, …: three letters of the name or more.
func weekdayOf(s string) (time.Weekday, bool) {
	if len(s) < 3 {
		return 0, false
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.HasPrefix(strings.ToLower(d.String()), s) {
			return d, true
		}
	}
	return 0, false
}

// usual are the times that are offered where one is wanted.
func (c clock) usual() []candidate {
	if c.now.IsZero() {
		return nil
	}
	var offered []candidate
	for _, s := range []string{"+15m", "+1h", "+4h", "tomorrow 09:00", "mon 09:00"} {
		if t, ok := c.parse(s); ok {
			offered = append(offered, candidate{insert: basic(t), label: s, note: fmt.Sprintf("%s  %s", basic(t), c.reading(t))})
		}
	}
	return offered
}
