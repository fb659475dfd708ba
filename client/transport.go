package client

import (
	"context"
	"errors"

	"earshot/client/wire"
)

// Resume is where to go on: after the last sequence held, under the epoch it was held in. The zero value asks for everything.
type Resume struct {
	After int64
	Epoch string
}

// Transport makes connections to one room. It does not retry; the Session does.
type Transport interface {
	// Connect opens a connection and asks to go on at r. Its errors are what Explain understands; one that wraps ErrRefused
	// ends the session.
	Connect(ctx context.Context, r Resume) (Conn, error)
	// Capabilities are what the transport can do whatever the room says; the room's welcome adds to them.
	Capabilities() wire.Capabilities
}

// Conn is one connection. Receive and Send are each called by one goroutine at a time; Close by any, more than once.
type Conn interface {
	// Receive gives the next frame, the first one being Welcome. It returns when ctx ends. ErrEnded says that a finite source
	// is at its end.
	Receive(ctx context.Context) (wire.Frame, error)
	// Send takes Post, Page and Have frames; it may block until the other end takes them or ctx ends.
	Send(ctx context.Context, f wire.Frame) error
	Close() error
}

// Tail is a frame of a transport, never of a room: the stream starts after this sequence, what is older comes by Page only.
type Tail struct{ After int64 }

// Op names it; no room sends it.
func (Tail) Op() string { return "tail" }

// What callers branch on.
var (
	ErrRefused        = errors.New("refused by the room")                                        // trying again is no use
	ErrNotRoom        = errors.New("no room at this address")                                    // something else answers there
	ErrUntrusted      = errors.New("the certificate of this address is not trusted")             // TLS
	ErrUnreadable     = errors.New("source cannot be read")                                      // a file that is none, or no transcript
	ErrEnded          = errors.New("end of the source")                                          // a finite source is read
	ErrSilent         = errors.New("connection is dead: nothing was heard")                      // for wire.DeadAfter
	ErrReadOnly       = errors.New("this source can be read, not posted to")                     // observer, transcript, public link
	ErrTooLarge       = errors.New("message is larger than a room takes")                        // wire.MaxContent
	ErrBlank          = errors.New("message is blank")                                           // nothing but white space
	ErrHistoryChanged = errors.New("the room's history changed under the message it replies to") // reply by sequence
	ErrNotSent        = errors.New("not sent")
	ErrUnconfirmed    = errors.New("sent, but never confirmed: it may be stored, look before sending it again")
)
