package resolve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"golang.org/x/time/rate"

	"earshot/convention/evidence"
)

// Limits of looking URLs up. They bound what a room of strangers can have this program do.
const (
	webTime      = 5 * time.Second // one reference, redirects included
	webHeader    = 32 << 10        // bytes of an answer's head; bodies are not read
	webAtOnce    = 4               // references
	webEvery     = 200 * time.Millisecond
	webBurst     = 10
	webRedirects = 4
)

// web looks URLs up whose hosts are on its list. It sends nothing but the address: no credentials, no
// cookies, no referrer. The environment's proxies are not used, since a proxy resolves names itself and
// where a name leads is checked here.
type web struct {
	hosts     map[string]bool   // host:port
	transport http.RoundTripper // no client: redirects are followed by our own rules, and there are no cookies
	turns     chan struct{}
	pace      *rate.Limiter
}

// openWeb makes a resolver for URLs of the hosts, each HOST or HOST:PORT; a host alone means the port
// that is the scheme's own.
func openWeb(hosts []string) (*web, error) {
	w := &web{hosts: make(map[string]bool), turns: make(chan struct{}, webAtOnce), pace: rate.NewLimiter(rate.Every(webEvery), webBurst)}
	for _, host := range hosts {
		u, err := url.Parse("http://" + host)
		if err != nil || u.Hostname() == "" || u.Host != host || u.Port() == "" && strings.HasSuffix(host, ":") || strings.ContainsAny(host, "*%") {
			return nil, fmt.Errorf("%q is neither HOST nor HOST:PORT", host)
		}
		name := hostName(u)
		if u.Port() != "" {
			w.hosts[net.JoinHostPort(name, u.Port())] = true
			continue
		}
		w.hosts[net.JoinHostPort(name, "80")] = true
		w.hosts[net.JoinHostPort(name, "443")] = true
	}
	w.transport = &http.Transport{
		DialContext:            dialPublic,
		DisableKeepAlives:      true, // a body that is not read must not be drained either
		MaxResponseHeaderBytes: webHeader,
		ForceAttemptHTTP2:      true,
	}
	return w, nil
}

func hostName(u *url.URL) string { return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".") }

// hostPort is what the list is asked for.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(hostName(u), port)
}

// dialPublic connects to a host as it was listed. A name that leads to an address of this machine or of a
// private network is not followed there; only an address that was itself listed, or localhost, is.
func dialPublic(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	dialer := net.Dialer{Timeout: webTime}
	if _, err := netip.ParseAddr(host); err != nil && !strings.EqualFold(host, "localhost") {
		dialer.Control = func(_, resolved string, _ syscall.RawConn) error { return checkPublic(resolved) }
	}
	return dialer.DialContext(ctx, network, address)
}

// errNotPublic says that a listed name leads to where names of strangers must not lead.
var errNotPublic = errors.New("the name leads to a private address, which is not listed itself")

func checkPublic(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	ip := at.Addr().Unmap()
	shared := netip.MustParsePrefix("100.64.0.0/10") // of carriers, RFC 6598
	translated := netip.MustParsePrefix("64:ff9b::/96")
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || shared.Contains(ip) || translated.Contains(ip) {
		return errNotPublic
	}
	return nil
}

// urlOf returns the first URL of a reference.
func urlOf(reference string) (*url.URL, bool) {
	for word := range strings.FieldsSeq(reference) {
		word = strings.Trim(word, "<>()[]{}`'\",;.")
		lower := strings.ToLower(word[:min(len(word), len("https://"))])
		if !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") {
			continue
		}
		u, err := url.Parse(word)
		return u, err == nil && u.Hostname() != ""
	}
	return nil, false
}

// Resolve looks the first URL of a reference up. A reference without one is not looked at. Found and
// Missing are what the host itself said of that address; all else is Unknown, with the reason.
func (w *web) Resolve(ctx context.Context, reference string) (evidence.Verdict, error) {
	u, ok := urlOf(reference)
	switch {
	case !ok:
		return evidence.Verdict{}, nil
	case u.User != nil:
		return unknown("the URL carries credentials and is not fetched"), nil
	case !w.hosts[hostPort(u)]:
		return unknown("URLs of this host are not fetched"), nil
	}
	select {
	case w.turns <- struct{}{}:
		defer func() { <-w.turns }()
	case <-ctx.Done():
		return evidence.Verdict{}, fmt.Errorf("look a URL up: %w", ctx.Err())
	}
	ctx, cancel := context.WithTimeout(ctx, webTime+webEvery*webAtOnce)
	defer cancel()
	return w.look(ctx, u), nil
}

// look asks for the head of what is at an address; for the whole where the host does not tell heads, or
// says that there is nothing: some say so of every head.
func (w *web) look(ctx context.Context, u *url.URL) evidence.Verdict {
	verdict, again := w.ask(ctx, http.MethodHead, u)
	if again {
		verdict, _ = w.ask(ctx, http.MethodGet, u)
	}
	return verdict
}

// ask makes one request, and those to which it is sent on within the list. Again says that a head was not
// enough.
func (w *web) ask(ctx context.Context, method string, u *url.URL) (verdict evidence.Verdict, again bool) {
	at := u
	for range webRedirects {
		if err := w.pace.Wait(ctx); err != nil {
			return unknown("too many URLs are being looked up"), false
		}
		status, to, err := w.fetch(ctx, method, at)
		switch {
		case err != nil:
			return unknown(whyNot(err)), false
		case status >= 300 && status < 400 && to != nil:
			if reason := w.leads(u, to); reason != "" {
				return unknown(fmt.Sprintf("HTTP %d, %s", status, reason)), false
			}
			at = to
			continue
		case status >= 200 && status < 300:
			return evidence.Verdict{Result: evidence.Found, Detail: fmt.Sprintf("HTTP %d", status)}, false
		case status == http.StatusNotFound || status == http.StatusGone:
			return evidence.Verdict{Result: evidence.Missing, Detail: fmt.Sprintf("HTTP %d", status)}, method == http.MethodHead
		}
		return unknown(fmt.Sprintf("HTTP %d", status)), method == http.MethodHead && (status == http.StatusMethodNotAllowed || status == http.StatusNotImplemented)
	}
	return unknown("the host sends from one address to the next"), false
}

// leads tells why a redirect is not followed, "" where it is. What stands at another path, a page to sign
// in at for one, says nothing about what was named.
func (w *web) leads(from, to *url.URL) string {
	switch {
	case to.Scheme != "http" && to.Scheme != "https" || to.User != nil || !w.hosts[hostPort(to)]:
		return "which leads to a host that is not listed"
	case from.Scheme == "https" && to.Scheme == "http":
		return "which leads away from TLS"
	case strings.TrimSuffix(from.Path, "/") != strings.TrimSuffix(to.Path, "/"):
		return "which leads to another page"
	}
	return ""
}

// fetch makes one request and returns the answer's status and where it sends to.
func (w *web) fetch(ctx context.Context, method string, u *url.URL) (status int, to *url.URL, err error) {
	request, err := http.NewRequestWithContext(ctx, method, u.String(), nil)
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("User-Agent", "earshot")
	request.Header.Set("Accept-Encoding", "identity")
	answer, err := w.transport.RoundTrip(request)
	if err != nil {
		return 0, nil, err
	}
	_ = answer.Body.Close() // unread: what it holds does not matter
	to, err = answer.Location()
	if err != nil {
		to = nil
	}
	return answer.StatusCode, to, nil
}

// whyNot puts a failure into words of ours: an error's own may hold whatever a stranger wrote.
func whyNot(err error) string {
	var name *net.DNSError
	var timeout net.Error
	switch {
	case errors.Is(err, errNotPublic):
		return errNotPublic.Error()
	case errors.As(err, &timeout) && timeout.Timeout():
		return "the host did not answer in time"
	case errors.As(err, &name):
		return "the host's name was not found"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the host refuses connections"
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return "the host broke the connection off"
	}
	return "the host could not be asked"
}

func unknown(detail string) evidence.Verdict {
	return evidence.Verdict{Result: evidence.Unknown, Detail: detail}
}
