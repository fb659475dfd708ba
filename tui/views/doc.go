// Package views holds the panes that stand in place of the room's messages:
// the state record topic by topic, the seats, and the costs.
//
// It knows records, seats and figures as values, a selection and a window onto
// rows. It never knows keys, where the values come from, or how they are
// counted; it computes nothing about the room itself.
//
// Every row is cleaned text and none is wider than the pane.
package views
