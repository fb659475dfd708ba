package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpenerByPlatform(t *testing.T) {
	with := func(set string) func(string) string {
		return func(name string) string {
			if name == set {
				return ":0"
			}
			return ""
		}
	}
	tests := []struct{ platform, set, want string }{
		{"linux", "", ""},
		{"linux", "DISPLAY", "xdg-open"},
		{"freebsd", "WAYLAND_DISPLAY", "xdg-open"},
		{"darwin", "", "open"},
		{"windows", "", "rundll32"},
	}
	for _, tt := range tests {
		if got, _ := opener(tt.platform, with(tt.set)); got != tt.want {
			t.Errorf("%s with %q opens with %q, want %q", tt.platform, tt.set, got, tt.want)
		}
	}
}

func TestOnlyWebLinksAreOpened(t *testing.T) {
	open := process{env: func(string) string { return ":0" }}.linkOpener("linux")
	if open == nil {
		t.Fatal("no opener on a desktop")
	}
	for _, link := range []string{"file:///etc/passwd", "javascript:alert(1)", "--help", "http:", "vnc://host/", "https:relative", ""} {
		if err := open(link); err == nil || !strings.Contains(err.Error(), "no http or https link") {
			t.Errorf("%q: %v", link, err)
		}
	}
}

func TestLargeCopiesAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	save := copies(dir)
	where, err := save("first")
	if err != nil {
		t.Fatal(err)
	}
	again, err := save("second")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(again)
	if err != nil || string(data) != "second" || again != where {
		t.Errorf("%s holds %q (%v), the copy before was %s", again, data, err, where)
	}
	info, err := os.Stat(again)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if copies("") != nil {
		t.Error("copies are kept without a folder")
	}
}
