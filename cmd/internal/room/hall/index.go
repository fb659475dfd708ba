package hall

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/maphash"
	"time"

	"github.com/google/uuid"
)

// bodyHash names what a repeat is judged by: the reply reference and the folded content.
type bodyHash [sha256.Size]byte

func hashBody(replyTo, folded string) bodyHash { return sha256.Sum256([]byte(replyTo + "\n" + folded)) }

func (h bodyHash) String() string { return hex.EncodeToString(h[:]) }

// fingerprint tells two posts of one idempotency key apart.
func fingerprint(replyTo, content string) uint64 {
	sum := sha256.Sum256([]byte(replyTo + "\n" + content))
	return binary.BigEndian.Uint64(sum[:])
}

// storedBody is the newest message that carries a body.
type storedBody struct {
	sequence int64
	at       time.Time
}

// bodyKey is a body of a seat.
type bodyKey struct {
	seat uint32
	body bodyHash
}

// postKey is an idempotency key of a seat.
type postKey struct {
	seat uint32
	id   uuid.UUID
}

// knownPost is what became of a post: stored at the sequence, or counted as a repeat of it.
type knownPost struct {
	sequence    int64
	at          int64 // seconds since 1970
	fingerprint uint64
	repeat      bool
}

// dated is a key and when it was used. Queues of them are in the order of the log, oldest in front.
type dated[K any] struct {
	key K
	at  int64 // seconds since 1970
}

// index finds earlier posts: by body within the repeat window, by key for as long as keys are kept,
// by message id for ever.
type index struct {
	bodies    map[bodyKey]storedBody
	bodyQueue []dated[bodyKey]
	posts     map[postKey]knownPost
	postQueue []dated[postKey]
	ids       map[uint64]int64
	seed      maphash.Seed
}

func newIndex() index {
	return index{
		bodies: make(map[bodyKey]storedBody),
		posts:  make(map[postKey]knownPost),
		ids:    make(map[uint64]int64),
		seed:   maphash.MakeSeed(),
	}
}

func (x *index) addBody(key bodyKey, b storedBody) {
	x.bodies[key] = b
	x.bodyQueue = append(x.bodyQueue, dated[bodyKey]{key, b.at.Unix()})
}

func (x *index) addPost(key postKey, p knownPost) {
	known, found := x.posts[key]
	if found && known.at > p.at {
		return
	}
	if !found || known.at != p.at {
		x.postQueue = append(x.postQueue, dated[postKey]{key, p.at})
	}
	x.posts[key] = p
}

func (x *index) addID(id string, sequence int64) { x.ids[maphash.String(x.seed, id)] = sequence }

// byID returns where a message of that id probably is; the caller looks whether it is.
func (x *index) byID(id string) (int64, bool) {
	sequence, found := x.ids[maphash.String(x.seed, id)]
	return sequence, found
}

// forget drops bodies and keys that nobody may ask for any more.
func (x *index) forget(bodiesBefore, postsBefore time.Time) {
	x.bodyQueue = expire(x.bodyQueue, bodiesBefore.Unix(), func(key bodyKey, before int64) {
		if x.bodies[key].at.Unix() < before {
			delete(x.bodies, key)
		}
	})
	x.postQueue = expire(x.postQueue, postsBefore.Unix(), func(key postKey, before int64) {
		if x.posts[key].at < before {
			delete(x.posts, key)
		}
	})
}

// expire takes what is older than a time from the front of a queue and has it dropped, unless it was
// used again since.
func expire[K any](queue []dated[K], before int64, drop func(K, int64)) []dated[K] {
	n := 0
	for ; n < len(queue) && queue[n].at < before; n++ {
		drop(queue[n].key, before)
	}
	return queue[n:]
}
