package ledger

import (
	"slices"
	"strings"
	"testing"

	"earshot/convention/internal/word"
)

// The scan finds the words that package word finds, hashes them without case, and
// leaves out just those of the convention's list.
func FuzzWordScan(f *testing.F) {
	idle := strings.Fields("a an the of in on at to for from by with and or is are was be it this that as per when then not no")
	f.Add(strings.Join(idle, " ") + " limit 60/min abcdefgh abcdefghi Abcdefghijklmnopq")
	f.Add("The FOR oF nothing them aa ano tha\u0301t für on→off in\u0301 限流 a\xffb \u212A k İ")
	f.Add("2026-09-17 v1.2 it's")
	f.Fuzz(func(t *testing.T, text string) {
		scan := wordScan{source: text, stop: len(text), end: len(text)}
		for i := 0; ; {
			start, end := word.Next(text, i, len(text))
			if start == end {
				break
			}
			i = end
			w := text[start:end]
			if !scan.next() {
				t.Fatalf("%q: the scan ends before %q", text, w)
			}
			if scan.at != end || scan.hash != hashFold(w) {
				t.Fatalf("%q: %q ends at %d with hash %x, want %d and %x", text, w, scan.at, scan.hash, end, hashFold(w))
			}
			if lower := strings.ToLower(w); len(lower) == len(w) && isASCII(w) && scan.idle() != slices.Contains(idle, lower) {
				t.Errorf("%q: idle %v", w, scan.idle())
			}
			if !isASCII(w) && scan.idle() {
				t.Errorf("%q carries nothing", w)
			}
			if hashFold(strings.ToUpper(w)) != hashFold(w) && isASCII(w) {
				t.Errorf("%q and its capitals have two hashes", w)
			}
		}
		if scan.next() {
			t.Errorf("%q: a word more, up to %d", text, scan.at)
		}
	})
}
