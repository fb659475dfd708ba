package client_test

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/client/wire"
)

const token = "sni_0123456789abcdefghijABCDEFGHIJ0123456789abc"

// gateway serves a room of clienttest over websockets.
type gateway struct {
	room  *clienttest.Server
	auths chan string
}

func (g gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case g.auths <- r.Header.Get("Authorization"):
	default:
	}
	up := websocket.Upgrader{EnableCompression: true}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	_, data, err := ws.ReadMessage()
	if err != nil {
		return
	}
	f, err := wire.Decode(data)
	hello, ok := f.(wire.Hello)
	if err != nil || !ok || hello.Token != "" {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	conn, err := g.room.Transport("yu").Connect(ctx, client.Resume{After: hello.After, Epoch: hello.Epoch})
	if err != nil {
		return
	}
	var wg sync.WaitGroup
	defer wg.Wait()
	defer conn.Close()
	wg.Go(func() {
		defer ws.Close()
		g.down(ctx, ws, conn)
	})
	for {
		_, data, err := ws.ReadMessage()
		if err != nil {
			return
		}
		f, err := wire.Decode(data)
		if err != nil || conn.Send(ctx, f) != nil {
			return
		}
	}
}

func (g gateway) down(ctx context.Context, ws *websocket.Conn, conn client.Conn) {
	for {
		f, err := conn.Receive(ctx)
		var closed *client.CloseError
		if errors.As(err, &closed) {
			_ = ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(closed.Code, ""), time.Now().Add(time.Second))
		}
		if err != nil {
			return
		}
		data, err := wire.Encode(f)
		if err != nil || ws.WriteMessage(websocket.TextMessage, data) != nil {
			return
		}
	}
}

func overWebSocket(h *clienttest.Hall) func(*client.Config) {
	return func(c *client.Config) {
		c.Transport = client.WebSocket(client.WebSocketConfig{URL: "ws://room.test/rooms/main", Token: token, Dial: h.Dial})
	}
}

// cutAfter closes a connection after so many bytes have come in.
type cutAfter struct {
	net.Conn
	left int
}

func (c *cutAfter) Read(p []byte) (int, error) {
	if c.left <= 0 {
		_ = c.Close()
		return 0, io.ErrUnexpectedEOF
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

func TestWebSocketCutAtManyBytes(t *testing.T) {
	for cut := 0; cut < 2400; cut += 53 {
		synctest.Test(t, func(t *testing.T) {
			room := clienttest.NewServer(clienttest.Options{PageMessages: 3})
			h := clienttest.OpenHall(gateway{room, nil})
			h.Line = func(n int, c net.Conn) net.Conn {
				if n > 3 {
					return c
				}
				return &cutAfter{c, cut + n}
			}
			s := &sitting{Server: room, Recorder: &clienttest.Recorder{}}
			s.start("yu", overWebSocket(h))
			for i := range 8 {
				s.Say("lead", fmt.Sprintf("message %d %s", i, strings.Repeat("text ", i*20)))
			}
			s.session.Post(client.Draft{ID: "a", Content: "one"})
			s.session.Post(client.Draft{ID: "b", Content: "two"})
			settle()
			s.agree(t)
			if len(s.Log()) != 10 || s.State() != client.StateLive {
				t.Errorf("cut after %d: %d stored, state %v", cut, len(s.Log()), s.State())
			}
			s.end(t)
			h.Close()
		})
	}
}

func TestAQuietWebSocketLivesForHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room := clienttest.NewServer(clienttest.Options{})
		auths := make(chan string, 1)
		h := clienttest.OpenHall(gateway{room, auths})
		s := &sitting{Server: room, Recorder: &clienttest.Recorder{}}
		s.start("yu", overWebSocket(h))
		time.Sleep(5 * time.Hour)
		s.Say("lead", "still there?")
		settle()
		s.agree(t)
		if n := h.Dials(); n != 1 {
			t.Errorf("%d connections", n)
		}
		if got := <-auths; got != "Bearer "+token {
			t.Errorf("authorization %q", got)
		}
		s.end(t)
		h.Close()
	})
}

// deadLine lets nothing through any more once dead is set: writes vanish, reads wait.
type deadLine struct {
	net.Conn
	dead *atomic.Bool
}

func (d deadLine) Write(p []byte) (int, error) {
	if d.dead.Load() {
		return len(p), nil
	}
	return d.Conn.Write(p)
}

func (d deadLine) Read(p []byte) (int, error) {
	n, err := d.Conn.Read(p)
	for err == nil && d.dead.Load() {
		n, err = d.Conn.Read(p)
	}
	return n, err
}

func TestADeadWebSocketIsFoundAfterFortyFiveSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room := clienttest.NewServer(clienttest.Options{})
		h := clienttest.OpenHall(gateway{room, nil})
		var dead atomic.Bool
		h.Line = func(n int, c net.Conn) net.Conn {
			if n == 1 {
				return deadLine{c, &dead}
			}
			return c
		}
		s := &sitting{Server: room, Recorder: &clienttest.Recorder{}}
		s.start("yu", overWebSocket(h))
		synctest.Wait()
		dead.Store(true)
		time.Sleep(30 * time.Second)
		if s.State() != client.StateLive {
			t.Errorf("given up after 30 s: %v", s.State())
		}
		s.Say("lead", "unheard")
		time.Sleep(17 * time.Second)
		synctest.Wait()
		s.agree(t)
		found := false
		for _, st := range clienttest.Of[client.Status](s.Recorder) {
			found = found || errors.Is(st.Err, client.ErrSilent)
		}
		if !found || h.Dials() != 2 {
			t.Errorf("silence found: %v, %d connections", found, h.Dials())
		}
		s.end(t)
		h.Close()
	})
}

// badRoom upgrades and says one thing.
func badRoom(say func(ws *websocket.Conn), heard chan<- int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		up := websocket.Upgrader{EnableCompression: true}
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		if _, _, err := ws.ReadMessage(); err != nil {
			return
		}
		said := make(chan struct{})
		defer func() { _ = ws.Close(); <-said }()
		go func() {
			defer close(said)
			say(ws)
		}()
		_, _, err = ws.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			heard <- closed.Code
		}
	}
}

func TestWhatARoomMustNotSend(t *testing.T) {
	big := func(n int) []byte {
		data, err := wire.Encode(wire.Messages{Messages: []wire.Message{{Content: strings.Repeat("x", n)}}})
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for name, c := range map[string]struct {
		say  func(ws *websocket.Conn)
		code int
	}{
		"no JSON":      {func(ws *websocket.Conn) { _ = ws.WriteMessage(websocket.TextMessage, []byte("hello")) }, wire.CloseBadRequest},
		"no object":    {func(ws *websocket.Conn) { _ = ws.WriteMessage(websocket.TextMessage, []byte("[1]")) }, wire.CloseBadRequest},
		"binary":       {func(ws *websocket.Conn) { _ = ws.WriteMessage(websocket.BinaryMessage, []byte("{}")) }, 1003},
		"inflates":     {func(ws *websocket.Conn) { _ = ws.WriteMessage(websocket.TextMessage, big(wire.MaxFrame)) }, wire.CloseTooBig},
		"inflates far": {func(ws *websocket.Conn) { _ = ws.WriteMessage(websocket.TextMessage, big(40<<20)) }, wire.CloseTooBig},
		"too big": {func(ws *websocket.Conn) {
			ws.EnableWriteCompression(false)
			_ = ws.WriteMessage(websocket.TextMessage, big(wire.MaxFrame))
		}, wire.CloseTooBig},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				heard := make(chan int, 9)
				h := clienttest.OpenHall(badRoom(c.say, heard))
				w := client.WebSocket(client.WebSocketConfig{URL: "ws://room.test/rooms/main", Dial: h.Dial})
				conn, err := w.Connect(t.Context(), client.Resume{})
				if err != nil {
					t.Fatal(err)
				}
				f, err := conn.Receive(t.Context())
				if err == nil || errors.Is(err, client.ErrRefused) {
					t.Errorf("received %v, %v", f, err)
				}
				if p := client.Explain(err); p.What == "" || p.Do == "" || p.Exit != 3 {
					t.Errorf("explained as %+v", p)
				}
				_ = conn.Close()
				h.Close()
				if got := <-heard; got != c.code {
					t.Errorf("closed with %d, want %d", got, c.code)
				}
			})
		})
	}
}

// TestWhyARoomClosed: a room that refuses after the upgrade tells why in an error frame, in the close frame, or not at all.
func TestWhyARoomClosed(t *testing.T) {
	for name, c := range map[string]struct {
		frame, text, says string
		code              int
		final             bool
	}{
		"error frame": {`{"op":"error","error":{"code":"authentication_required","message":"who are you?"}}`, "", "no token was given. It says: who are you?", 4401, true},
		"code":        {"", "authentication_required", "no token was given", 4401, true},
		"both":        {`{"op":"error","error":{"code":"invalid_credentials","message":"gone"}}`, "invalid_credentials", "does not know this token", 4401, true},
		"sentence":    {"", "You were removed.", "does not allow that with this token. It says: You were removed.", 4403, true},
		"nothing":     {"", "", "does not know this token", 4401, true},
		"going":       {"", "", "went away", 1001, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := clienttest.OpenHall(badRoom(func(ws *websocket.Conn) {
					if c.frame != "" {
						_ = ws.WriteMessage(websocket.TextMessage, []byte(`{"op":"welcome","protocol":1}`))
						_ = ws.WriteMessage(websocket.TextMessage, []byte(c.frame))
					}
					_ = ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(c.code, c.text), time.Now().Add(time.Second))
				}, make(chan int, 99)))
				rec := &clienttest.Recorder{}
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				s := client.New(client.Config{Transport: client.WebSocket(client.WebSocketConfig{URL: "ws://room.test/rooms/main", Dial: h.Dial})})
				go func() { ended <- s.Run(ctx, rec.Emit) }()
				time.Sleep(time.Second)
				synctest.Wait()
				var told error
				for _, st := range clienttest.Of[client.Status](rec) {
					if st.Err != nil {
						told = st.Err
					}
				}
				if p := client.Explain(told); told == nil || !strings.Contains(p.What, c.says) || p.Do == "" {
					t.Errorf("explained as %+v", p)
				}
				stop()
				if err := <-ended; errors.Is(err, client.ErrRefused) != c.final {
					t.Errorf("run: %v", err)
				}
				h.Close()
			})
		})
	}
}

func TestRefusedUpgrades(t *testing.T) {
	apiError := func(status int, code string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(status)
			_ = json.NewEncoder(w).Encode(map[string]any{"error": wire.Error{Code: code, Message: "told \x1b[31mred\x1b[0m about " + token}})
		}
	}
	page := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Location", "https://elsewhere.test/")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "<html>hello</html>")
		}
	}
	for name, c := range map[string]struct {
		answer      http.HandlerFunc
		refused, no bool // ErrRefused, ErrNotRoom
		says        string
	}{
		"401":            {apiError(401, wire.CodeBadCredential), true, false, "does not know this token"},
		"403":            {apiError(403, wire.CodeNotMember), true, false, "does not sit in the room"},
		"404":            {apiError(404, wire.CodeRoomNotFound), true, false, "There is no room main at room.test"},
		"404 of another": {page(404), true, false, "There is no room main at room.test"},
		"409":            {apiError(409, wire.CodeRoomClosed), true, false, "The room is closed"},
		"410":            {apiError(410, wire.CodeInviteRevoked), true, false, "expired or was revoked"},
		"429":            {apiError(429, wire.CodeRateLimited), false, false, "asks to wait"},
		"503":            {apiError(503, wire.CodeUnavailable), false, false, "in trouble (503)"},
		"502 of a proxy": {page(502), false, false, "in trouble (502)"},
		"web page":       {page(200), false, true, "no Earshot room at room.test: it answers 200 OK"},
		"redirect":       {page(302), false, true, "it redirects to https://elsewhere.test/"},
		"bad request":    {page(400), false, true, "it answers 400"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := clienttest.OpenHall(c.answer)
				w := client.WebSocket(client.WebSocketConfig{URL: "ws://room.test/rooms/main", Token: token, Dial: h.Dial})
				_, err := w.Connect(t.Context(), client.Resume{})
				h.Close()
				if errors.Is(err, client.ErrRefused) != c.refused || errors.Is(err, client.ErrNotRoom) != c.no {
					t.Errorf("refused %v, no room %v: %v", errors.Is(err, client.ErrRefused), errors.Is(err, client.ErrNotRoom), err)
				}
				p := client.Explain(fmt.Errorf("open: %w", err))
				all := p.What + p.Do + err.Error() + p.Error() + fmt.Sprintf("%+v %#v", err, p.Err)
				if !strings.Contains(p.What, c.says) || p.Do == "" || p.Exit != 3 {
					t.Errorf("explained as %q %q", p.What, p.Do)
				}
				if strings.Contains(all, "0123456789abcdef") {
					t.Errorf("a token shows: %s", all)
				}
				if strings.Contains(p.What+p.Do, "\x1b") {
					t.Errorf("control characters from outside: %q", p.What)
				}
			})
		})
	}
}

func TestUnreachable(t *testing.T) {
	fail := func(err error) func(context.Context, string, string) (net.Conn, error) {
		return func(context.Context, string, string) (net.Conn, error) {
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: err}
		}
	}
	hang := func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	mute := func(context.Context, string, string) (net.Conn, error) {
		near, _ := net.Pipe() // nobody reads the other end
		return near, nil
	}
	answer := func(text string) func(context.Context, string, string) (net.Conn, error) {
		return func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			go func() {
				_, _ = far.Read(make([]byte, 4096))
				_, _ = io.WriteString(far, text)
				_ = far.Close()
			}()
			return near, nil
		}
	}
	for name, c := range map[string]struct {
		dial func(context.Context, string, string) (net.Conn, error)
		says string
	}{
		"hangs up":    {answer(""), "room.test hung up"},
		"SSH":         {answer("SSH-2.0-OpenSSH_9.2\r\n"), "it does not speak HTTP"},
		"name":        {fail(&net.DNSError{Err: "no such host", Name: "room.test", IsNotFound: true}), "The name room.test is not known"},
		"name server": {fail(&net.DNSError{Err: "server misbehaving", Name: "room.test", IsTemporary: true}), "cannot be looked up"},
		"refused":     {fail(syscall.ECONNREFUSED), "Nothing listens at room.test"},
		"winsock":     {fail(syscall.Errno(10061)), "Nothing listens at room.test"},
		"unreachable": {fail(syscall.ENETUNREACH), "no way to room.test"},
		"hangs":       {hang, "room.test does not answer"},
		"mute":        {mute, "room.test does not answer"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := client.WebSocket(client.WebSocketConfig{URL: "ws://room.test/rooms/main", Token: token, Dial: c.dial})
				begin := time.Now()
				_, err := w.Connect(t.Context(), client.Resume{})
				if took := time.Since(begin); took > 10*time.Second {
					t.Errorf("took %v", took)
				}
				if errors.Is(err, client.ErrRefused) || errors.Is(err, client.ErrNotRoom) != (name == "SSH") {
					t.Errorf("final: %v", err)
				}
				if p := client.Explain(err); !strings.Contains(p.What, c.says) || p.Do == "" || p.Exit != 3 {
					t.Errorf("explained as %q %q", p.What, p.Do)
				}
			})
		})
	}
}

func TestTheEndOfTheContextEndsEverything(t *testing.T) {
	t.Run("connecting", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(3*time.Second, cancel)
			begin := time.Now()
			_, err := client.WebSocket(client.WebSocketConfig{URL: "ws://room.test/rooms/main", Dial: func(context.Context, string, string) (net.Conn, error) {
				near, _ := net.Pipe()
				return near, nil
			}}).Connect(ctx, client.Resume{})
			if !errors.Is(err, context.Canceled) || time.Since(begin) != 3*time.Second {
				t.Errorf("%v after %v", err, time.Since(begin))
			}
		})
	})
	t.Run("hello", func(t *testing.T) { // nobody reads, so that it blocks
		synctest.Test(t, func(t *testing.T) {
			over := make(chan struct{})
			h := clienttest.OpenHall(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				up := websocket.Upgrader{}
				if ws, err := up.Upgrade(w, r, nil); err == nil {
					<-over
					_ = ws.Close()
				}
			}))
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(3*time.Second, cancel)
			begin := time.Now()
			conn, err := client.WebSocket(client.WebSocketConfig{URL: "ws://room.test/rooms/main", Dial: h.Dial}).Connect(ctx, client.Resume{})
			if err == nil {
				_, err = conn.Receive(ctx)
				_ = conn.Close()
			}
			if err == nil || time.Since(begin) > 4*time.Second {
				t.Errorf("%v after %v", err, time.Since(begin))
			}
			close(over)
			h.Close()
		})
	})
}

func quietLog() *log.Logger { return log.New(io.Discard, "", 0) }

func TestTLS(t *testing.T) {
	room := clienttest.NewServer(clienttest.Options{})
	defer room.Close()
	server := httptest.NewUnstartedServer(gateway{room, nil})
	server.Config.ErrorLog = quietLog()
	server.StartTLS()
	defer server.Close()
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	address := strings.Replace(server.URL, "https://", "wss://", 1) + "/rooms/main"
	connect := func(c client.WebSocketConfig) error {
		conn, err := client.WebSocket(c).Connect(t.Context(), client.Resume{})
		if err != nil {
			return err
		}
		defer conn.Close()
		f, err := conn.Receive(t.Context())
		if _, ok := f.(wire.Welcome); err == nil && !ok {
			return fmt.Errorf("received %T", f)
		}
		return err
	}
	if err := connect(client.WebSocketConfig{URL: address, CA: pool}); err != nil {
		t.Errorf("with its authority: %v", err)
	}
	err := connect(client.WebSocketConfig{URL: address})
	if p := client.Explain(err); !errors.Is(err, client.ErrUntrusted) || !strings.Contains(p.Do, "--ca") {
		t.Errorf("without: %v, %+v", err, p)
	}
	err = connect(client.WebSocketConfig{URL: strings.Replace(address, "wss://", "ws://", 1)})
	if p := client.Explain(err); !errors.Is(err, client.ErrNotRoom) || !strings.Contains(p.What, "wss://") {
		t.Errorf("plain against TLS: %v, %+v", err, p)
	}
	plain := httptest.NewUnstartedServer(gateway{room, nil})
	plain.Config.ErrorLog = quietLog()
	plain.Start()
	defer plain.Close()
	err = connect(client.WebSocketConfig{URL: strings.Replace(plain.URL, "http://", "wss://", 1) + "/rooms/main"})
	if p := client.Explain(err); !errors.Is(err, client.ErrNotRoom) || !strings.Contains(p.Do, "ws://") {
		t.Errorf("TLS against plain: %v, %+v", err, p)
	}
}

func TestProxy(t *testing.T) {
	room := clienttest.NewServer(clienttest.Options{})
	defer room.Close()
	server := httptest.NewServer(gateway{room, nil})
	defer server.Close()
	asked := make(chan string, 1)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method + " " + r.Host
		far, err := net.Dial("tcp", server.Listener.Addr().String())
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
		_, _ = io.WriteString(near, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { _, _ = io.Copy(far, near) }()
		_, _ = io.Copy(near, far)
	}))
	defer proxy.Close()
	through, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := client.WebSocket(client.WebSocketConfig{URL: "ws://room.invalid/rooms/main", Token: token, Proxy: http.ProxyURL(through)}).
		Connect(t.Context(), client.Resume{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if f, err := conn.Receive(t.Context()); err != nil || f.Op() != wire.OpWelcome {
		t.Errorf("received %v, %v", f, err)
	}
	if got := <-asked; got != "CONNECT room.invalid:80" {
		t.Errorf("proxy was asked for %q", got)
	}
}
