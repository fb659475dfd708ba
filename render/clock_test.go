package render

import (
	"testing"
	"time"
)

func TestFormatTime(t *testing.T) {
	now := time.Date(2026, 9, 18, 9, 12, 0, 0, time.UTC)
	berlin := time.FixedZone("CEST", 2*3600)
	india := time.FixedZone("IST", 5*3600+1800)
	for _, c := range []struct {
		at   time.Time
		mode ClockMode
		zone *time.Location
		want string
	}{
		{now, UTC, berlin, "09:12Z"},
		{now, Local, berlin, "11:12+02"},
		{now, Local, india, "14:42+05:30"},
		{now, Local, nil, "09:12Z"},
		{now.Add(-14 * time.Hour), Local, berlin, "17 Sep 21:12+02"},
		{now.Add(-9*time.Hour - 30*time.Minute), UTC, berlin, "17 Sep 23:42Z"},
		{now.Add(-9*time.Hour - 30*time.Minute), Local, berlin, "01:42+02"},
		{now.AddDate(-1, 0, 0), Local, berlin, "2025-09-18 11:12+02"},
		{now.Add(-12 * time.Minute), Relative, berlin, "12m ago"},
		{now.Add(3 * time.Minute), Relative, berlin, "in 3m"},
		{now, Relative, berlin, "now"},
		{time.Time{}, Local, berlin, "–"},
	} {
		if got := FormatTime(c.at, Clock{Now: now, Mode: c.mode, Zone: c.zone}); got != c.want {
			t.Errorf("FormatTime(%v, %v) = %q, want %q", c.at, c.mode, got, c.want)
		}
	}
	if got := FormatTime(now, Clock{Mode: Relative}); got != "2026-09-18 09:12Z" {
		t.Errorf("without a now: %q", got)
	}
}

func TestFormatLead(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-12 * time.Minute:              "−12m",
		3 * time.Minute:                "in 3m",
		3*time.Minute + 59*time.Second: "in 3m",
		40 * time.Second:               "in 40s",
		0:                              "now",
		-125 * time.Minute:             "−2h 5m",
		-3 * time.Hour:                 "−3h",
		76 * time.Hour:                 "in 3d 4h",
		48 * time.Hour:                 "in 2d",
		-5000 * time.Hour:              "−208d",
	} {
		if got := FormatLead(d); got != want {
			t.Errorf("FormatLead(%v) = %q, want %q", d, got, want)
		}
	}
}
