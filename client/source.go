package client

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

// Source is what a person named to read from.
type Source struct {
	Kind Kind
	// URL is the canonical address without any secret: the key under which seats and history are kept.
	URL string
	// Base is the server of a SharedNet room, as in https://sharednet.ai.
	Base string
	// Room is the room's name or id.
	Room string
	// Path is the file of a transcript.
	Path string
	// Secret is the invite of an invite text or the id of a public link.
	Secret Token
}

// ParseSource reads a SOURCE as a person types it. Its errors are Problems.
func ParseSource(s string) (Source, error) { return Source{}, nil }
