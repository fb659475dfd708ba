package convention

import "testing"

// TestShortTokenInPlaceOfCount reads headers whose last token is shorter than
// "n=".
func TestShortTokenInPlaceOfCount(t *testing.T) {
	for _, header := range []string{"v1 ask limiter to lead n", "v1 ask limiter to lead 1", "v1 ask limiter to lead n="} {
		m := Parse(header + "\nask how")
		if m.Form != Broken || m.Header == nil || m.Header.N != -1 {
			t.Errorf("%q is %v with %+v, want a broken header without a count", header, m.Form, m.Header)
		}
	}
}
