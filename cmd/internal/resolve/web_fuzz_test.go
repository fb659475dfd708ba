package resolve

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/time/rate"
)

// redirector answers every request by sending it on to one address, and notes what was asked for.
type redirector struct {
	to    string
	asked []*http.Request
}

func (r *redirector) RoundTrip(request *http.Request) (*http.Response, error) {
	r.asked = append(r.asked, request)
	return &http.Response{StatusCode: http.StatusFound, Header: http.Header{"Location": {r.to}}, Body: http.NoBody, Request: request}, nil
}

// FuzzNoRequestLeavesTheList: whatever a room names, and wherever a listed host sends to, requests go to
// listed hosts alone, without credentials, and what is told is plain text.
func FuzzNoRequestLeavesTheList(f *testing.F) {
	for _, s := range []string{
		"https://ci.example.com/runs/1", "run <http://ci.example.com:80/x>, green", "http://ci.example.com@evil.example/", "http://evil.example#ci.example.com",
		"HTTPS://CI.EXAMPLE.COM./", "http://ci.example.com:8080/", "http://[::1]/", "http://user:pass@ci.example.com/", "//ci.example.com", "http://ci.example.com\\@evil.example/",
		"http://ci.example.com%00.evil.example/", "http:ci.example.com", "gopher://ci.example.com/", "http://\u202eci.example.com", "http://other.example:8443/\x1b[31m",
	} {
		f.Add(s, "http://evil.example/")
		f.Add("https://ci.example.com/x", s)
	}
	f.Fuzz(func(t *testing.T, reference, to string) {
		w, err := openWeb([]string{"ci.example.com", "other.example:8443"})
		if err != nil {
			t.Fatal(err)
		}
		host := &redirector{to: to}
		w.transport, w.pace = host, rate.NewLimiter(rate.Inf, 1)
		verdict, err := w.Resolve(t.Context(), reference)
		if err != nil {
			t.Fatal(err)
		}
		listed := []string{"ci.example.com", "ci.example.com:80", "ci.example.com:443", "other.example:8443"}
		for _, r := range host.asked {
			name := strings.ToLower(r.URL.Host)
			if at := strings.LastIndexByte(name, ':'); at >= 0 {
				name = strings.TrimSuffix(name[:at], ".") + name[at:]
			}
			if !slices.Contains(listed, strings.TrimSuffix(strings.TrimSuffix(name, "."), ":")) || r.URL.User != nil || r.Header.Get("Authorization") != "" || r.Header.Get("Referer") != "" {
				t.Errorf("%q sent to %q: asked %s", reference, to, r.URL)
			}
		}
		if len(host.asked) > 2*webRedirects {
			t.Errorf("%d requests", len(host.asked))
		}
		if strings.ContainsFunc(verdict.Detail, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("detail %q", verdict.Detail)
		}
	})
}
