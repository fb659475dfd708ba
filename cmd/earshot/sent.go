package main

import (
	"encoding/json"
	"fmt"
)

// sentTexts keeps the texts sent from a room, oldest first.
type sentTexts struct {
	kept
	beside *together[string]
}

func newSent(k kept) sentTexts { return sentTexts{k, newTogether[string]()} }

// Load returns the texts sent from a room. A damaged file is set aside, and the error names it.
func (s sentTexts) Load(room string) ([]string, error) {
	all, err := s.stored(room)
	s.beside.knows(room, all)
	return all, err
}

func (s sentTexts) stored(room string) ([]string, error) {
	var all []string
	if _, err := s.loadSound(room, func(text string) error { return json.Unmarshal([]byte(text), &all) }); err != nil {
		return nil, fmt.Errorf("the texts sent from %s: %w", room, err)
	}
	return all, nil
}

// Save keeps the texts sent from a room, with those that another program has sent meanwhile; none removes
// them.
func (s sentTexts) Save(room string, all []string) error {
	if stored, err := s.stored(room); err == nil {
		all = s.beside.merged(room, stored, all)
	}
	if len(all) == 0 {
		return s.save(room, "")
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("keep what was sent: %w", err)
	}
	return s.save(room, string(text))
}
