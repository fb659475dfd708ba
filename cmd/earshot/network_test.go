package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"earshot/cmd/internal/room"
)

// makeCertificate writes a certificate that signs itself, for 127.0.0.1 and room.test, and its key:
// "certificate CERT KEY".
func makeCertificate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: certificate CERT KEY")
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	ts.Check(err)
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "room.test"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"room.test"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	ts.Check(err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	ts.Check(err)
	for name, block := range map[string]*pem.Block{args[0]: {Type: "CERTIFICATE", Bytes: certificate}, args[1]: {Type: "PRIVATE KEY", Bytes: private}} {
		ts.Check(os.WriteFile(ts.MkAbs(name), pem.EncodeToMemory(block), 0o600))
	}
}

// proxy leads every name to one address and notes what it was asked for.
type proxy struct {
	target  string
	forward http.Handler

	mu    sync.Mutex
	asked []string
}

func (x *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x.mu.Lock()
	x.asked = append(x.asked, r.Method+" "+r.Host)
	x.mu.Unlock()
	if r.Method != http.MethodConnect {
		x.forward.ServeHTTP(w, r)
		return
	}
	far, err := net.Dial("tcp", x.target)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer far.Close()
	near, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer near.Close()
	if _, err := io.WriteString(near, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
		return
	}
	go func() { _, _ = io.Copy(far, near) }() // ends with either side
	_, _ = io.Copy(near, far)
}

// startProxy starts a proxy that leads every name to the host of an address: "proxy ADDRESS". It stands at
// $PROXY.
func startProxy(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: proxy ADDRESS")
	}
	to, err := url.Parse(args[0])
	ts.Check(err)
	x := &proxy{target: to.Host, forward: httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: to.Host})}
	server := httptest.NewServer(x)
	ts.Defer(func() {
		server.CloseClientConnections()
		server.Close()
	})
	ts.Setenv("PROXY", server.URL)
	ts.Value(scenarioKey{}).(*scenario).proxy = x
}

// proxied checks that the proxy was asked for something since the last time: "proxied CONNECT room.test:443".
func proxied(ts *testscript.TestScript, neg bool, args []string) {
	x := ts.Value(scenarioKey{}).(*scenario).proxy
	if x == nil {
		ts.Fatalf("usage: proxied METHOD HOST, where proxy came first")
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	found := false
	for _, asked := range x.asked {
		found = found || asked == strings.Join(args, " ")
	}
	if found == neg {
		ts.Fatalf("the proxy was asked for %q", x.asked)
	}
	x.asked = nil
}

// meter counts the bytes that a server writes to its connections.
type meter struct {
	net.Listener
	written atomic.Int64
}

type metered struct {
	net.Conn
	written *atomic.Int64
}

func (m *meter) Accept() (net.Conn, error) {
	conn, err := m.Listener.Accept()
	return metered{conn, &m.written}, err
}

func (m metered) Write(p []byte) (int, error) {
	n, err := m.Conn.Write(p)
	m.written.Add(int64(n))
	return n, err
}

// A room of this program and its client agree on compression: what is read takes a fraction of its size on
// the wire.
func TestARoomIsReadCompressed(t *testing.T) {
	server, err := room.Open(t.Context(), room.Config{Rooms: []string{"main"}, PostsPerMinute: 1 << 20, PostBurst: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &meter{Listener: plain}
	served := make(chan error, 1)
	ctx, stop := contextOf(t)
	go func() { served <- server.Serve(ctx, m) }()
	defer func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	}()
	_, token, err := server.Join("main", "yu", "person")
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for n := range 60 {
		content := fmt.Sprintf("v1 note limiter to all n=1\nround %d: %s", n, strings.Repeat("the counters stand where they stood before ", 60))
		size += len(content)
		if code, body := ask(t, server, "POST", "/api/v1/rooms/main/messages", token, fmt.Sprintf(`{"content":%q}`, content)); code != http.StatusCreated {
			t.Fatalf("%d %s", code, body)
		}
	}
	p, out, said := bench(strings.NewReader(""))
	p.env = func(name string) string { return map[string]string{tokenEnv: token}[name] }
	if code := run(t.Context(), []string{"tail", "--json", "ws://" + plain.Addr().String() + "/rooms/main"}, p); code != exitFine {
		t.Fatalf("exit code %d; it says %s", code, said)
	}
	if out.Len() < size {
		t.Fatalf("%d bytes of %d were read", out.Len(), size)
	}
	if wire := m.written.Load(); wire > int64(size/4) {
		t.Errorf("%d bytes of text took %d on the wire", size, wire)
	}
}
