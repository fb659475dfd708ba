package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unsafe"
)

var at = time.Date(2026, 9, 17, 13, 10, 2, 113e6, time.UTC)

// everyFrame is one filled value of every frame type.
func everyFrame() []Frame {
	seat := Seat{"i_1", "lead", "instance", RoleAgent, PresenceOnline, at, time.Time{}, 7, at, at}
	m := Message{Sequence: 12, ID: "msg_1", RoomID: "limiter", Sender: Sender{MemberID: "i_1", Kind: "instance", Name: "lead"},
		Type: "message", Content: "v1 propose limiter to yu n=1\nask <A> or \"B\" & C → \u2028\x00", ReplyTo: "msg_0", CreatedAt: at,
		Extra: map[string]json.RawMessage{"seen_by": json.RawMessage(`["a",{"b":1}]`)}}
	return []Frame{
		Hello{1, 96, "e1", "sni_x"},
		Welcome{1, "e1", Room{ID: "limiter", Name: "limiter", State: RoomOpen, CreatedAt: at}, &seat, []Seat{seat}, 120, at,
			Limits{MaxContent: MaxContent}, Capabilities{CanResume}},
		Welcome{Protocol: 1, Seats: []Seat{}, Capabilities: Capabilities{}},
		Messages{[]Message{m, {Type: "credit", Content: "x", Sequence: 13}}, true},
		Live{}, Page{100, 256}, Post{"id", "text", "msg_1", 0}, Post{"id", "text", "", 12},
		Posted{"id", 121, "msg_2", 29, []Diagnostic{{"wrong-count", "error", 1, 27, 1, 31, "m", &Fix{"Set n", true, []Edit{{1, 29, 1, 31, "9"}}}}},
			[]Owed{{Sequence: 4, Line: 2, From: "lead", Text: "t", Due: at, Default: "d"}, {Text: "no time"}}, false},
		Repeat{29, "runner", 100, at}, Refused{ID: "id", Error: Error{Code: CodeRateLimited, Message: "m", RetryAfter: 3}},
		Have{120}, Seats{[]Seat{seat}}, Verdict{14, 5, "commit 3f9a2c1", "found", "d"}, ErrorFrame{Error{Code: CodeNoCredential}},
		Unknown{"future", json.RawMessage(`{"op":"future","x":[1,2]}`)},
	}
}

func TestEveryFrameSurvivesTheRoundTrip(t *testing.T) {
	for _, f := range everyFrame() {
		data, err := Encode(f)
		if err != nil {
			t.Fatalf("%T: %v", f, err)
		}
		if strings.ContainsAny(string(data), "\n\r") || !json.Valid(data) {
			t.Errorf("%T: not one line of JSON: %s", f, data)
		}
		got, err := Decode(data)
		if err != nil || !reflect.DeepEqual(got, f) {
			t.Errorf("%T:\n got %#v, %v\nwant %#v\nfrom %s", f, got, err, f, data)
		}
	}
}

func TestFramesAsTheProtocolPrintsThem(t *testing.T) {
	for _, c := range []struct {
		frame Frame
		want  string
	}{
		{Hello{Protocol: 1, After: 96, Epoch: "e"}, `{"op":"hello","protocol":1,"after":96,"epoch":"e"}`},
		{Live{}, `{"op":"live"}`},
		{Page{7, 256}, `{"op":"page","before":7,"limit":256}`},
		{Post{ID: "u", Content: "a<b"}, `{"op":"post","id":"u","content":"a<b"}`},
		{Posted{ID: "u", Sequence: 1, MessageID: "m"}, `{"op":"posted","id":"u","sequence":1,"message_id":"m","diagnostics":[],"owed":[]}`},
		{Messages{}, `{"op":"messages","messages":[]}`},
		{Repeat{29, "runner", 100, at}, `{"op":"repeat","sequence":29,"seat":"runner","count":100,"last_at":"2026-09-17T13:10:02.113Z"}`},
		{Have{3}, `{"op":"have","sequence":3}`},
		{Welcome{Protocol: 1}, `{"op":"welcome","protocol":1,"epoch":"","room":{"id":null,"name":null,"description":null,"state":null,"created_at":null},"you":null,"seats":[],"last_sequence":0,"server_time":null,"limits":{},"capabilities":[]}`},
	} {
		if got, err := Encode(c.frame); err != nil || string(got) != c.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, c.want)
		}
	}
}

// sharedNet is a message as SharedNet prints it.
const sharedNet = `{"id":"msg_Hello00001","room_id":"rom_A1b2C3d4E5","sequence":41,"sender_principal_id":"p_Anon000001","sender_agent_id":null,
  "sender_instance_id":"i_Seat000001","sender":{"member_id":"i_Seat000001","kind":"guest","name":null,"tag":"x"},"type":"credit.receipt",
  "content":"Smoke run finished: 3 failures.","reply_to_message_id":null,"created_at":"2026-09-15T10:05:09.1209+02:00"}`

func TestMessageKeepsWhatItDoesNotKnow(t *testing.T) {
	m, err := DecodeMessage([]byte(sharedNet))
	if err != nil {
		t.Fatal(err)
	}
	if m.Sequence != 41 || m.Type != "credit.receipt" || m.Sender.Name != "" || m.ReplyTo != "" {
		t.Errorf("read %+v", m)
	}
	if want := time.Date(2026, 9, 15, 8, 5, 9, 120e6, time.UTC); !m.CreatedAt.Equal(want) {
		t.Errorf("created_at %v, want %v: cut to milliseconds, in UTC", m.CreatedAt, want)
	}
	line, err := EncodeMessage(m)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"sequence":41,"id":"msg_Hello00001","room_id":"rom_A1b2C3d4E5","sender":{"member_id":"i_Seat000001","kind":"guest","name":null,"tag":"x"},` +
		`"type":"credit.receipt","content":"Smoke run finished: 3 failures.","reply_to_message_id":null,"created_at":"2026-09-15T08:05:09.120Z",` +
		`"sender_agent_id":null,"sender_instance_id":"i_Seat000001","sender_principal_id":"p_Anon000001"}`
	if string(line) != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
}

func TestStoredBytesGetTheirSequenceInFront(t *testing.T) {
	m := Message{ID: "msg_1", Content: "x", CreatedAt: at}
	stored, err := EncodeMessage(m)
	if err != nil {
		t.Fatal(err)
	}
	m.Sequence = 12
	want, err := EncodeMessage(m)
	if err != nil {
		t.Fatal(err)
	}
	if got := WithSequence(stored, 12); string(got) != string(want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	frame := AppendMessages(nil, false, want, want)
	f, err := Decode(frame)
	if got, _ := Encode(f); err != nil || string(got) != string(frame) {
		t.Errorf("frame of ready objects reads as %s, %v", got, err)
	}
}

func TestDecodeRefusesByKind(t *testing.T) {
	for _, c := range []struct {
		in   string
		want error
	}{
		{``, ErrNotObject}, {`null`, ErrNotObject}, {`[]`, ErrNotObject}, {`{"op":"live"`, ErrNotObject}, {`{"op":"live"}}`, ErrNotObject},
		{`hello`, ErrNotObject}, {strings.Repeat(`{"a":`, 20000) + `1` + strings.Repeat(`}`, 20000), ErrNotObject},
		{`{"op":"hello","protocol":"1"}`, ErrMalformed}, {`{"op":"post","id":5}`, ErrMalformed}, {`{"op":"messages","messages":{}}`, ErrMalformed},
		{`{"op":"messages","messages":[1]}`, ErrMalformed}, {`{"op":"messages","messages":[{"sequence":1}]}`, ErrMalformed},
		{`{"op":"messages","messages":[{"sequence":-1,"content":""}]}`, ErrMalformed},
		{`{"op":"messages","messages":[{"sequence":1.5,"content":""}]}`, ErrMalformed},
		{`{"op":"messages","messages":[{"created_at":"yesterday","content":""}]}`, ErrMalformed},
		{`{"op":"messages","messages":[{"created_at":"0000-01-01T00:00:00+01:00","content":""}]}`, ErrMalformed},
		{`{"op":"messages","messages":[{"content":null}]}`, ErrMalformed}, {`{"op":"messages","messages":[{"content":["x"]}]}`, ErrMalformed},
		{`{"op":"messages","messages":[{"sender":"lead","content":""}]}`, ErrMalformed},
	} {
		if f, err := Decode([]byte(c.in)); !errors.Is(err, c.want) {
			t.Errorf("%.80s: %v, %v; want %v", c.in, f, err, c.want)
		}
	}
}

func TestDecodeBearsWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Frame
	}{
		{`{}`, Unknown{"", json.RawMessage(`{}`)}},
		{`{"op":5}`, Unknown{"", json.RawMessage(`{"op":5}`)}},
		{` {"op":"messages","messages":null} `, Messages{}},
		{`{"messages":[{"content":"a"} , {"content":"b"}],"op":"messages"}`, Messages{Messages: []Message{{Type: "message", Content: "a"}, {Type: "message", Content: "b"}}}},
		{`{"op":"welcome","protocol":1,"room":null,"you":null}`, Welcome{Protocol: 1}},
		{`{"op":"seats","seats":[{"name":null}]}`, Seats{[]Seat{{}}}},
		{`{"o\u0070":"l\u0069ve","op2":"x"}`, Live{}},
	} {
		if f, err := Decode([]byte(c.in)); err != nil || !reflect.DeepEqual(f, c.want) {
			t.Errorf("%s: %#v, %v; want %#v", c.in, f, err, c.want)
		}
	}
}

func TestAKnownFieldWinsOverAnExtraOfItsName(t *testing.T) {
	line, err := EncodeMessage(Message{Content: "real", Extra: map[string]json.RawMessage{"content": json.RawMessage(`"forged"`)}})
	if err != nil || strings.Contains(string(line), "forged") {
		t.Errorf("%s, %v", line, err)
	}
}

func TestNothingDecodedPointsIntoTheBuffer(t *testing.T) {
	for _, f := range everyFrame() {
		data, err := Encode(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range data {
			data[i] = '!'
		}
		if !reflect.DeepEqual(got, f) {
			t.Errorf("%T changed with the buffer it was read from: %#v", f, got)
		}
	}
}

func TestHelloNeverShowsItsToken(t *testing.T) {
	var b strings.Builder
	h := Hello{Protocol: 1, Token: "sni_secretsecret"}
	slog.New(slog.NewTextHandler(&b, nil)).Info("hello", "frame", h)
	fmt.Fprintf(&b, "%v %+v %#v %s %v", h, h, h, h, []any{h, struct{ Frame }{h}})
	if strings.Contains(b.String(), "secretsecret") {
		t.Error("token shown: " + b.String())
	}
}

func TestNamesAreKeptOnce(t *testing.T) {
	// A collection between the two messages may let the first copy's handle go, and a second copy is then right.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	line := []byte(`{"content":"","room_id":"limiter","sender":{"member_id":"i_1","kind":"instance","name":"lead"},"type":"message"}`)
	first, err := DecodeMessage(line)
	if err != nil {
		t.Fatal(err)
	}
	second, err := DecodeMessage(bytes.Clone(line))
	if err != nil {
		t.Fatal(err)
	}
	names := func(m Message) []string {
		return []string{m.RoomID, m.Sender.MemberID, m.Sender.Kind, m.Sender.Name, m.Type}
	}
	again := names(second)
	for i, s := range names(first) {
		if s == "" || s != again[i] {
			t.Fatalf("read %q and %q", s, again[i])
		}
		if unsafe.StringData(s) != unsafe.StringData(again[i]) {
			t.Errorf("%q is held twice", s)
		}
	}
}

func BenchmarkDecodeMessages(b *testing.B) {
	m := Message{Sequence: 12, ID: "msg_6365761121", RoomID: "limiter", Sender: Sender{MemberID: "i_8b86ab34a2", Kind: "instance", Name: "lead"},
		Content: strings.Repeat("req rate limit 60 requests/min on POST /api/messages\n", 8), CreatedAt: at}
	var f Messages
	for range PageMessages {
		f.Messages = append(f.Messages, m)
	}
	data, err := Encode(f)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}
