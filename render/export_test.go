package render

import (
	"slices"
	"strings"
	"testing"

	"earshot/convention"

	"golang.org/x/net/html"
)

// export writes a message with one of the writers.
func markdown(t *testing.T, in MessageInput) string {
	t.Helper()
	var b strings.Builder
	if err := WriteMarkdown(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func page(t *testing.T, title string, in ...MessageInput) string {
	t.Helper()
	var b strings.Builder
	h, err := NewHTML(&b, title)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range in {
		if err := h.Message(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// unescape takes the backslashes of CommonMark away and reports whether any
// punctuation stood without one.
func unescape(s string) (text string, bare bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
		case strings.IndexByte(markdownPunctuation, s[i]) >= 0:
			bare = true
		}
		b.WriteByte(s[i])
	}
	return b.String(), bare
}

func TestMarkdownEscapesEverything(t *testing.T) {
	for _, h := range hostile {
		raw := Clean(h.raw + "*b* [l](javascript:x) <img src=x> ![i](y) `c` # h 1. - + | a_b_ &lt; \\").String()
		text, bare := unescape(escapeMarkdown(raw))
		if text != raw || bare {
			t.Errorf("%q became %q", raw, escapeMarkdown(raw))
		}
	}
}

func TestMarkdown(t *testing.T) {
	got := markdown(t, study()[1])
	for _, want := range []string{
		"### \\#14 worker → lead report limiter\n", "**DATA n\\=10≠9**",
		"- **claim** unit test passing, 12 cases **UNPROVEN**\n", "- **cost** 61000 tokens\n", "> ↳ \\#12 lead\\:",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	code := markdown(t, MessageInput{Tokens: -1, Doc: convention.Parse("{\"a\": \"```\\n# no heading\"}")})
	if !strings.Contains(code, "````\n{\"a\": \"```\\n# no heading\"}\n````\n") {
		t.Errorf("code is not fenced:\n%s", code)
	}
	prose := markdown(t, MessageInput{Tokens: -1, Doc: convention.Parse("see https://example.com/a_b.\n    # x")})
	if !strings.Contains(prose, "see <https://example.com/a_b>\\.  \n\\# x") {
		t.Errorf("prose:\n%s", prose)
	}
}

func TestHTML(t *testing.T) {
	doc := page(t, "room <script>", study()...)
	for _, want := range []string{
		"<title>room &lt;script&gt;</title>", `id="m12"`, `<strong class="flag-bad">DATA n=10≠9</strong>`,
		`<a href="https://example.com/up?x=1" rel="noopener noreferrer nofollow">https://example.com/up?x=1</a>`,
	} {
		if !strings.Contains(doc, want) {
			t.Errorf("no %q in\n%s", want, doc)
		}
	}
}

// elements lists the names of the elements and checks attributes on the way.
func elements(t *testing.T, doc string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		names = append(names, n.Data)
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "style" {
				t.Errorf("attribute %s of %s", a.Key, n.Data)
			}
			if a.Key == "href" && !strings.HasPrefix(a.Val, "http://") && !strings.HasPrefix(a.Val, "https://") {
				t.Errorf("link to %q", a.Val)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Hostile bodies, names and types add no element that harmless ones do not have.
func TestHTMLOfHostileText(t *testing.T) {
	allowed := elements(t, page(t, "t", study()...))
	attacks := []string{"<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)",
		"https://x.y/\"onmouseover=alert(1)", "http://javascript:alert(1)@x", "</style><iframe>", "{{.}}", "https://e.x/<b>"}
	for _, h := range hostile {
		attacks = append(attacks, h.raw)
	}
	for _, raw := range attacks {
		in := MessageInput{From: raw, Type: raw, Doc: convention.Parse("v1 " + raw + " to x n=1\nask " + raw + "\nopt/" + raw + " x"),
			ReplyTo: &ReplyRef{From: raw, Text: raw}, Pending: "failed: " + raw}
		doc := page(t, raw, in, MessageInput{Doc: convention.Parse(raw)})
		for _, name := range elements(t, doc) {
			if !slices.Contains(allowed, name) {
				t.Errorf("%q brings in <%s>", raw, name)
			}
		}
		if strings.ContainsAny(doc, "\x1b\u202e\u200b") {
			t.Errorf("%q is not cleaned", raw)
		}
	}
}

func TestLinks(t *testing.T) {
	for text, want := range map[string]string{
		"see https://example.com/a/b?c=d. next":   "https://example.com/a/b?c=d",
		"(http://x.y/z)":                          "http://x.y/z",
		"http://x.y/(a)":                          "http://x.y/(a)",
		"<https://x.y/z>,":                        "https://x.y/z",
		"https://user:pw@bank.example/":           "",
		"https://":                                "",
		"ftp://x.y javascript:alert(1) file:///x": "",
		"xhttps://x.y":                            "",
		"httpshttp://x.y":                         "",
		"https://x.y/日本":                          "https://x.y/",
		"https://x.y http://z.w!":                 "https://x.y http://z.w",
		"HTTPS://x.y":                             "",
	} {
		var got []string
		for _, l := range Links(Clean(text)) {
			got = append(got, l.URL)
			if shown := text[l.Span.Start:l.Span.End]; shown != l.URL {
				t.Errorf("%q shows %q and leads to %q", text, shown, l.URL)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("Links(%q) = %q, want %q", text, s, want)
		}
	}
}
