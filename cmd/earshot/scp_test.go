package main

import (
	"strings"
	"testing"

	"earshot/convention/scp"
)

// The dictionary that the help shows is one, and does what is said of it.
func TestTheDictionaryOfTheHelpWorks(t *testing.T) {
	d, err := scp.Load(strings.NewReader(exampleDictionary))
	if err != nil {
		t.Fatal(err)
	}
	if body, err := d.Encode([]byte(examplePayload)); err != nil || body != exampleBody {
		t.Errorf("encoded as %q, %v", body, err)
	}
	if back, err := d.Decode(exampleBody); err != nil || string(back) != examplePayload {
		t.Errorf("decoded as %s, %v", back, err)
	}
}
