package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earshot/render"
	"earshot/tui"
)

func TestSettings(t *testing.T) {
	tests := []struct {
		name, file string
		want       []string // of the sentence about the file; none where it is fine
	}{
		{"empty", "", nil},
		{"fine", "theme = \"dark\"\ndue_window = \"5m\"\n[keys]\nsend = [\"ctrl+s\"]\n", nil},
		{"unknown key", "theme = \"dark\"\n\nthema = \"light\"\n", []string{"line 3", `"thema"`}},
		{"unknown key in a table", "[notify]\nbel = true\n", []string{"line 2", "notify.bel"}},
		{"unknown table", "[sounds]\nbell = true\n", []string{"line 1", "sounds"}},
		{"notifications", "[notify]\narrived = true\ndesktop = \"osc9\"\n", nil},
		{"no such notification", "[notify]\ndesktop = \"popup\"\n", []string{"line 2", "popup", "osc777"}},
		{"no such emoji", "emoji = \"some\"\n", []string{"line 1", "some", "unicode-13"}},
		{"no such palette", "mouse = true\ntheme = \"pink\"\n", []string{"line 2", "pink", "palette"}},
		{"wrong type", "mouse = \"yes\"\n", []string{"line 1", "mouse"}},
		{"wrong type in a table", "[notify]\nbell = \"yes\"\n", []string{"line 2", "notify.bell", "takes true or false"}},
		{"word for a list", "[keys]\nsend = 5\n", []string{"line 2", "keys.send", `["ctrl+s"]`}},
		{"list of numbers", "[keys]\nsend = [5]\n", []string{"line 2", "keys.send"}},
		{"word for a table", "notify = true\n", []string{"line 1", "takes a table"}},
		{"table for a word", "[mouse]\nx = 1\n", []string{"line 1", "mouse"}},
		{"no length of time", "due_window = \"soon\"\n", []string{"line 1", "soon"}},
		{"negative length", "due_window = \"-5m\"\n", []string{"line 1", "negative"}},
		{"broken file", "theme = \"dark\n", []string{"line 1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "config.toml")
			if err := os.WriteFile(path, []byte(tt.file), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := loadSettings(path)
			if tt.want == nil {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range append(tt.want, path, "defaults") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not name %q", err, want)
				}
			}
			for _, leaked := range []string{"struct", "main.", "TOML", "bool", "[]string"} {
				if strings.Contains(err.Error(), leaked) {
					t.Errorf("%q names a type of the program", err)
				}
			}
			if strings.ContainsAny(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
			if got.Theme.name != "auto" || !got.Mouse {
				t.Errorf("a broken file changed the defaults: %+v", got)
			}
		})
	}
}

func TestSettingsAreRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte("theme = \"light\"\nemoji = \"plain\"\ndue_window = \"5m\"\n[keys]\nsend = [\"f5\"]\n[notify]\ndue = true\nbell = true\ndesktop = \"osc777\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := loadSettings(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.Theme.name != "light" || time.Duration(got.DueWindow) != 5*time.Minute || len(got.Keys["send"]) != 1 || got.Keys["send"][0] != "f5" {
		t.Errorf("read %+v", got)
	}
	if got.Emoji.shown != render.EmojiPlain || defaultSettings().Emoji.shown != render.EmojiAuto {
		t.Errorf("emoji are %s, by default %s", got.Emoji.shown, defaultSettings().Emoji.shown)
	}
	if want := (tui.Notify{Due: true, Bell: true, Desktop: tui.OSC777}); got.Notify.shown() != want {
		t.Errorf("notifications are %+v, want %+v", got.Notify.shown(), want)
	}
	if off := (tui.Notify{}); defaultSettings().Notify.shown() != off {
		t.Error("notifications are on by default")
	}
}

// What is wrong with bound keys is said with its line, wherever in the file they stand.
func TestKeyProblemsHaveTheirLine(t *testing.T) {
	for _, file := range []string{
		"theme = \"dark\"\n\n[keys]\nquit = [\"Q\"]\n# mine\nreply = [\"w\"]\n",
		"keys.quit = [\"Q\"]\n\n\n\n\nkeys.reply = [\"w\"]\n",
		"theme = \"dark\"\n\n\n\n\nkeys = {quit = [\"Q\"], reply = [\"w\"]}\n",
		"[keys]\nquit = [\n\"Q\",\n]\n\n\"reply\" = [\"w\"]\n",
	} {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := loadSettings(path)
		if err != nil {
			t.Fatal(err)
		}
		said := keyProblems(path, s.Keys)
		if len(said) != 1 {
			t.Errorf("%q: %q", file, said)
			continue
		}
		for _, want := range []string{path + ", line 6: ", `"w"`, "reply", "nudge"} {
			if !strings.Contains(said[0], want) {
				t.Errorf("%q does not say %q", said[0], want)
			}
		}
	}
	if said := keyProblems("config.toml", nil); said != nil {
		t.Errorf("without keys: %q", said)
	}
}

func TestMissingConfigFileIsFine(t *testing.T) {
	if _, err := loadSettings(filepath.Join(t.TempDir(), "none.toml")); err != nil {
		t.Fatal(err)
	}
}
