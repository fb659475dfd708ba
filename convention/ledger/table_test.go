package ledger

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A table finds every record by its hash, those with one hash in the order they
// came, however often it has grown, and nothing else.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var table table[int]
	byHash := map[uint64][]int{}
	var hashes []uint64
	for n := range 3000 {
		h := random.Uint64()
		switch random.IntN(4) {
		case 0:
			h = uint64(1 + random.IntN(5))
		case 1:
			h &= 0x1F_FFFF_FFFC // many at one home
		}
		table.put(h, n)
		byHash[h] = append(byHash[h], n)
		hashes = append(hashes, h)
		for _, h := range []uint64{h, hashes[random.IntN(len(hashes))], random.Uint64()} {
			var got []int
			if table.find(h, func(n int) bool { got = append(got, n); return false }) != nil {
				t.Fatal("found what nothing is")
			}
			got = slices.DeleteFunc(got, func(n int) bool { return hashes[n] != h })
			if !slices.Equal(got, byHash[h]) {
				t.Fatalf("after %d records, those with hash %x are %v, want %v", n+1, h, got, byHash[h])
			}
		}
	}
	first := byHash[hashes[0]][0]
	*table.find(hashes[0], func(n int) bool { return n == first }) = -1
	if at := table.find(hashes[0], func(n int) bool { return n < 0 }); at == nil || *at != -1 {
		t.Error("a record that was changed is not found")
	}
}
