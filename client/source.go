package client

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Kind of a source.
type Kind uint8

// Kinds of sources.
const (
	Room       Kind = iota + 1 // ws:// or wss:// room of this protocol
	SharedNet                  // a room on SharedNet, by URL or invite text
	PublicLink                 // a SharedNet public read-only link
	Transcript                 // a file
	Stdin                      // "-"
)

// String names the kind for a sentence.
func (k Kind) String() string {
	names := [...]string{"unknown source", "room", "SharedNet room", "public link", "transcript", "standard input"}
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}

// Source is what a person named to read from.
type Source struct {
	Kind Kind
	// URL is the canonical address without any secret: the key under which seats and history are kept, and what may be shown.
	// Empty for transcripts.
	URL string
	// Base is the server of a SharedNet room or link, as in https://sharednet.ai.
	Base string
	// Room is the room's name or id; empty for links and transcripts.
	Room string
	// Path is the file of a transcript.
	Path string
	// Secret is the invite of an invite text, or the id of a public link. Empty otherwise.
	Secret Token
}

// Name is a short name of the source for the screen.
func (s Source) Name() string {
	switch s.Kind {
	case Room, SharedNet:
		return s.Room
	case PublicLink:
		return "public room"
	case Stdin:
		return "standard input"
	}
	return s.Path
}

// ParseSource reads a SOURCE as a person types it: the address of a room, a SharedNet room, invite text or public link, the
// path of a transcript, or "-". It touches neither disk nor network. Its errors are Problems with exit code 2.
func ParseSource(s string) (Source, error) {
	s = strings.TrimSpace(s)
	switch {
	case s == "":
		return Source{}, usage("No source was named.", "Name a room (ws://host:7788/rooms/main), a transcript (.jsonl), or - for standard input.")
	case s == "-":
		return Source{Kind: Stdin}, nil
	case strings.ContainsAny(s, " \t\r\n") && hasSecret(s):
		return ParseInvite(s)
	case isBareToken(s):
		return Source{}, usage("A token is no source, and on the command line it stands in the shell's history now.",
			"Name the room's address; hand the token over in EARSHOT_TOKEN, --token-file, or as invite text on the standard input of earshot join.")
	}
	scheme, _, ok := strings.Cut(s, "://")
	switch strings.ToLower(scheme) {
	case "ws", "wss":
		return parseRoom(s)
	case "http", "https":
		return parseHTTP(s)
	}
	switch {
	case ok:
		return Source{}, usage(fmt.Sprintf("%s:// is no scheme of a source.", printable(scheme)), "Rooms begin with ws:// or wss://, SharedNet rooms with https://.")
	case sharedNetID(s):
		return Source{}, usage("A room id alone does not say where the room is.", "Name it as https://sharednet.ai/rooms/"+s+".")
	case looksLikeHost(s):
		return Source{}, usage("An address needs its scheme.", "Did you mean ws://"+printable(s)+"? (wss:// with TLS)")
	}
	return Source{Kind: Transcript, Path: s}, nil
}

// parseRoom reads ws://host[:port]/rooms/ROOM.
func parseRoom(s string) (Source, error) {
	u, err := parseURL(s)
	if err != nil {
		return Source{}, err
	}
	name := roomOf(u)
	switch {
	case name == "" && strings.Trim(u.Path, "/") == "":
		return Source{}, usage("The address names no room.", fmt.Sprintf("Put /rooms/ and the name behind it, as in %s://%s/rooms/main.", u.Scheme, u.Host))
	case name == "":
		return Source{}, usage(fmt.Sprintf("%s is no path of a room.", printable(u.Path)), fmt.Sprintf("A room stands at %s://%s/rooms/ROOM.", u.Scheme, u.Host))
	case !validRoomName(name):
		return Source{}, usage(fmt.Sprintf("%s is no name of a room.", printable(name)), "Names are up to 48 lower-case letters, digits, - and _, beginning with a letter or digit.")
	}
	return Source{Kind: Room, URL: canonical(u, "/rooms/"+name), Room: name}, nil
}

// parseHTTP reads SharedNet's addresses.
func parseHTTP(s string) (Source, error) {
	u, err := parseURL(s)
	if err != nil {
		return Source{}, err
	}
	base := canonical(u, "")
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	last := parts[len(parts)-1]
	room := roomOf(u)
	switch {
	case strings.HasPrefix(last, "shr_"):
		return Source{Kind: PublicLink, URL: base + "/shared/" + publicKey(last), Base: base, Secret: Token(last)}, nil
	case sharedNetID(room):
		return Source{Kind: SharedNet, URL: base + "/rooms/" + room, Base: base, Room: room}, nil
	case strings.HasPrefix(last, "rit_"):
		return Source{}, usage("This is an invite link: it names no room, and its secret stands in the shell's history now.",
			"Hand the whole invite text to earshot join on standard input.")
	case validRoomName(room):
		scheme := map[string]string{"http": "ws", "https": "wss"}[u.Scheme]
		return Source{}, usage("Rooms are reached over ws:// or wss://, not "+u.Scheme+"://.", fmt.Sprintf("Did you mean %s://%s/rooms/%s?", scheme, u.Host, room))
	}
	return Source{}, usage(printable(s)+" is no address of a room.",
		"A SharedNet room looks like https://sharednet.ai/rooms/rom_…, a room of this program like ws://host:7788/rooms/main.")
}

// parseURL parses an address and refuses what has no business in one, secrets above all.
func parseURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return nil, usage(printable(s)+" is no address.", "An address looks like ws://host:7788/rooms/main.")
	case u.User != nil || u.RawQuery != "" && hasSecret(s):
		return nil, usage("An address must not carry a password or token: it would stand in the shell's history and in every log.",
			"Hand the token over in EARSHOT_TOKEN or --token-file.")
	case u.Hostname() == "":
		return nil, usage(printable(s)+" names no host.", "An address looks like ws://host:7788/rooms/main.")
	}
	return u, nil
}

// canonical writes an address the one way: scheme and host in lower case, no default port, no query, no trailing slash.
func canonical(u *url.URL, path string) string {
	scheme, host, port := strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()
	switch {
	case port == "80" && (scheme == "ws" || scheme == "http"), port == "443" && (scheme == "wss" || scheme == "https"):
		port = ""
	}
	switch {
	case port != "":
		host = net.JoinHostPort(host, port)
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	return scheme + "://" + host + path
}

// roomOf gives the name behind /rooms/, "" where there is none.
func roomOf(u *url.URL) string {
	name, ok := strings.CutPrefix(strings.TrimSuffix(u.Path, "/"), "/rooms/")
	if !ok || strings.Contains(name, "/") {
		return ""
	}
	return name
}

// validRoomName is the protocol's rule for names of rooms.
func validRoomName(s string) bool {
	if s == "" || len(s) > 48 || s[0] == '-' || s[0] == '_' {
		return false
	}
	for _, c := range []byte(s) {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

// sharedNetID tells whether s is an id of a SharedNet room: rom_ and ten letters or digits.
func sharedNetID(s string) bool {
	id, ok := strings.CutPrefix(s, "rom_")
	return ok && len(id) == 10 && strings.IndexFunc(id, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	}) < 0
}

// looksLikeHost tells whether a word is rather an address without scheme than a path: host:port, or host/rooms/name.
func looksLikeHost(s string) bool {
	host, path, _ := strings.Cut(s, "/")
	if strings.HasPrefix(path, "rooms/") && host != "" && host != "." && host != ".." {
		return true
	}
	name, port, ok := strings.Cut(host, ":")
	return ok && len(name) > 1 && port != "" && strings.Trim(port, "0123456789") == "" // C: is a drive
}

func usage(what, do string) error { return &Problem{What: what, Do: do, Exit: ExitUsage} }
