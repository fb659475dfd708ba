package client

import (
	"net/url"
	"strings"
)

// roomOf gives the name behind /rooms/, "" where there is none.
func roomOf(u *url.URL) string {
	name, ok := strings.CutPrefix(strings.TrimSuffix(u.Path, "/"), "/rooms/")
	if !ok || strings.Contains(name, "/") {
		return ""
	}
	return name
}
