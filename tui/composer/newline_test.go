package composer

import "testing"

// TestEnterBehindTheSeatLeavesTheHeaderWhole is a person who has filled in the
// last blank of the header and goes on to the next line: the count that stands
// behind the cursor stays where it belongs.
func TestEnterBehindTheSeatLeavesTheHeaderWhole(t *testing.T) {
	tests := []struct {
		name, text string
		at         int
		want       string
	}{
		{"behind the seat", "v1 note dur to bot n=0", len("v1 note dur to bot"), "v1 note dur to bot n=1\nhalf"},
		{"behind the space", "v1 note dur to bot n=0", len("v1 note dur to bot "), "v1 note dur to bot n=1\nhalf"},
		{"with facts below", "v1 note dur to bot n=1\nplan x", len("v1 note dur to bot"), "v1 note dur to bot n=2\nhalf\nplan x"},
		{"at the end", "v1 note dur to bot n=0", len("v1 note dur to bot n=0"), "v1 note dur to bot n=1\nhalf"},
		{"before the header", "v1 note dur to bot n=0", 0, "\nhalfv1 note dur to bot n=0"},
		{"in the header", "v1 note dur to bot n=0", len("v1 note"), "v1 note\nhalf dur to bot n=0"},
		{"behind a fact", "v1 note dur to bot n=1\nplan x", len("v1 note dur to bot n=1\nplan x"), "v1 note dur to bot n=2\nplan x\nhalf"},
		{"in prose", "n=0 is what it said", len("n=0"), "n=0\nhalf is what it said"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newComposer(100, 9)
			c.ReplaceText(tt.text)
			c.ed.SetCursor(tt.at)
			press(t, c, "enter", "half")
			if got := c.Text(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
