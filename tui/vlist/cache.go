package vlist

import (
	"container/list"

	"earshot/render"
)

// Bounds of the cache of wrapped rows. The entries hold several screens of
// short items; the rows keep a few tall items from filling the memory.
const (
	cacheEntries = 512
	cacheRows    = 32768
)

// cacheKey names the rows of an item, or of a part of one, as wrapped at a width.
type cacheKey struct {
	id          ID
	part, width int
	version     uint64
}

type cacheEntry struct {
	key  cacheKey
	rows []render.Row
}

// cache keeps the rows that were used last.
type cache struct {
	byKey   map[cacheKey]*list.Element
	order   list.List // most recent first
	rows    int
	entries int // bound, at least cacheEntries
}

func newCache() *cache {
	return &cache{byKey: make(map[cacheKey]*list.Element), entries: cacheEntries}
}

// hold sees to it that a viewport of so many rows fits several times.
func (c *cache) hold(viewport int) { c.entries = max(cacheEntries, 4*viewport) }

func (c *cache) get(k cacheKey) ([]render.Row, bool) {
	e, ok := c.byKey[k]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(cacheEntry).rows, true
}

func (c *cache) put(k cacheKey, rows []render.Row) {
	c.byKey[k] = c.order.PushFront(cacheEntry{k, rows})
	c.rows += len(rows)
	for c.order.Len() > 1 && (c.order.Len() > c.entries || c.rows > cacheRows) {
		e := c.order.Remove(c.order.Back()).(cacheEntry)
		delete(c.byKey, e.key)
		c.rows -= len(e.rows)
	}
}

// clear forgets everything.
func (c *cache) clear() {
	clear(c.byKey)
	c.order.Init()
	c.rows = 0
}
