// Package demo is a room that plays by itself: scripted seats lead, worker, scout and runner in an
// embedded room on loopback, and the seat of yu, the decider, left to a person. It also makes large
// rooms for measuring.
//
// It knows what the seats say, when, and how they take what the person sends. It must never know how
// a room is drawn or stored. Two parts: a [director] is the whole play as values, with the time
// handed in and no room at all; a [Demo] seats it in a real room. The room's clock is a [Clock] that
// may run faster than the wall's, so that times in the text and times of the messages agree at any
// speed. Nothing leaves loopback and no file is left behind.
package demo
