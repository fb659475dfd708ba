package timeline

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// joined are bodies that stand in runs of some length, each with its sieve.
type joined struct {
	all []string
	by  int
}

func (r joined) Len() int                   { return len(r.all) }
func (r joined) Body(i int) (int64, string) { return int64(i + 1), r.all[i] }

func (r joined) Run(i int) (int, string, *Sieve) {
	first := i - i%r.by
	var s Sieve
	for _, body := range r.all[first:min(first+r.by, len(r.all))] {
		s.Add(body)
	}
	return first, strings.Join(r.all[first:i+1], ""), &s
}

// Whatever stands in one run, and however few hits a finding brings, a search
// has the bodies that a look at every place of each has, the newest first.
func FuzzFind(f *testing.F) {
	f.Add("one\ntwo\nthree\n\nfour\nONE\n", "on", uint8(3), uint8(1))
	f.Add("ab\nc\nabc\nbc", "abc", uint8(4), uint8(9))
	f.Add("nee\ndle\nneedle\nNEEDLE of much longer text that goes on\nnee", "needle", uint8(5), uint8(2))
	f.Add("İstanbul\nistanbul\nISTANBUL\nıstanbul", "i", uint8(2), uint8(1))
	f.Add("Straße\nSTRASSE\nSTRAẞE\nſtraße", "straße", uint8(9), uint8(1))
	f.Add("e\u0301tude\nétude\nÉTUDE\nE\u0301TUDE", "e\u0301t", uint8(2), uint8(3))
	f.Add("日本語\n日本\n語の三行目\n本語", "本語", uint8(4), uint8(1))
	f.Add("\xe6\n\x97\xa5\n日\n\ufffd", "\ufffd", uint8(4), uint8(1))
	f.Add("\u212aelvin\nKelvin\nkELVIN", "kelvin", uint8(3), uint8(1))
	f.Add("σίσυφος\nΣΊΣΥΦΟΣ\nςίσυφοσ", "ος", uint8(3), uint8(1))
	f.Fuzz(func(t *testing.T, lines, pattern string, by, most uint8) {
		if len(lines) > 4000 || len(pattern) > 40 || pattern == "" {
			return
		}
		pattern = strings.ToLower(pattern)
		b := joined{strings.Split(lines, "\n"), max(int(by), 1)}
		var want []int64
		for i, body := range slices.Backward(b.all) {
			if everyPlace(body, pattern) >= 0 {
				want = append(want, int64(i+1))
			}
		}
		var got []int64
		for scan := (&Scan{Pattern: pattern, bodies: b, next: len(b.all) - 1, most: max(int(most), 1)}); scan != nil; {
			f := Find(*scan)
			if len(f.hits) > max(int(most), 1) {
				t.Fatalf("a finding of %d hits where %d were asked for", len(f.hits), most)
			}
			got, scan = append(got, f.hits...), f.Rest
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q in %q: hits %v, want %v", pattern, b.all, got, want)
		}
	})
}

// A sieve lets through whatever is in one of its bodies.
func FuzzSieve(f *testing.F) {
	f.Add("İ and ı", "other", 0, 3)
	f.Add("a STRAẞE of \u212aelvins", "\xff\xfe", 2, 9)
	f.Add("日本語", "привет", 3, 9)
	f.Fuzz(func(t *testing.T, one, two string, from, to int) {
		if from < 0 || from > to || to > len(one) || len(one) > 2000 {
			return
		}
		var s Sieve
		s.Add(two)
		s.Add(one)
		for _, pattern := range []string{one[from:to], strings.ToLower(one[from:to]), strings.ToUpper(one[from:to])} {
			m := meshOf(pattern)
			if everyPlace(one, pattern) >= 0 && !s.lets(&m) {
				t.Fatalf("%q is kept from what has it: %q", pattern, one)
			}
		}
	})
}

// A sieve keeps back what none of its bodies has, as far as its size allows.
func TestSieveKeepsBack(t *testing.T) {
	var s Sieve
	for i := range 512 {
		s.Add("v1 report limiter to lead n=" + string(rune('0'+i%10)) + "\nclaim all cases pass")
	}
	for _, pattern := range []string{"z", "é", "qq", "xyz", "needle", "三行", "привет"} {
		if m := meshOf(pattern); s.lets(&m) {
			t.Errorf("%q is let through", pattern)
		}
	}
}

// Two runes are one letter to a sieve exactly where they are equal without
// regard to case.
func TestFoldRuneFollowsSimpleFold(t *testing.T) {
	orbits := make(map[rune]rune)
	for r := range rune(0x20000) { // beyond there are no letters with a case
		folded := foldRune(r)
		if next := foldRune(unicode.SimpleFold(r)); next != folded {
			t.Fatalf("%U is %U, the same letter in another case is %U", r, folded, next)
		}
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		if before, known := orbits[folded]; known && before != least {
			t.Fatalf("%U and %U are one letter", before, least)
		}
		orbits[folded] = least
	}
}

// Hits are counted from the oldest, in whatever pieces they came.
func TestHits(t *testing.T) {
	var h hits
	var want []int64
	for piece := range 40 {
		var found []int64
		for k := range piece % 4 {
			found = append(found, int64(1000-10*piece-k))
		}
		h.add(found)
		want = append(want, found...)
	}
	slices.Reverse(want)
	for i, seq := range want {
		if h.at(i) != seq || h.from(seq) != i || h.from(seq+1) != i+1 {
			t.Fatalf("hit %d is #%d at %d, want #%d", i, h.at(i), h.from(seq), seq)
		}
	}
	if h.n != len(want) || h.from(0) != 0 || h.from(5000) != h.n {
		t.Fatalf("%d hits, want %d", h.n, len(want))
	}
}
