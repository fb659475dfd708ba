package room_test

import (
	"fmt"
	"strings"
	"testing"
)

func (w *world) operate(action, body string) reply {
	w.t.Helper()
	return w.call("POST", "/api/v1/rooms/main/"+action, w.rooms["main"].Operator, body)
}

func TestOperatorStopsAgentsAndPeopleGoOn(t *testing.T) {
	w := start(t, fast)
	agent, person := w.join("agent"), w.joinWith("main", "person", w.rooms["main"].PersonInvite)
	socket, _ := agent.open(0)
	socket.backlog()
	var p postedReply
	w.operate("stop", `{}`).want(t, 201, "").into(t, &p)
	if p.Message.Sender.Name != "the operator" || p.Message.Sender.Kind != "operator" || !strings.HasPrefix(p.Message.Content, "v1 stop room to all n=2\n") || len(p.Diagnostics) != 0 {
		t.Errorf("said %+v with %+v", p.Message, p.Diagnostics)
	}
	if f := socket.expect("messages"); f.Messages[0].ID != p.Message.ID {
		t.Errorf("the agent is told %s", f.raw)
	}
	agent.post("may I?").want(t, 409, "room_paused")
	socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"may I?"}`, newUUID()))
	if f := socket.expect("refused"); f.Error.Code != "room_paused" {
		t.Errorf("by websocket: %s", f.raw)
	}
	person.post("people go on").want(t, 201, "")
	for _, rest := range []string{"/wait?timeout=0", "/brief", "/messages", "/state"} {
		if r := agent.get(rest); !strings.Contains(string(r.body), `"paused":true`) {
			t.Errorf("%s does not say that the room is paused: %s", rest, r.body)
		}
	}
	w.operate("resume", `{}`).want(t, 201, "")
	agent.post("now I may").want(t, 201, "")
	if r := agent.get("/wait?timeout=0"); strings.Contains(string(r.body), "paused") {
		t.Error("still paused")
	}
	var room struct{ Memberships []seatFrame }
	if agent.get("").into(t, &room); len(room.Memberships) != 2 {
		t.Errorf("the operator is no seat: %+v", room.Memberships)
	}
}

// forbidding are the seats whose brief forbids to post.
func forbidding(t *testing.T, seats ...*sitter) string {
	t.Helper()
	var found []string
	for _, s := range seats {
		var brief struct{ Text string }
		s.get("/brief").want(t, 200, "").into(t, &brief)
		if strings.Contains(brief.Text, "must-not post") {
			found = append(found, s.name)
		}
	}
	return strings.Join(found, " ")
}

// An obedient agent reads its brief: it is told to be silent while it is stopped, and no longer.
func TestBriefForbidsToPostAsLongAsTheOperatorDoes(t *testing.T) {
	w := start(t, fast)
	worker, scout, agent := w.join("worker"), w.join("scout"), w.join("agent")
	all := []*sitter{worker, scout, agent}
	steps := []struct{ action, body, forbids string }{
		{"stop", `{}`, "worker scout agent"},
		{"resume", `{}`, ""},
		{"stop", `{"seat":"worker"}`, "worker"},
		{"stop", `{"seat":"agent"}`, "worker agent"},
		{"stop", `{}`, "worker scout agent"},
		{"resume", `{"seat":"scout"}`, "worker scout agent"},
		{"resume", `{}`, "worker agent"},
		{"resume", `{"seat":"agent"}`, "worker"},
		{"stop", `{"seat":"worker"}`, "worker"},
		{"resume", `{"seat":"WORKER"}`, ""},
		{"stop", `{}`, "worker scout agent"},
		{"resume", `{}`, ""},
	}
	for i, step := range steps {
		w.operate(step.action, step.body).want(t, 201, "")
		if got := forbidding(t, all...); got != step.forbids {
			t.Errorf("after step %d, %s %s, forbidden to post: %q, want %q", i, step.action, step.body, got, step.forbids)
		}
	}
	w.operate("stop", `{"seat":"worker"}`).want(t, 201, "")
	if got := forbidding(t, w.join("late"), scout); got != "" {
		t.Errorf("the stop of one seat is told to %s", got)
	}
	w.operate("resume", `{"seat":"worker"}`).want(t, 201, "")
	var state struct{ Text string }
	if worker.get("/state").want(t, 200, "").into(t, &state); strings.Contains(state.Text, "must-not") {
		t.Errorf("the state record still forbids to post: %s", state.Text)
	}
}

// A retry of a post whose answer was lost gets the answer it would have got, whatever has happened to
// the seat meanwhile: a poster that is told "refused" takes its message for not stored.
func TestStoppedSeatsRetryIsAnsweredAsStored(t *testing.T) {
	for _, order := range []string{`{}`, `{"seat":"agent"}`} {
		t.Run(order, func(t *testing.T) {
			w := start(t, fast)
			agent := w.join("agent")
			key, repeatKey := newUUID(), newUUID()
			agent.post("done", "Idempotency-Key", key).want(t, 201, "")
			agent.post("done", "Idempotency-Key", repeatKey).want(t, 200, "")
			w.operate("stop", order).want(t, 201, "")
			agent.post("done", "Idempotency-Key", key).want(t, 201, "")
			var repeated postedReply
			if agent.post("done", "Idempotency-Key", repeatKey).want(t, 200, "").into(t, &repeated); repeated.RepeatOf != 1 || repeated.Count != 2 {
				t.Errorf("the repeat's retry: %+v", repeated)
			}
			socket, _ := agent.open(0)
			socket.backlog()
			socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"done"}`, key))
			if f := socket.expect("posted"); f.ID != key || f.Sequence != 1 {
				t.Errorf("by websocket: %s", f.raw)
			}
			if r := agent.post("done", "Idempotency-Key", newUUID()); r.code() != "room_paused" && r.code() != "seat_muted" {
				t.Errorf("a new post of a stopped seat: %d %s", r.status, r.body)
			}
		})
	}
}

func TestOperatorMutesRemovesRevokesAndInvites(t *testing.T) {
	w := start(t, fast)
	worker, other := w.join("worker"), w.join("other")
	w.operate("stop", `{"seat":"WORKER"}`).want(t, 201, "")
	worker.post("hello").want(t, 403, "seat_muted")
	other.post("hello").want(t, 201, "")
	w.operate("resume", `{"seat":"worker"}`).want(t, 201, "")
	worker.post("hello").want(t, 201, "")

	socket, _ := worker.open(0)
	w.operate("revoke", `{"seat":"worker"}`).want(t, 200, "")
	if code, said := socket.closeCode(); code != 4401 || said != "invalid_credentials" {
		t.Errorf("a revoked token's connection: %d, %s", code, said)
	}
	worker.get("").want(t, 401, "invalid_credentials")
	var again struct {
		Token string `json:"member_token"`
	}
	w.operate("reseat", `{"seat":"worker"}`).want(t, 200, "").into(t, &again)
	worker.token = again.Token
	worker.post("back").want(t, 201, "")

	socket, _ = worker.open(0)
	w.operate("remove", `{"seat":"worker"}`).want(t, 200, "")
	if code, said := socket.closeCode(); code != 4403 || said != "room_membership_required" {
		t.Errorf("a removed seat's connection: %d, %s", code, said)
	}
	worker.get("").want(t, 403, "room_membership_required")
	w.call("POST", worker.path("/join"), w.rooms["main"].Invite, `{"name":"worker"}`).want(t, 409, "name_taken")

	w.operate("revoke", `{"token":`+quote(w.rooms["main"].Observer)+`}`).want(t, 200, "")
	w.call("GET", other.path("/log"), w.rooms["main"].Observer, "").want(t, 401, "invalid_credentials")
	if r := w.call("POST", other.path("/join"), w.rooms["main"].Invite, `{"name":`+quote(other.token)+`}`).want(t, 422, "validation_failed"); strings.Contains(string(r.body), other.token) {
		t.Error("a token as a name is shown")
	}
	var made struct{ Invite string }
	w.operate("invites", `{"role":"person"}`).want(t, 201, "").into(t, &made)
	if r := w.call("POST", other.path("/join"), made.Invite, `{"name":"guest"}`).want(t, 200, ""); !strings.Contains(string(r.body), `"role":"person"`) {
		t.Errorf("seated as %s", r.body)
	}
	for action, body := range map[string]string{"stop": `{"seat":"nobody"}`, "remove": `{"seat":"nobody"}`, "revoke": `{"seat":"operator"}`, "reseat": `{"seat":"nobody"}`} {
		w.operate(action, body).want(t, 404, "seat_not_found")
	}
	for _, action := range []string{"stop", "resume", "remove", "revoke", "reseat", "invites"} {
		other.call("POST", other.path("/"+action), other.token, `{"seat":"worker"}`).want(t, 403, "credential_class_forbidden")
		other.call("POST", other.path("/"+action), w.rooms["main"].PersonInvite, `{}`).want(t, 403, "credential_class_forbidden")
	}
}
