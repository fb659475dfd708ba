package client

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
)

// ParseInvite reads invite text: any prose that holds ROOM=rom_…, TOKEN=rit_… and BASE=https://… as SharedNet writes it, or
// the ws:// or wss:// address of a room of this protocol and its rit_ token. The invite stands in Secret. Its errors are
// Problems with exit code 2.
func ParseInvite(text string) (Source, error) {
	var room, base, address string
	var secret Token
	for word := range strings.FieldsSeq(text) {
		word = strings.Trim(word, "\"'`<>(),;.")
		key, value, found := strings.Cut(word, "=")
		switch {
		case found && key == "ROOM":
			room = value
		case found && key == "BASE":
			base = value
		case strings.HasPrefix(word, "ws://") || strings.HasPrefix(word, "wss://"):
			address = word
		case found && strings.HasPrefix(value, "ws") && strings.Contains(value, "://"):
			address = value
		}
		if i, n := findToken(word); n > 0 && strings.HasPrefix(word[i:], "rit_") {
			secret = Token(word[i : i+n])
			if before := word[:i]; base == "" && strings.HasSuffix(before, "/join/") { // the link for people
				base = strings.TrimSuffix(before, "/join/")
			}
		}
	}
	if secret == "" {
		return Source{}, usage("The text holds no invite.", "An invite holds the room's address and a token that begins with rit_.")
	}
	if address != "" {
		s, err := parseRoom(address)
		s.Secret = secret
		return s, err
	}
	u, err := url.Parse(base)
	switch {
	case room == "" && base == "":
		return Source{}, usage("The invite does not say which room it is for.", "Put the room's address beside the token, as in ws://host:7788/rooms/main.")
	case !sharedNetID(room):
		return Source{}, usage("The invite does not say which room it is for.", "Copy the whole text: it holds ROOM=rom_… and BASE=https://….")
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return Source{}, usage("The invite does not say where the room is.", "Copy the whole text: it holds BASE=https://….")
	}
	b := canonical(u, "")
	return Source{Kind: SharedNet, URL: b + "/rooms/" + room, Base: b, Room: room, Secret: secret}, nil
}

// InviteToken finds the first rit_ token in a text, for those who were told the room's address otherwise.
func InviteToken(text string) (Token, bool) { return tokenIn(text, "rit_") }

// SeatToken finds the first sni_ token in a text: that of a seat which was taken already.
func SeatToken(text string) (Token, bool) { return tokenIn(text, "sni_") }

// tokenIn finds the first token of a kind in a text.
func tokenIn(text, kind string) (Token, bool) {
	for {
		i, n := findToken(text)
		if n == 0 {
			return "", false
		}
		if strings.HasPrefix(text[i:], kind) {
			return Token(text[i : i+n]), true
		}
		text = text[i+n:]
	}
}

// hasSecret tells whether a token of any kind stands in s.
func hasSecret(s string) bool {
	_, n := findToken(s)
	return n > 0
}

// isBareToken tells whether s is a token and nothing else.
func isBareToken(s string) bool {
	i, n := findToken(s)
	return n > 0 && i == 0 && n == len(s)
}

// publicKey stands for the secret id of a public link where it is a name: the same link gives the same, and nobody finds the
// link from it.
func publicKey(id string) string {
	sum := sha256.Sum256([]byte(id))
	return "shr-" + hex.EncodeToString(sum[:8])
}
