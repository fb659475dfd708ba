package main

import (
	"encoding/json"
	"fmt"

	"earshot/tui"
)

// asides keeps what a person has set aside in triage.
type asides struct {
	kept
	beside *together[tui.Aside]
}

func newAsides(k kept) asides { return asides{k, newTogether[tui.Aside]()} }

// asideJSON is one row that was set aside.
type asideJSON struct {
	ID    string `json:"id"`
	State string `json:"state"`
	Note  string `json:"note"`
}

// Load returns what was set aside in a room.
func (a asides) Load(room string) ([]tui.Aside, error) {
	all, err := a.stored(room)
	a.beside.knows(room, all)
	return all, err
}

func (a asides) stored(room string) ([]tui.Aside, error) {
	var rows []asideJSON
	_, err := a.loadSound(room, func(text string) error { return json.Unmarshal([]byte(text), &rows) })
	if err != nil {
		return nil, fmt.Errorf("what was set aside in %s: %w", room, err)
	}
	var all []tui.Aside
	for _, r := range rows {
		all = append(all, tui.Aside(r))
	}
	return all, nil
}

// Save keeps what is set aside in a room, with what another program has set aside there meanwhile; nothing
// removes it.
func (a asides) Save(room string, all []tui.Aside) error {
	if stored, err := a.stored(room); err == nil {
		all = a.beside.merged(room, stored, all)
	}
	if len(all) == 0 {
		return a.save(room, "")
	}
	rows := make([]asideJSON, len(all))
	for i, aside := range all {
		rows[i] = asideJSON(aside)
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("keep what was set aside: %w", err)
	}
	return a.save(room, string(text))
}
