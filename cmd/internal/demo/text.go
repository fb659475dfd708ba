package demo

import (
	"fmt"
	"strings"
	"time"
)

// v1 writes a message of the convention with the right count.
func v1(intent, topic, to string, facts ...string) string {
	return counted(intent, topic, to, len(facts), facts...)
}

// counted writes a message that claims to have n facts.
func counted(intent, topic, to string, n int, facts ...string) string {
	return fmt.Sprintf("v1 %s %s to %s n=%d\n%s", intent, topic, to, n, strings.Join(facts, "\n"))
}

// basic writes an instant as the convention does. The play's times fall between minutes, so they
// carry seconds.
func basic(t time.Time) string { return t.UTC().Format("20060102T150405Z") }
