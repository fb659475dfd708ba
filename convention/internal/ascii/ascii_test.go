package ascii

import (
	"strings"
	"testing"
)

func TestClasses(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for i := range 256 {
		c := byte(i)
		letter := strings.IndexByte(letters, c) >= 0
		digit := strings.IndexByte("0123456789", c) >= 0
		if Letter(c) != letter || Digit(c) != digit || Alnum(c) != (letter || digit) {
			t.Errorf("byte %d: letter %v, digit %v, either %v", i, Letter(c), Digit(c), Alnum(c))
		}
	}
	for s, want := range map[string]bool{"": false, "0": true, "0129": true, "12a": false, "１": false} {
		if Digits(s) != want {
			t.Errorf("Digits(%q) = %v", s, !want)
		}
	}
}
