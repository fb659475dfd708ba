// Package e2e holds the journeys on the real binary in a real terminal: tmux, driven from tests. They
// run with the build tag e2e (go run ./cmd/dev e2e) and fail, never skip, where tmux is missing.
//
// It knows keys, screens and processes. It must never know the program's packages: what it checks is
// what a person at the keyboard sees, and the state in which the program leaves the terminal.
package e2e
