package client_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"earshot/client"
)

const (
	invite = "rit_0123456789abcdefghijABCDEFGHIJ0123456789abc"
	public = "shr_0123456789abcdefghijABCDEFGHIJ0123456789abc"
	secret = "0123456789abcdef"
)

func TestParseSource(t *testing.T) {
	for in, want := range map[string]client.Source{
		"-":                                                {Kind: client.Stdin},
		"ws://127.0.0.1:7788/rooms/main":                   {Kind: client.Room, URL: "ws://127.0.0.1:7788/rooms/main", Room: "main"},
		" WSS://Example.ORG:443/rooms/a_b-1/ ":             {Kind: client.Room, URL: "wss://example.org/rooms/a_b-1", Room: "a_b-1"},
		"ws://[::1]:80/rooms/main":                         {Kind: client.Room, URL: "ws://[::1]/rooms/main", Room: "main"},
		"https://sharednet.ai/rooms/rom_A1b2C3d4E5":        {Kind: client.SharedNet, URL: "https://sharednet.ai/rooms/rom_A1b2C3d4E5", Base: "https://sharednet.ai", Room: "rom_A1b2C3d4E5"},
		"http://127.0.0.1:3001/rooms/rom_A1b2C3d4E5?tab=1": {Kind: client.SharedNet, URL: "http://127.0.0.1:3001/rooms/rom_A1b2C3d4E5", Base: "http://127.0.0.1:3001", Room: "rom_A1b2C3d4E5"},
		"room.jsonl":                                       {Kind: client.Transcript, Path: "room.jsonl"},
		"./a b.jsonl":                                      {Kind: client.Transcript, Path: "./a b.jsonl"},
		`C:\rooms\main.jsonl`:                              {Kind: client.Transcript, Path: `C:\rooms\main.jsonl`},
		"../rooms/x.jsonl":                                 {Kind: client.Transcript, Path: "../rooms/x.jsonl"},
		"ROOM=rom_A1b2C3d4E5 TOKEN=" + invite + " BASE=https://sharednet.ai":                               {Kind: client.SharedNet, URL: "https://sharednet.ai/rooms/rom_A1b2C3d4E5", Base: "https://sharednet.ai", Room: "rom_A1b2C3d4E5", Secret: invite},
		"Join us!\nROOM=rom_A1b2C3d4E5\nTOKEN=" + invite + "\nor open https://sharednet.ai/join/" + invite: {Kind: client.SharedNet, URL: "https://sharednet.ai/rooms/rom_A1b2C3d4E5", Base: "https://sharednet.ai", Room: "rom_A1b2C3d4E5", Secret: invite},
		"Take a seat at ws://host:7788/rooms/main with `" + invite + "`.":                                  {Kind: client.Room, URL: "ws://host:7788/rooms/main", Room: "main", Secret: invite},
	} {
		if got, err := client.ParseSource(in); err != nil || got != want {
			t.Errorf("%q:\n got %+v, %v\nwant %+v", in, got, err, want)
		}
	}
	got, err := client.ParseSource("https://sharednet.ai/shared/" + public)
	if err != nil || got.Kind != client.PublicLink || got.Secret != public || got.Base != "https://sharednet.ai" || strings.Contains(got.URL, secret) {
		t.Errorf("public link: %+v, %v", got, err)
	}
}

func TestSourcesThatAreNone(t *testing.T) {
	for in, says := range map[string]string{
		"":                                         "No source was named",
		"http://127.0.0.1:7788/rooms/main":         "Did you mean ws://127.0.0.1:7788/rooms/main?",
		"https://example.org/rooms/main":           "Did you mean wss://example.org/rooms/main?",
		"ws://127.0.0.1:7788":                      "ws://127.0.0.1:7788/rooms/main",
		"ws://127.0.0.1:7788/":                     "names no room",
		"ws://host/room/main":                      "/room/main is no path of a room",
		"ws://host/rooms/":                         "no path of a room",
		"ws://host/rooms/Main":                     "Main is no name of a room",
		"ws://host/rooms/a/b":                      "no path of a room",
		"ws:///rooms/main":                         "names no host",
		"ws://host:port/rooms/main":                "is no address",
		"ws://lead:pw@host/rooms/main":             "must not carry",
		"ws://host/rooms/main?token=" + invite:     "must not carry",
		"127.0.0.1:7788/rooms/main":                "ws://127.0.0.1:7788/rooms/main",
		"localhost:7788":                           "needs its scheme",
		"host/rooms/main":                          "needs its scheme",
		"rom_A1b2C3d4E5":                           "https://sharednet.ai/rooms/rom_A1b2C3d4E5",
		invite:                                     "A token is no source",
		"sni_" + secret + "xyz":                    "A token is no source",
		"https://sharednet.ai/join/" + invite:      "invite link",
		"https://sharednet.ai/":                    "is no address of a room",
		"ftp://host/rooms/main":                    "ftp:// is no scheme",
		"ROOM=rom_A1b2C3d4E5 TOKEN=" + invite:      "does not say where the room is",
		"TOKEN=" + invite + " thanks":              "does not say which room",
		"ROOM=main BASE=https://x TOKEN=" + invite: "does not say which room",
	} {
		s, err := client.ParseSource(in)
		p := client.Explain(err)
		if err == nil || p.Exit != 2 || p.Do == "" || !strings.Contains(p.Error(), says) {
			t.Errorf("%q: %+v, %v; want %q", in, s, err, says)
		}
		if strings.Contains(fmt.Sprintf("%v %+v", p.Error(), err), secret) {
			t.Errorf("%q: a token shows: %v", in, err)
		}
	}
}

// FuzzParseSource: no panic; a source's address reads back as itself and holds no secret; a complaint is printable, says what
// to do, and holds no secret.
func FuzzParseSource(f *testing.F) {
	for _, s := range []string{"ws://h/rooms/a", "https://sharednet.ai/shared/" + public, "TOKEN=" + invite + " ws://h/rooms/b", "x\x1b[31m://y", "http://[::1", "a/../b", "ws://h/rooms/%2e", invite + "." + public} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		s, err := client.ParseSource(in)
		if err != nil {
			p := client.Explain(err)
			if p.Exit != 2 || p.What == "" || p.Do == "" {
				t.Fatalf("%q: %+v", in, p)
			}
			if strings.IndexFunc(p.Error(), func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
				t.Fatalf("%q: not printable: %q", in, p.Error())
			}
			if client.Redact(p.Error()) != p.Error() {
				t.Fatalf("%q: a token shows: %q", in, p.Error())
			}
			return
		}
		if shown := fmt.Sprintf("%v %+v %#v", s, s, s); s.Kind != client.Transcript && client.Redact(shown) != shown {
			t.Fatalf("%q: a token shows: %s", in, shown)
		}
		if s.Kind == client.Room || s.Kind == client.SharedNet {
			again, err := client.ParseSource(s.URL)
			s.Secret = ""
			if err != nil || again != s {
				t.Fatalf("%q: %+v reads back as %+v, %v", in, s, again, err)
			}
		}
	})
}

func TestTokensNeverPrint(t *testing.T) {
	tok := client.Token(token)
	shown := fmt.Sprintf("%v %s %q %+v %#v %v", tok, tok, tok, struct{ T client.Token }{tok}, []client.Token{tok}, client.WebSocketConfig{Token: tok})
	if strings.Contains(shown, secret) || !strings.Contains(shown, "sni_…") {
		t.Error(shown)
	}
	for in, want := range map[string]string{
		"a " + token + ", b":        "a sni_…, b",
		"x" + token:                 "x" + token, // inside a word it is none
		"obs_short":                 "obs_short",
		token + token:               "sni_…",
		"(" + invite + ")" + public: "(rit_…)shr_…",
		"":                          "",
	} {
		if got := client.Redact(in); got != want {
			t.Errorf("%q redacted to %q, want %q", in, got, want)
		}
	}
}

func TestInviteToken(t *testing.T) {
	if got, ok := client.InviteToken("seat " + token + " invite " + invite + "\n"); !ok || got != invite {
		t.Errorf("%q %v", got.Reveal(), ok)
	}
	if _, ok := client.InviteToken("nothing here rit_x"); ok {
		t.Error("found one")
	}
}

func TestParseToken(t *testing.T) {
	if got, err := client.ParseToken(" \t" + token + "\r\n"); err != nil || got != token {
		t.Errorf("%v, %v", got, err)
	}
	for _, s := range []string{"", " \n", "two words", "a,b", "a\x00", "naïve", strings.Repeat("x", 513)} {
		if _, err := client.ParseToken(s); !errors.Is(err, client.ErrNoToken) {
			t.Errorf("%q: %v", s, err)
		}
	}
}
