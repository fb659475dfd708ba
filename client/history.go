package client

import "earshot/client/wire"

// History keeps a room's messages between sessions.
type History interface {
	// Load hands out what is kept, in order, in batches, and tells where to go on. Anything doubtful is dropped, not handed
	// out; an error means that the history cannot be used at all, and the session goes on without.
	Load(emit func([]wire.Message) error) (Resume, error)
	// Append adds messages that follow what is kept.
	Append(epoch string, messages []wire.Message) error
	// Reset forgets everything.
	Reset() error
}
