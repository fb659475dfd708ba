// Package vlist is a scrolling list of very many items of varying height.
//
// It knows item identities, heights and a viewport; it draws what a [Source]
// hands it. It must never know what an item is, where it comes from, which key
// was pressed or which terminal is attached.
//
// What holds:
//
//   - The position is an anchor (item, part, line) or "following the end",
//     never a line number, so that the cost of drawing is that of the viewport
//     whatever the number of items.
//   - The eye does not move by itself: prepending, inserting, removing and
//     growing items elsewhere leave the anchored line where it was, because
//     everything is kept by the identity of the item.
//   - An item is wrapped only when it is on the screen or scrolled past. All
//     others have an estimated height, which is replaced by the true one once
//     seen. Position and size of the thumb are therefore approximate.
//   - Wrapped rows are kept in a bounded cache keyed by (id, part, width,
//     version); nothing else grows with what was seen.
package vlist
