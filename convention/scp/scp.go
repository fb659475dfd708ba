// Package scp reads and writes positional ASCII id stacks such as
// P1:V4:A2:X0 against an external, versioned dictionary.
//
// It knows the dictionary and nothing of rooms or messages. It never guesses:
// an unknown field, value or id is an error that names it.
package scp

import "io"

// Dictionary is a loaded dictionary. It is not changed after [Load] and may
// be shared between goroutines.
type Dictionary struct{ version string }

// Load reads a dictionary.
func Load(r io.Reader) (*Dictionary, error) { return &Dictionary{}, nil }

// Version is the dictionary's version, to be shown with every decode.
func (d *Dictionary) Version() string { return d.version }

// Encode turns a JSON object into an id stack.
func (d *Dictionary) Encode(payload []byte) (string, error) { return "", nil }

// Decode turns an id stack into a JSON object.
func (d *Dictionary) Decode(stack string) ([]byte, error) { return nil, nil }
