package resolve

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earshot/convention/evidence"
)

// site is a host that notes every request that reaches it.
type site struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

func newSite(t *testing.T, handler http.HandlerFunc) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen = append(s.seen, r)
		s.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) host() string { return strings.TrimPrefix(s.URL, "http://") }

func (s *site) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var asked []string
	for _, r := range s.seen {
		asked = append(asked, r.Method+" "+r.URL.String())
	}
	return asked
}

func listing(t *testing.T, hosts ...string) *Resolver {
	t.Helper()
	r, err := Open("", "", hosts...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func answer(t *testing.T, r *Resolver, reference string) evidence.Verdict {
	t.Helper()
	v, err := r.Resolve(t.Context(), reference)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestListedHostTells(t *testing.T) {
	elsewhere := newSite(t, func(http.ResponseWriter, *http.Request) {})
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/there", "/moved/", "/only-get":
			if r.URL.Path == "/only-get" && r.Method == http.MethodHead {
				w.WriteHeader(http.StatusMethodNotAllowed)
			}
		case "/head-lies":
			if r.Method == http.MethodHead {
				w.WriteHeader(http.StatusNotFound)
			}
		case "/moved":
			http.Redirect(w, r, "/moved/", http.StatusMovedPermanently)
		case "/away":
			http.Redirect(w, r, elsewhere.URL+"/away", http.StatusFound)
		case "/odd":
			w.Header().Set("Location", "gopher://ci.example.com/odd")
			w.WriteHeader(http.StatusFound)
		case "/hostile":
			w.Header().Set("Location", "\x1b[31m")
			w.WriteHeader(http.StatusFound)
		case "/private":
			http.Redirect(w, r, "/login", http.StatusFound)
		case "/round":
			http.Redirect(w, r, "/round?again", http.StatusFound)
		case "/gone":
			w.WriteHeader(http.StatusGone)
		case "/sick":
			w.WriteHeader(http.StatusBadGateway)
		case "/forbidden":
			w.WriteHeader(http.StatusForbidden)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	})
	r := listing(t, s.host())
	for reference, want := range map[string]evidence.Verdict{
		s.URL + "/there":                       {Result: evidence.Found, Detail: "HTTP 200"},
		"run <" + s.URL + "/there>, all green": {Result: evidence.Found, Detail: "HTTP 200"},
		s.URL + "/only-get":                    {Result: evidence.Found, Detail: "HTTP 200"},
		s.URL + "/head-lies":                   {Result: evidence.Found, Detail: "HTTP 200"},
		s.URL + "/moved":                       {Result: evidence.Found, Detail: "HTTP 200"},
		s.URL + "/nothing":                     {Result: evidence.Missing, Detail: "HTTP 404"},
		s.URL + "/gone":                        {Result: evidence.Missing, Detail: "HTTP 410"},
		s.URL + "/away":                        {Result: evidence.Unknown, Detail: "HTTP 302, which leads to a host that is not listed"},
		s.URL + "/private":                     {Result: evidence.Unknown, Detail: "HTTP 302, which leads to another page"},
		s.URL + "/round":                       {Result: evidence.Unknown, Detail: "the host sends from one address to the next"},
		s.URL + "/odd":                         {Result: evidence.Unknown, Detail: "HTTP 302, which leads to a host that is not listed"},
		s.URL + "/hostile":                     {Result: evidence.Unknown, Detail: "the host could not be asked"},
		s.URL + "/sick":                        {Result: evidence.Unknown, Detail: "HTTP 502"},
		s.URL + "/forbidden":                   {Result: evidence.Unknown, Detail: "HTTP 403"},
		"commit 3f9a2c1":                       {Result: evidence.Unknown, Detail: "no resolver knows this kind of reference"},
	} {
		if got := answer(t, r, reference); got != want {
			t.Errorf("%s: %+v, want %+v", strings.TrimPrefix(reference, s.URL), got, want)
		}
	}
	if asked := elsewhere.asked(); len(asked) > 0 {
		t.Errorf("a host that is not listed was asked: %v", asked)
	}
	for _, r := range s.seen {
		for _, header := range []string{"Authorization", "Cookie", "Referer"} {
			if r.Header.Get(header) != "" {
				t.Errorf("%s %s was sent with %s", r.Method, r.URL, header)
			}
		}
	}
}

// TestNothingReachesAHostThatIsNotListed holds for every way to write it.
func TestNothingReachesAHostThatIsNotListed(t *testing.T) {
	s := newSite(t, func(http.ResponseWriter, *http.Request) {})
	_, port, _ := strings.Cut(s.host(), ":")
	lists := [][]string{
		{"example.com"}, {"127.0.0.1"}, {"127.0.0.1:1"}, {"localhost:" + port}, {"example.com:" + port}, {"[::1]:" + port},
	}
	references := []string{
		s.URL, s.URL + "/x", "run " + s.URL + "/jobs/1", "http://example.com@" + s.host(), "HTTP://" + s.host(), "http://127.0.0.1:" + port + "/#example.com",
		"http://user:secret@" + s.host() + "/", "https://" + s.host(), "http://localhost.:" + port, "http://127.1:" + port, "http://[::ffff:127.0.0.1]:" + port,
	}
	for _, hosts := range lists {
		r := listing(t, hosts...)
		for _, reference := range references {
			if v, _ := r.Resolve(t.Context(), reference); v.Result != evidence.Unknown {
				t.Errorf("with %v listed, %s is %v", hosts, reference, v)
			}
		}
	}
	if v := answer(t, listing(t, s.host()), "http://user:secret@"+s.host()+"/"); v.Result != evidence.Unknown || strings.Contains(v.Detail, "secret") {
		t.Errorf("a URL with credentials: %+v", v)
	}
	if asked := s.asked(); len(asked) > 0 {
		t.Errorf("asked: %v", asked)
	}
}

func TestPrivateAddressesBehindNames(t *testing.T) {
	for _, address := range []string{
		"127.0.0.1", "127.9.9.9", "::1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "fe80::1", "fd00::1", "0.0.0.0", "::",
		"224.0.0.1", "255.255.255.255", "100.64.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
	} {
		if err := checkPublic(netip.AddrPortFrom(netip.MustParseAddr(address), 80).String()); !errors.Is(err, errNotPublic) {
			t.Errorf("%s is taken for public: %v", address, err)
		}
	}
	for _, address := range []string{"93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:93.184.215.14"} {
		if err := checkPublic(netip.AddrPortFrom(netip.MustParseAddr(address), 443).String()); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestHostsThatAreNone(t *testing.T) {
	for _, host := range []string{"", "https://ci.example.com", "ci.example.com/x", "*.example.com", "user@ci.example.com", "ci.example.com:", "ci.example.com:http", ":80", "a b"} {
		if r, err := Open("", "", host); !errors.Is(err, ErrHost) || r != nil {
			t.Errorf("%q was taken: %v", host, err)
		}
	}
}

// TestSlowHostIsUnknownAndAskedAgain: a host that does not answer is no verdict for ever.
func TestSlowHostIsUnknownAndAskedAgain(t *testing.T) {
	var well atomic.Bool
	s := newSite(t, func(_ http.ResponseWriter, r *http.Request) {
		if !well.Load() {
			<-r.Context().Done()
		}
	})
	r := listing(t, s.host())
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	v, err := r.Resolve(ctx, s.URL+"/slow")
	if err != nil || v != (evidence.Verdict{Result: evidence.Unknown, Detail: "the host did not answer in time"}) {
		t.Errorf("%+v, %v", v, err)
	}
	well.Store(true)
	if v := answer(t, r, s.URL+"/slow"); v.Result != evidence.Found {
		t.Errorf("when it is well again: %+v", v)
	}
}

// TestBodyIsNotRead has a host send without end.
func TestBodyIsNotRead(t *testing.T) {
	var sent atomic.Int64
	ended := make(chan struct{})
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		defer close(ended)
		for {
			n, err := w.Write(make([]byte, 64<<10))
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
	})
	if v := answer(t, listing(t, s.host()), s.URL+"/huge"); v.Result != evidence.Found {
		t.Errorf("%+v", v)
	}
	<-ended // or the test never ends
	if sent.Load() > 64<<20 {
		t.Errorf("%d bytes were taken", sent.Load())
	}
}

func TestHeadWithoutEndIsUnknown(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("x", 4*webHeader))
	})
	if v := answer(t, listing(t, s.host()), s.URL); v != (evidence.Verdict{Result: evidence.Unknown, Detail: "the host could not be asked"}) {
		t.Errorf("%+v", v)
	}
}

// TestFewAreAskedAtOnce has many ask at once and looks how many requests are open.
func TestFewAreAskedAtOnce(t *testing.T) {
	var open, most atomic.Int64
	release := make(chan struct{})
	arrived := make(chan struct{}, 64)
	s := newSite(t, func(http.ResponseWriter, *http.Request) {
		n := open.Add(1)
		defer open.Add(-1)
		for seen := most.Load(); n > seen && !most.CompareAndSwap(seen, n); seen = most.Load() {
		}
		arrived <- struct{}{}
		<-release
	})
	r := listing(t, s.host())
	var group sync.WaitGroup
	for _, path := range []string{"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"} {
		group.Go(func() {
			if v, err := r.Resolve(t.Context(), s.URL+path); err != nil || v.Result != evidence.Found {
				t.Errorf("%s: %+v, %v", path, v, err)
			}
		})
	}
	for range webAtOnce {
		<-arrived
	}
	close(release)
	group.Wait()
	if most.Load() > webAtOnce {
		t.Errorf("%d requests were open at once", most.Load())
	}
}
