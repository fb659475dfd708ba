package render

import (
	"strings"
	"testing"

	"earshot/convention"
)

func typedBody(body string, pretty bool) string {
	return plainRows(MessageRows(MessageInput{Sequence: 1, From: "lead", Tokens: -1, Doc: convention.Parse(body), JSONPretty: pretty}, 100, NewMeasure(false)))
}

// TestTypedObjectIsFolded: the text loses the line, the object stands apart under
// its type, and whole on demand; what is no object stays text.
func TestTypedObjectIsFolded(t *testing.T) {
	const body = "Case 7 passes after the fix.\n\nsharednet-typed: {\"type\":\"work.result\",\"work_id\":\"W3\",\"artifacts\":{\"log\":\"sha256:ab12\"},\"n\":2}"
	got := typedBody(body, false)
	for _, want := range []string{"Case 7 passes after the fix.", "typed work.result work_id W3 · artifacts {\"log\":\"sha256:ab12\"} · n 2"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Contains(got, "sharednet-typed") {
		t.Errorf("the line is shown as it came:\n%s", got)
	}
	if got := typedBody(body, true); !strings.Contains(got, `"work_id": "W3"`) {
		t.Errorf("on demand the object is not indented:\n%s", got)
	}
	if got := typedBody("x\nsharednet-typed: {\"type\":5,\"a\":\"b\"}", false); !strings.Contains(got, "typed type 5 · a b") {
		t.Errorf("a type that is no string is no label:\n%s", got)
	}
	for _, bad := range []string{"x\nsharednet-typed: [1]", "x\nsharednet-typed: {bad", "sharednet-typed: {}\nx"} {
		if got := typedBody(bad, false); !strings.Contains(got, "sharednet-typed") {
			t.Errorf("%q: what is no trailer is hidden:\n%s", bad, got)
		}
	}
}

// TestTypedObjectIsHostileToo: escapes in an object come alive when it is read,
// and are cleaned then; a credential in it is masked as anywhere.
func TestTypedObjectIsHostileToo(t *testing.T) {
	got := typedBody("x\nsharednet-typed: {\"type\":\"a\\u001b[31mb\",\"\\u202ek\":\"v\\nw\"}", false)
	if strings.ContainsAny(got, "\x1b\u202e") || strings.Contains(got, "v\nw") {
		t.Errorf("raw controls in %q", got)
	}
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	for _, pretty := range []bool{false, true} {
		if got := typedBody("x\nsharednet-typed: {\"type\":\"a\",\"k\":\""+secret+"\"}", pretty); strings.Contains(got, secret) {
			t.Errorf("the credential is shown:\n%s", got)
		}
	}
}
