package tui

import (
	"fmt"
	"strings"
	"testing"
)

func TestHistoryIsBounded(t *testing.T) {
	var h history
	for i := range mostSent + 50 {
		if !h.add(fmt.Sprintf("text %d", i)) {
			t.Fatalf("text %d is not kept", i)
		}
	}
	if h.add(fmt.Sprintf("text %d", mostSent+49)) {
		t.Error("the same text twice in a row is kept twice")
	}
	if n := len(h.texts); n != mostSent || h.texts[0] != "text 50" || h.texts[n-1] != fmt.Sprintf("text %d", mostSent+49) {
		t.Errorf("%d texts from %q to %q", n, h.texts[0], h.texts[n-1])
	}
	for i := range 40 {
		h.add(strings.Repeat("x", 32<<10-2) + fmt.Sprintf("%02d", i))
	}
	bytes := 0
	for _, text := range h.texts {
		bytes += len(text)
	}
	if bytes > mostSentBytes || bytes < mostSentBytes-32<<10 || !strings.HasSuffix(h.texts[len(h.texts)-1], "39") {
		t.Errorf("%d texts of %d bytes", len(h.texts), bytes)
	}
}

func TestHistoryHoldsNoCredential(t *testing.T) {
	var h history
	for _, text := range []string{
		"v1 note limiter to lead n=1\nthe key is AKIAIOSFODNN7EXAMPLE",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----",
		"sni_" + strings.Repeat("a1B2", 8),
	} {
		if h.add(text) {
			t.Errorf("%q is kept", text)
		}
	}
	if !h.add("v1 note limiter to lead n=1\nno key here") {
		t.Error("a text without one is not kept")
	}
}

func TestDamagedDraftsAreTold(t *testing.T) {
	whole := encodeDrafts([]unsent{full("first"), draft("second")})
	for text, want := range map[string]bool{
		whole: false, "": false, "plain\ntext\n": false, draftsBegin[:10]: false, encodeDrafts([]unsent{draft(draftsBegin)}): false,
		whole[:len(whole)-3]: true, whole + "x": true, draftsBegin + "nonsense": true, "half \xff": true, "nul \x00": true,
	} {
		if got := damagedDrafts(text); got != want {
			t.Errorf("%q damaged: %v", text, got)
		}
	}
}
