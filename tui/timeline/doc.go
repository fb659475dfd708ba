// Package timeline is the pane that shows a room's messages as blocks of rows,
// newest at the end.
//
// It knows messages in the order of the log, what the ledger says of each, the
// viewport, the filter, the search, folding and the reader's mark. It never
// knows keys, other panes, the composer, or how messages arrive and leave.
//
// Invariants:
//
//   - A message is wrapped only when it is on the screen, and again only when
//     something that shows on it has changed; [Timeline.Tick] says when time
//     alone will change something.
//   - The eye does not move by itself: the list is anchored by message.
//   - Drawing never moves the reader's mark.
//   - Work over the whole log goes in slices ([Timeline.FilterStep]) or over a
//     snapshot outside of the loop ([Find]); no key waits for it.
package timeline
