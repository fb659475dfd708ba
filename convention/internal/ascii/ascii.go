// Package ascii classifies bytes. Bytes outside of ASCII are neither letters
// nor digits.
package ascii

// Letter reports whether c is an ASCII letter.
func Letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// Digit reports whether c is an ASCII digit.
func Digit(c byte) bool { return c >= '0' && c <= '9' }

// Alnum reports whether c is an ASCII letter or digit.
func Alnum(c byte) bool { return Letter(c) || Digit(c) }

// Digits reports whether s is not empty and holds nothing but digits.
func Digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !Digit(s[i]) {
			return false
		}
	}
	return s != ""
}
