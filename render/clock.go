package render

import (
	"fmt"
	"time"
)

// ClockMode says how times are written.
type ClockMode uint8

// The modes, in the order in which a key cycles through them.
const (
	Local    ClockMode = iota // 15:04+02, with the date where it is another day
	Relative                  // 12m ago, in 3m
	UTC                       // 13:04Z
)

// String names the mode for the status line.
func (m ClockMode) String() string {
	switch m {
	case Relative:
		return "relative"
	case UTC:
		return "UTC"
	}
	return "local"
}

// Clock is the moment and the manner in which times are written. The zero Zone
// is UTC; the zero Now writes every time with its date.
type Clock struct {
	Now  time.Time
	Mode ClockMode
	Zone *time.Location
}

// FormatTime writes a time as of the clock, with its offset, so that it can not
// be mistaken for another zone's. The zero time is "–".
func FormatTime(t time.Time, c Clock) string {
	if t.IsZero() {
		return "–"
	}
	if c.Mode == Relative && !c.Now.IsZero() {
		return formatAgo(c.Now.Sub(t))
	}
	zone := c.Zone
	if c.Mode == UTC || zone == nil {
		zone = time.UTC
	}
	return formatZoned(t.In(zone), c.Now.In(zone))
}

func formatZoned(t, now time.Time) string {
	layout := "15:04"
	switch {
	case now.IsZero() || t.Year() != now.Year():
		layout = "2006-01-02 15:04"
	case t.YearDay() != now.YearDay():
		layout = "2 Jan 15:04"
	}
	return t.Format(layout) + offset(t)
}

// offset is Z, +02 or +05:30.
func offset(t time.Time) string {
	_, seconds := t.Zone()
	switch {
	case seconds == 0:
		return "Z"
	case seconds%3600 == 0:
		return t.Format("-07")
	}
	return t.Format("-07:00")
}

// formatAgo writes how long ago something was, or in how long it will be.
func formatAgo(d time.Duration) string {
	switch {
	case d > -time.Second && d < time.Second:
		return "now"
	case d < 0:
		return "in " + Span(-d)
	}
	return Span(d) + " ago"
}

// FormatLead writes how far away a due time is: "in 3m" before it, "−12m" after
// it (with a real minus sign), "now" within the second.
func FormatLead(d time.Duration) string {
	if d > -time.Second && d < time.Second {
		return "now"
	}
	if d > 0 {
		return "in " + Span(d)
	}
	return "−" + Span(-d)
}

// Span writes a duration in its one or two largest units, cut down to whole
// units: 40s, 12m, 2h 5m, 3d 4h, 210d.
func Span(d time.Duration) string {
	d = max(d, 0)
	days := int(d / (24 * time.Hour))
	hours := int(d/time.Hour) % 24
	minutes := int(d/time.Minute) % 60
	switch {
	case days >= 10 || days > 0 && hours == 0:
		return fmt.Sprintf("%dd", days)
	case days > 0:
		return fmt.Sprintf("%dd %dh", days, hours)
	case hours > 0 && minutes > 0:
		return fmt.Sprintf("%dh %dm", hours, minutes)
	case hours > 0:
		return fmt.Sprintf("%dh", hours)
	case minutes > 0:
		return fmt.Sprintf("%dm", minutes)
	}
	return fmt.Sprintf("%ds", int(d/time.Second))
}
