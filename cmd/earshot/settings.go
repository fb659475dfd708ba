package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	toml "github.com/pelletier/go-toml/v2"

	"earshot/convention/ledger"
	"earshot/convention/tokens"
	"earshot/render"
)

// settings are the person's own choices from the config file; every one has a default.
type settings struct {
	Theme     palette             `toml:"theme" comment:"a palette: auto, dark, light, high-contrast or colour-blind"`
	Emoji     emoji               `toml:"emoji" comment:"which emoji are drawn: auto (none newer than Unicode 13, unless the terminal counts by clusters), keep (all), unicode-13 (none that is newer), plain (none whose width terminals disagree on)"`
	Mouse     bool                `toml:"mouse" comment:"false leaves the mouse to the terminal"`
	Encoding  encoding            `toml:"encoding" comment:"what tokens are counted with: o200k_base or cl100k_base"`
	DueWindow duration            `toml:"due_window" comment:"how long before its time an item counts as due"`
	History   bool                `toml:"history" comment:"false forgets at the end what was sent from the composer"`
	Notify    notify              `toml:"notify" comment:"what to be called for, and how; all off until set"`
	Keys      map[string][]string `toml:"keys" comment:"from the id of a binding to the keys that replace its own"`
}

// duration is a length of time written like 15m or 1h30m.
type duration time.Duration

func (d duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

func (d *duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is no length of time; write it like 15m", text)
	}
	if parsed < 0 {
		return fmt.Errorf("%q is negative", text)
	}
	*d = duration(parsed)
	return nil
}

// palette is the name of a palette. It is no string by kind, so that reading a file asks it.
type palette struct{ name string }

func (p palette) MarshalText() ([]byte, error) { return []byte(p.name), nil }

func (p *palette) UnmarshalText(text []byte) error {
	if known := render.Palettes(); !slices.Contains(known, string(text)) {
		return fmt.Errorf("there is no palette %q; the palettes are %s", text, strings.Join(known, ", "))
	}
	p.name = string(text)
	return nil
}

// emoji is which emoji are drawn as they are.
type emoji struct{ shown render.Emoji }

func (e emoji) MarshalText() ([]byte, error) { return []byte(e.shown.String()), nil }

func (e *emoji) UnmarshalText(text []byte) (err error) {
	e.shown, err = render.ParseEmoji(string(text))
	return err
}

// encoding is the name of a token vocabulary.
type encoding struct{ name tokens.Encoding }

func (e encoding) MarshalText() ([]byte, error) { return []byte(e.name), nil }

func (e *encoding) UnmarshalText(text []byte) error {
	known := tokens.Encodings()
	if !slices.Contains(known, tokens.Encoding(text)) {
		return fmt.Errorf("there is no encoding %q; the encodings are %v", text, known)
	}
	e.name = tokens.Encoding(text)
	return nil
}

func defaultSettings() settings {
	return settings{
		Theme: palette{"auto"}, Mouse: true, History: true, Encoding: encoding{tokens.O200k},
		DueWindow: duration(ledger.DefaultDueWindow), Keys: map[string][]string{},
	}
}

// loadSettings reads the config file. A file that is not there is no error; any other fault leaves
// the defaults in force and comes back as one sentence that names the line and the key.
func loadSettings(path string) (settings, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return defaultSettings(), nil
	}
	if err != nil {
		return defaultSettings(), fmt.Errorf("the config file %s cannot be read (%w), the defaults are in force", path, cause(err))
	}
	s := defaultSettings()
	decoder := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := decoder.Decode(&s); err != nil {
		return defaultSettings(), fmt.Errorf("the config file %s is not used: %s; the defaults are in force", path, faultIn(err))
	}
	return s, nil
}

// faultIn says where in the file and at which key decoding failed.
func faultIn(err error) string {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		first := unknown.Errors[0]
		line, _ := first.Position()
		return fmt.Sprintf("line %d: there is no setting %q", line, strings.Join(first.Key(), "."))
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, _ := decode.Position()
		if key := strings.Join(decode.Key(), "."); key != "" && wrongKind(err) {
			return fmt.Sprintf("line %d: %q takes %s", line, key, taken(key))
		} else if key != "" {
			return fmt.Sprintf("line %d, %q: %s", line, key, strings.TrimPrefix(decode.Error(), "toml: "))
		}
		return fmt.Sprintf("line %d: %s", line, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return err.Error()
}

// wrongKind says whether a value is of a kind that its key does not take; what the decoder says of that
// names types of the program.
func wrongKind(err error) bool {
	said := strings.TrimPrefix(err.Error(), "toml: ")
	return strings.HasPrefix(said, "cannot decode TOML") || strings.HasPrefix(said, "cannot store")
}

// taken is the kind of value that a key takes.
func taken(key string) string {
	switch table, _, inside := strings.Cut(key, "."); {
	case key == "due_window":
		return `a length of time in quotes, like "15m"`
	case key == "theme", key == "emoji", key == "encoding", key == "notify.desktop":
		return "one word in quotes"
	case key == "notify", key == "keys":
		return "a table, [" + key + "]"
	case table == "keys" && inside:
		return `a list of keys in quotes, like ["ctrl+s"]`
	}
	return "true or false"
}
