package main

import (
	"fmt"
	"strings"
	"time"

	"earshot/convention"
)

// parseTime reads an instant as people and the convention write it: ISO 8601 basic or extended.
func parseTime(flag, value string) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	read := convention.Parse("v1 note time to all n=1\nat " + value)
	if len(read.Facts) == 1 && len(read.Facts[0].Times) == 1 {
		found := read.Facts[0].Times[0]
		if strings.TrimSpace(read.Source[found.Span.Start:found.Span.End]) == strings.TrimSpace(value) {
			return found.At, nil
		}
	}
	return time.Time{}, usage(fmt.Sprintf("%s %q is no time.", flag, value), "Write it like 20260918T0900Z or 2026-09-18T09:00:00Z.")
}
