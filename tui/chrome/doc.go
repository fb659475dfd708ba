// Package chrome draws what stands around the panes: the header, the tabs, the
// footer with keys and notices, the help, and the line of a screen that is too
// small.
//
// It knows counts, words and rows. It never knows where they come from, which
// pane has the focus beyond what it is told, or what a key does.
//
// Every function is pure: equal arguments give equal rows, none wider than the
// width it was given. The left edge carries the meaning; what does not fit is
// left out from the least important on, never cut in the middle of a number.
package chrome
