package evidence

import "math/bits"

// Set is a set of kinds.
type Set uint16

// SetOf returns the set of the given kinds; "" is in none.
func SetOf(kinds ...Kind) Set {
	var s Set
	for _, k := range kinds {
		s |= k.bit()
	}
	return s
}

// Has reports whether k is in the set.
func (s Set) Has(k Kind) bool { return s&k.bit() != 0 }

// Kinds lists the set in the order of the convention.
func (s Set) Kinds() []Kind {
	if s == 0 {
		return nil
	}
	kinds := make([]Kind, 0, bits.OnesCount16(uint16(s)))
	for _, k := range Kinds() {
		if s.Has(k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

func (k Kind) bit() Set {
	switch k {
	case Commit:
		return 1 << 0
	case Run:
		return 1 << 1
	case PR:
		return 1 << 2
	case Branch:
		return 1 << 3
	case File:
		return 1 << 4
	case URL:
		return 1 << 5
	case Msg:
		return 1 << 6
	case Log:
		return 1 << 7
	case Artifact:
		return 1 << 8
	case Tag:
		return 1 << 9
	case Deploy:
		return 1 << 10
	}
	return 0
}
