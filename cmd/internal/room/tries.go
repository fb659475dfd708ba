package room

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

const (
	triesPerMinute = 20
	triedAddresses = 10_000 // remembered at once
)

// tries counts bad tokens by address. It is asked only after a token was found bad, so that nobody's
// good one is refused for others' failures.
type tries struct {
	now func() time.Time
	mu  sync.Mutex
	by  map[netip.Addr]tried
}

type tried struct {
	since time.Time
	count int
}

// fail notes a bad token and tells whether the address has had too many, and how long that lasts.
func (t *tries) fail(remote string) (wait time.Duration) {
	now := t.now()
	address := networkOf(remote)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.by == nil || len(t.by) > triedAddresses {
		t.by = t.fresh(now)
	}
	seen := t.by[address]
	if now.Sub(seen.since) >= time.Minute {
		seen = tried{since: now}
	}
	seen.count++
	t.by[address] = seen
	if seen.count <= triesPerMinute {
		return 0
	}
	return seen.since.Add(time.Minute).Sub(now)
}

// spent tells whether an address has had as many bad tokens as it may have for now.
func (t *tries) spent(remote string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := t.by[networkOf(remote)]
	return seen.count >= triesPerMinute && t.now().Sub(seen.since) < time.Minute
}

// fresh returns what is still counted, and nothing where that is too much as well: a flood from many
// addresses is no reason to run out of memory.
func (t *tries) fresh(now time.Time) map[netip.Addr]tried {
	kept := make(map[netip.Addr]tried)
	for address, seen := range t.by {
		if now.Sub(seen.since) < time.Minute {
			kept[address] = seen
		}
	}
	if len(kept) > triedAddresses/2 {
		clear(kept)
	}
	return kept
}

// networkOf is the address that is counted: one host of IPv4, one network of IPv6.
func networkOf(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	if address = address.Unmap().WithZone(""); address.Is6() {
		prefix, err := address.Prefix(64)
		if err != nil {
			return netip.Addr{}
		}
		return prefix.Addr()
	}
	return address
}
