package vlist

import "earshot/render"

// ID names an item for as long as it exists. Two items never share one.
type ID int64

// Source is what a list shows. The list calls it from one goroutine only, and
// only for items that it needs.
type Source interface {
	// Len is the number of items.
	Len() int
	// ID is the identity of item i, 0 ≤ i < Len().
	ID(i int) ID
	// Estimate guesses the height of item i in rows at a width in cells,
	// without wrapping. It has to be cheap; results below 1 count as 1.
	Estimate(i, width int) int
	// Rows wraps item i at a width in cells. An item without rows takes no
	// space.
	Rows(i, width int) []render.Row
	// Version changes whenever Rows of the item would.
	Version(i int) uint64
}

// Indexer is a Source that finds an item by its identity. Without it the list
// searches: in log n where identities ascend, else in n.
type Indexer interface {
	IndexOf(id ID) (i int, ok bool)
}

// Parted is a Source with items too tall to be wrapped whole, such as a body of
// ten thousand lines. Such an item is a row of parts, wrapped one by one as they
// come near the screen. A part of some fifty source lines is a good size.
type Parted interface {
	// Parts is the number of parts of item i, 1 or more; it may depend on the
	// version of the item but not on a width.
	Parts(i int) int
	// PartRows wraps one part, 0 ≤ part < Parts(i). It is called in place of
	// Rows for items of more than one part.
	PartRows(i, part, width int) []render.Row
}
