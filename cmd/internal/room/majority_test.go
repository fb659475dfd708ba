package room_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"earshot/cmd/internal/room"
	"earshot/convention/evidence"
)

// resolverFunc is a resolver of a test.
type resolverFunc func(reference string) evidence.Verdict

func (f resolverFunc) Resolve(_ context.Context, reference string) (evidence.Verdict, error) {
	return f(reference), nil
}

// TestVerdictsReachEveryServer has one of two servers look evidence up; what it finds is told by both, and by
// one that is started later.
func TestVerdictsReachEveryServer(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	onCluster := func(config *room.Config) { config.NATS = room.NATS{URLs: c.urls} }
	looking := func(config *room.Config) {
		config.Resolver = resolverFunc(func(reference string) evidence.Verdict {
			return evidence.Verdict{Result: evidence.Missing, Detail: "nobody knows " + reference}
		})
	}
	a, b := start(t, onCluster, looking), start(t, onCluster)
	worker, there := a.join("worker"), *a.join("reader")
	there.world = b
	socket, _ := there.open(0)
	socket.backlog()
	worker.stored("v1 report ci to all n=2\ndone 12 tests pass\nev run 81723")
	right := func(f frame) bool {
		return f.Sequence == 1 && f.Line == 3 && f.Reference == "run 81723" && f.Result == "missing" && f.Detail == "nobody knows run 81723"
	}
	socket.until("verdict", right)
	later := there
	later.world = start(t, onCluster)
	again, _ := later.open(0)
	again.until("verdict", right)
}

// TestWithoutAMajorityPostsAreRefused takes two nodes of three away: what is posted then is refused in time,
// what was acknowledged is read all the while and is there when the nodes are back.
func TestWithoutAMajorityPostsAreRefused(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	w := start(t, fast, func(config *room.Config) { config.NATS, config.Patience = room.NATS{URLs: c.urls}, 5*time.Second })
	lead := w.join("lead")
	socket, _ := lead.open(0)
	socket.backlog()
	var acknowledged []string
	say := func(content string) {
		lead.stored(content)
		acknowledged = append(acknowledged, content)
	}
	for i := range 20 {
		say(fmt.Sprintf("before %d", i))
	}
	down := []string{c.leader(t)}
	for name := range c.nodes {
		if name != down[0] {
			down = append(down, name)
			break
		}
	}
	for _, name := range down {
		c.nodes[name].kill(t)
	}
	key := newUUID()
	began := time.Now()
	lead.post("without a majority", "Idempotency-Key", key).want(t, 503, "service_unavailable")
	if took := time.Since(began); took > time.Minute {
		t.Errorf("the refusal took %s", took)
	}
	read := func() string {
		var contents []string
		for _, m := range lead.list("?limit=100").Items {
			contents = append(contents, m.Content)
		}
		return strings.Join(contents, "|")
	}
	if got := read(); got != strings.Join(acknowledged, "|") {
		t.Errorf("without a majority the room holds %s", got)
	}

	c.startNodes(t, down...)
	back := time.Now()
	r := lead.post("without a majority", "Idempotency-Key", key)
	for r.status == 503 && time.Since(back) < 3*time.Minute {
		r = lead.post("without a majority", "Idempotency-Key", key)
	}
	r.want(t, 201, "")
	acknowledged = append(acknowledged, "without a majority")
	say("after")
	if got := read(); got != strings.Join(acknowledged, "|") {
		t.Errorf("when the nodes are back the room holds %s", got)
	}
	again := *lead // a server that was not there reads what the nodes have
	again.world = start(t, fast, func(config *room.Config) { config.NATS, config.Now = room.NATS{URLs: c.urls}, w.clock.Now })
	if got := again.get("/log").body; string(got) != string(lead.get("/log").body) || strings.Count(string(got), "\n") != len(acknowledged) {
		t.Errorf("another server reads\n%s", got)
	}
}
