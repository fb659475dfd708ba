package main

import (
	"strings"
	"testing"

	"earshot/convention"
)

// A scrubbed text holds no credential and as many lines as before, so that its header stays true.
func TestScrubbedTextKeepsItsLines(t *testing.T) {
	key := "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=\n", 4) + "-----END PRIVATE KEY-----"
	for _, text := range []string{
		"the key is AKIAIOSFODNN7EXAMPLE today\n", "AKIAIOSFODNN7EXAMPLE and AKIAIOSFODNN7EXAMPLA",
		"v1 note key to all n=7\n" + key + "\nthat was it\n", key,
	} {
		got, changed := withoutSecrets(text)
		if !changed || len(convention.Secrets(got)) > 0 || strings.Count(got, "\n") != strings.Count(text, "\n") || !strings.Contains(got, secretRemoved) {
			t.Errorf("%q became %q, changed %v", text, got, changed)
		}
		if before, after := convention.Parse(text), convention.Parse(got); len(before.Facts) != len(after.Facts) {
			t.Errorf("%q has %d facts and %q has %d", text, len(before.Facts), got, len(after.Facts))
		}
	}
	if got, changed := withoutSecrets("good morning"); changed || got != "good morning" {
		t.Errorf("%q, changed %v", got, changed)
	}
}

// An export is looked through however it comes in pieces.
func TestAMessageIsFoundInPieces(t *testing.T) {
	export := `{"earshot_export":1,"room":"main"}` + "\n" + `{"sequence":1,"body":{"content":"one"}}` + "\n" + `{"sequence":12,"body":{"content":"two"}}` + "\n"
	for size := 1; size < len(export); size += 3 {
		f := &messageFinder{start: []byte(`{"sequence":12,`)}
		for rest := export; rest != ""; {
			n := min(size, len(rest))
			if _, err := f.Write([]byte(rest[:n])); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if !f.found || f.content != "two" {
			t.Fatalf("in pieces of %d: %+v", size, f)
		}
	}
}
