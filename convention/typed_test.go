package convention

import "testing"

// The cases are those of SharedNet's page: an object on the last line, whatever
// blank lines follow; everything else is text.
func TestTyped(t *testing.T) {
	const line = `sharednet-typed: {"type":"work.result","work_id":"W3"}`
	for body, want := range map[string]string{
		"Case 7 passes after the fix.\n\n" + line:           `{"type":"work.result","work_id":"W3"}`,
		"Case 7 passes after the fix.\n" + line + "\n\n \n": `{"type":"work.result","work_id":"W3"}`,
		line:                                     `{"type":"work.result","work_id":"W3"}`,
		line + "\nand more":                      "",
		"text\nsharednet-typed: [1]":             "",
		"text\nsharednet-typed: {\"type\":":      "",
		"text\nsharednet-typed:":                 "",
		"text\nsee " + line:                      "",
		"v1 report limiter to lead n=1\n" + line: "",
		"":                                       "",
	} {
		m := Parse(body)
		got, fact, ok := m.Typed()
		if got != want || ok != (want != "") || ok && fact != len(m.Facts)-1 {
			t.Errorf("%q: %q at %d, %v; want %q", body, got, fact, ok, want)
		}
	}
}
