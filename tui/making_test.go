package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention/ledger"
)

// followed delivers what a message leads to, and what that leads to, of the kind
// that is asked for; it gives the number of these.
func followed[T tea.Msg](m *Model, msg tea.Msg) int {
	return followedAll(m, msg, func(msg tea.Msg) bool { _, is := msg.(T); return is })
}

func followedAll(m *Model, msg tea.Msg, wanted func(tea.Msg) bool) int {
	n := 0
	for queue := []tea.Msg{msg}; len(queue) > 0; queue = queue[1:] {
		_, cmd := m.Update(queue[0])
		for _, next := range asked(cmd) {
			if wanted(next) {
				queue = append(queue, next)
				n++
			}
		}
	}
	return n
}

// asked runs a command and those of a batch, and gives their messages. Some wait:
// it has to run in a bubble.
func asked(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	got := make(chan tea.Msg, 1)
	go func() { got <- cmd() }()
	switch msg := (<-got).(type) {
	case nil:
		return nil
	case tea.BatchMsg:
		var all []tea.Msg
		for _, c := range msg {
			all = append(all, asked(c)...)
		}
		return all
	default:
		return []tea.Msg{msg}
	}
}

// manyTopics are messages that make the record of a room long.
func manyTopics(n int) []wire.Message {
	all := largeRoom(n)
	for i := range all {
		all[i].Content = fmt.Sprintf("v1 request topic-%d to worker n=2\nreq build part %d of it\nmust-not push to main", i%500, i)
	}
	return all
}

// The record of a large room is made in pieces beside the keys, and says so until
// it is there; then neither scrolling nor looking away makes it again.
func TestRecordIsMadeBesideTheKeys(t *testing.T) { synctest.Test(t, checkRecordIsMadeBesideTheKeys) }

func checkRecordIsMadeBesideTheKeys(t *testing.T) {
	m := quiet(t, manyTopics(4_000))
	k := &m.room().making
	m.Update(pressOf("3"))
	if k.steps != 1 || m.room().record.Text() != "" || !strings.Contains(m.View().Content, "the record is being made") {
		t.Fatalf("after the key: %d steps, %d bytes", k.steps, len(m.room().record.Text()))
	}
	if steps := followed[foldMsg](m, foldMsg{}); steps < 2 {
		t.Fatalf("made in %d pieces", steps)
	}
	if got, want := m.room().record.Text(), m.room().view.Record("", nil).Text; got != want {
		t.Fatalf("in pieces:\n%s\nat once:\n%s", got, want)
	}
	begun, steps := k.begun, k.steps
	for _, key := range strings.Fields("pgdown pgup ctrl+e ctrl+y G g 1 3 2 3 tab ?") {
		followed[foldMsg](m, pressOf(key))
		m.View()
	}
	if k.begun != begun || k.steps != steps {
		t.Errorf("keys that change nothing began %d records in %d steps", k.begun-begun, k.steps-steps)
	}
	followed[foldMsg](m, tickMsg{m.tick.rev})
	m.refreshView()
	if k.begun != begun {
		t.Errorf("time in which nothing happened began %d records", k.begun-begun)
	}
}

// A ledger that changes faster than a record is made has the pieces grow, so that
// there is one in the end.
func TestRecordOvertaken(t *testing.T) { synctest.Test(t, checkRecordOvertaken) }

func checkRecordOvertaken(t *testing.T) {
	m := quiet(t, manyTopics(4_000))
	k := &m.room().making
	m.Update(pressOf("3"))
	for i := range 30 {
		if k.fold == nil {
			break
		}
		m.Update(Events(0, []client.Event{client.Messages{Messages: []wire.Message{roomMessage(4_000+i, 4_100)}}}))
		m.Update(foldMsg{})
	}
	if k.fold != nil || k.begun < 2 {
		t.Fatalf("begun %d times, %d steps, and not done", k.begun, k.steps)
	}
	if got, want := m.room().record.Text(), m.room().view.Record("", nil).Text; got != want {
		t.Fatalf("shown:\n%s\nthe ledger says:\n%s", got, want)
	}
	k.record = madeOf{}
	m.refreshRecord(m.room())
	if k.piece != leastPiece {
		t.Errorf("the next record is made in pieces of %d", k.piece)
	}
}

// What is not on the screen is not made.
func TestRecordIsLeftWithItsView(t *testing.T) { synctest.Test(t, checkRecordIsLeftWithItsView) }

func checkRecordIsLeftWithItsView(t *testing.T) {
	m := quiet(t, manyTopics(4_000))
	m.Update(pressOf("3"))
	m.Update(pressOf("1"))
	if n := followed[foldMsg](m, foldMsg{}); n != 0 || m.room().making.fold != nil {
		t.Errorf("%d steps of what nobody sees", n)
	}
	m.Update(pressOf("3"))
	m.Update(pressOf("j")) // another topic
	followed[foldMsg](m, foldMsg{})
	if topic := m.room().record.Topic(); topic == "" || m.room().record.Text() != m.room().view.Record(topic, nil).Text {
		t.Errorf("the record of %q is\n%s", topic, m.room().record.Text())
	}
}

// What seats owe is what the items say; the brief of a seat is made once.
func TestSeatsAndBriefAreMadeOnce(t *testing.T) { synctest.Test(t, checkSeatsAndBriefAreMadeOnce) }

func checkSeatsAndBriefAreMadeOnce(t *testing.T) {
	m := quiet(t, manyTopics(2_000))
	m.Update(Events(0, []client.Event{client.Seats{Seats: []wire.Seat{{MemberID: "i_worker", Name: "worker"}, {MemberID: "i_lead", Name: "lead"}}}}))
	m.Update(pressOf("4"))
	want := make(map[string]ledger.Load)
	for _, i := range m.room().view.Live() {
		name := strings.ToLower(i.Owes.Name)
		l := want[name]
		if !i.State.Settled() {
			l.Owes++
		}
		want[name] = l
	}
	if got := m.room().loads()["worker"]; got != want["worker"] || got.Owes == 0 {
		t.Errorf("worker has %+v, its items say %+v", got, want["worker"])
	}
	k := &m.room().making
	m.Update(pressOf("enter"))
	if k.briefs != 0 || !strings.Contains(m.View().Content, "the brief is being made") {
		t.Fatalf("%d briefs within the key", k.briefs)
	}
	m.Update(pressOf("y"))
	if !strings.Contains(m.View().Content, "the brief is being made") {
		t.Error("copying does not say that there is nothing yet")
	}
	followed[foldMsg](m, foldMsg{})
	for _, key := range strings.Fields("pgdown pgup ctrl+e enter enter 1 4") {
		followed[foldMsg](m, pressOf(key))
	}
	r := m.room()
	if want := r.view.Brief("", ledger.Seat{ID: r.seatID(r.roster.Seat()), Name: r.roster.Seat()}, nil).Text; k.briefs != 1 || r.roster.Text() != want {
		t.Errorf("%d briefs:\n%s\nwant\n%s", k.briefs, r.roster.Text(), want)
	}
	m.Update(pressOf("j"))
	followed[foldMsg](m, foldMsg{})
	if k.briefs != 2 || !slices.Contains(strings.Fields(r.roster.Text()), r.roster.Seat()) {
		t.Errorf("after another seat was chosen: %d briefs\n%s", k.briefs, r.roster.Text())
	}
}

// quiet is a model with the messages, in the state in which nothing is under way.
func quiet(t *testing.T, messages []wire.Message) *Model {
	t.Helper()
	m := filled(t, messages, 120, 40)
	followed[stepMsg](m, nil)
	return m
}
