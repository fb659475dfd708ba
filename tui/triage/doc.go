// Package triage is the pane that shows what waits for somebody: what needs you,
// what you wait for, what is open between others, then unproven lines,
// unaddressed demands, data messages, repeats and loops, what might be an
// answer, and what was set aside.
//
// It knows the ledger's findings, their order and rows as package render gives
// them, and where its own window and selection stand. It must never know keys,
// messages of the program, files or the network: what was set aside is read
// through an interface, and what a key does to the selected row is the caller's.
//
// A long list is made elsewhere: a [Plan] says how, its [Listing] is taken over
// when it is there, and until then the last one stays.
//
// Invariants: the selection belongs to a thing, not to a place, and follows it
// when rows come and go; nothing is hidden by age or number; only rows in the
// window are drawn; Rows gives exactly as many rows as the pane is high, none
// wider than the pane.
package triage
