package vlist

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHeightsAgainstSlice holds the blocks to a plain slice, with estimates that
// are exact so that every guessed sum is the true one.
func TestHeightsAgainstSlice(t *testing.T) {
	const each = 3
	r := rand.New(rand.NewPCG(3, 4))
	h := heights{estimate: func(int) int { return each }}
	h.reset(0)
	var naive []int
	fresh := func(n int) []int { return slices.Repeat([]int{each}, n) }
	for range 3000 {
		i, n := 0, r.IntN(900)
		if len(naive) > 0 {
			i = r.IntN(len(naive))
		}
		switch r.IntN(7) {
		case 0:
			h.insert(len(naive), n)
			naive = append(naive, fresh(n)...)
		case 1:
			h.insert(0, n)
			naive = append(fresh(n), naive...)
		case 2:
			n %= 5
			h.insert(i, n)
			naive = slices.Insert(naive, i, fresh(n)...)
		case 3:
			n = min(n, len(naive)-i)
			h.remove(i, n)
			naive = slices.Delete(naive, i, i+n)
		case 4:
			h.forget()
			naive = fresh(len(naive))
		default:
			if len(naive) > 0 {
				naive[i] = 1 + r.IntN(9)
				h.set(i, naive[i])
			}
		}
		compareHeights(t, &h, naive, r)
	}
}

func compareHeights(t *testing.T, h *heights, naive []int, r *rand.Rand) {
	t.Helper()
	total := 0
	for _, v := range naive {
		total += v
	}
	if h.size() != len(naive) || h.total() != total {
		t.Fatalf("%d items of %d rows, want %d of %d", h.size(), h.total(), len(naive), total)
	}
	if len(naive) == 0 {
		return
	}
	i := r.IntN(len(naive))
	above := 0
	for _, v := range naive[:i] {
		above += v
	}
	if h.above(i) != above || h.get(i) != naive[i] {
		t.Fatalf("item %d: %d rows below %d, want %d below %d", i, h.get(i), h.above(i), naive[i], above)
	}
	row := r.IntN(naive[i])
	if item, at := h.find(above + row); item != i || at != row {
		t.Fatalf("row %d is row %d of item %d, want row %d of item %d", above+row, at, item, row, i)
	}
	if item, _ := h.find(total); item != len(naive) {
		t.Fatalf("the row past the end is item %d of %d", item, len(naive))
	}
}

// TestHeightsStayInFewBlocks inserts and removes one by one, which must not
// leave a trail of tiny blocks.
func TestHeightsStayInFewBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	h := heights{estimate: func(int) int { return 1 }}
	h.reset(0)
	for range 40_000 {
		h.insert(r.IntN(h.size()+1), 1)
	}
	if got := len(h.blocks); got > 4*40_000/blockItems {
		t.Errorf("%d blocks of %d items", got, h.size())
	}
	for h.size() > 100 {
		h.remove(r.IntN(h.size()), 1)
	}
	if got := len(h.blocks); got > 20 {
		t.Errorf("%d blocks of %d items", got, h.size())
	}
}

// TestIndexingSamplesFewBlocks counts the estimates that a million items nobody
// has seen are asked for, and holds their sum to the true one.
func TestIndexingSamplesFewBlocks(t *testing.T) {
	const n = 1_000_000
	asked, total := 0, 0
	height := func(i int) int { return 1 + i*7919%9 + i/250_000 } // they grow to the end
	h := heights{estimate: func(i int) int { asked++; return height(i) }}
	for i := range n {
		total += height(i)
	}
	h.reset(n)
	if most := 2 * sampled * samples; asked > most {
		t.Errorf("%d estimates, at most %d are good", asked, most)
	}
	if got := h.total(); got < total*9/10 || got > total*11/10 {
		t.Errorf("%d rows are guessed, there are %d", got, total)
	}
}
