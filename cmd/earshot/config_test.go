package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"earshot/tui"
)

// What config prints is a config file: every binding is in it under its id, and with the # taken away it
// binds what is bound anyway.
func TestConfigListsEveryBinding(t *testing.T) {
	p, said := secretWorld(t)
	if code := run(t.Context(), []string{"config"}, p); code != exitFine {
		t.Fatalf("config ends with %d: %s", code, said)
	}
	bound := regexp.MustCompile(`(?m)^# ([a-z-]+ = \[".*)$`).ReplaceAllString(said.String(), "$1")
	if n := len(regexp.MustCompile(`(?m)^[a-z-]+ = \["`).FindAllString(bound, -1)); n < len(tui.Keys()) {
		t.Fatalf("%d of %d bindings are listed:\n%s", n, len(tui.Keys()), said)
	}
	if err := os.WriteFile("own.toml", []byte(bound), 0o600); err != nil {
		t.Fatal(err)
	}
	said.Reset()
	if code := run(t.Context(), []string{"config", "--config", "own.toml"}, p); code != exitFine {
		t.Fatalf("the listed bindings are not taken (%d): %s", code, said)
	}
	if strings.Contains(said.String(), "# quit-now = ") {
		t.Error("a binding that the file has is listed as another one")
	}
}
