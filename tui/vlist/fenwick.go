package vlist

// fenwick is a binary indexed tree: prefix sums of a row of numbers with
// updates and searches in log n. Index 0 of the slice is unused.
type fenwick struct{ tree []int }

// build makes the tree of values in linear time.
func (f *fenwick) build(values []int) {
	f.tree = append(f.tree[:0], 0)
	f.tree = append(f.tree, values...)
	for i := 1; i < len(f.tree); i++ {
		if j := i + i&-i; j < len(f.tree) {
			f.tree[j] += f.tree[i]
		}
	}
}

// push adds a value at the end.
func (f *fenwick) push(v int) {
	if len(f.tree) == 0 {
		f.tree = append(f.tree, 0)
	}
	i := len(f.tree)
	for k := 1; k < i&-i; k <<= 1 {
		v += f.tree[i-k]
	}
	f.tree = append(f.tree, v)
}

// add changes value i (from 0) by d.
func (f *fenwick) add(i, d int) {
	for i++; i < len(f.tree); i += i & -i {
		f.tree[i] += d
	}
}

// before is the sum of the values before value i.
func (f *fenwick) before(i int) int {
	s := 0
	for ; i > 0; i -= i & -i {
		s += f.tree[i]
	}
	return s
}

// find is the value within which the running sum passes target, and the sum
// before it. All values have to be 0 or more. Past the end it is the number of
// values and their sum.
func (f *fenwick) find(target int) (i, before int) {
	step := 1
	for step*2 < len(f.tree) {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if j := i + step; j < len(f.tree) && before+f.tree[j] <= target {
			i, before = j, before+f.tree[j]
		}
	}
	return i, before
}
