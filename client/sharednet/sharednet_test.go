package sharednet_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/client/sharednet"
	"earshot/client/sharednet/sharednettest"
	"earshot/client/wire"
)

// visit is a session with the fake.
type visit struct {
	*sharednettest.Server
	*clienttest.Recorder
	session *client.Session
	hall    *clienttest.Hall
	web     *http.Transport
	stop    context.CancelFunc
	ended   chan error
}

func open(f *sharednettest.Server, transport func(*http.Client) client.Transport) *visit {
	v := &visit{Server: f, Recorder: &clienttest.Recorder{}, hall: clienttest.OpenHall(f), ended: make(chan error, 1)}
	v.web = &http.Transport{DialContext: v.hall.Dial}
	v.session = client.New(client.Config{Transport: transport(&http.Client{Transport: v.web}), Rand: func() float64 { return 0.5 }})
	ctx, stop := context.WithCancel(context.Background())
	v.stop = stop
	go func() { v.ended <- v.session.Run(ctx, v.Emit) }()
	return v
}

func sit(f *sharednettest.Server, c sharednet.Config) *visit {
	return open(f, func(web *http.Client) client.Transport {
		c.Base, c.Room, c.HTTP = "http://sharednet.test", sharednettest.Room, web
		if c.Token == "" {
			c.Token = sharednettest.Tester
		}
		return sharednet.New(c)
	})
}

func watch(f *sharednettest.Server) *visit {
	return open(f, func(web *http.Client) client.Transport {
		return sharednet.Public(sharednet.PublicConfig{Base: "http://sharednet.test", Link: sharednettest.Link, HTTP: web})
	})
}

func (v *visit) end(t *testing.T) error {
	t.Helper()
	v.stop()
	err := <-v.ended
	v.web.CloseIdleConnections()
	v.hall.Close()
	for _, b := range v.Broken() {
		t.Error("broken promise: " + b)
	}
	return err
}

func settle() {
	time.Sleep(2 * time.Minute)
	synctest.Wait()
}

func (v *visit) delivered() []string {
	var out []string
	for _, m := range v.Messages() {
		out = append(out, m.Content)
	}
	return out
}

func TestTheWholeLogThenLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sharednettest.New()
		for i := range 250 {
			f.Say(fmt.Sprint("old ", i))
		}
		v := sit(f, sharednet.Config{})
		settle()
		f.Say("new")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !slices.Equal(v.delivered(), f.Contents()) || v.State() != client.StateLive {
			t.Errorf("%d of %d, state %v", v.Count(), len(f.Contents()), v.State())
		}
		w := clienttest.Of[client.Welcomed](v.Recorder)
		if len(w) != 1 || w[0].Room.Name != "Release check" || w[0].You == nil || w[0].You.Name != "tester" || len(w[0].Seats) != 2 {
			t.Errorf("welcomed %+v", w)
		}
		m := v.Messages()[0]
		if m.Sender.MemberID != "i_Seat000002" || m.Sender.Name != "" || string(m.Extra["sender_principal_id"]) != `"p_Anon000001"` {
			t.Errorf("first message %+v", m)
		}
		if n := f.Called("GET room/wait"); n < 4 || n > 12 {
			t.Errorf("%d waits in two minutes of silence", n)
		}
		_ = v.end(t)
	})
}

func TestTailFirstThenLiveAndOlderByPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sharednettest.New()
		for i := range 250 {
			f.Say(fmt.Sprint(i + 1))
		}
		v := sit(f, sharednet.Config{Tail: 30})
		settle()
		f.Say("new")
		v.session.Page(221, 40)
		settle()
		got := v.delivered()
		if len(got) != 31 || got[0] != "221" || got[30] != "new" {
			t.Errorf("delivered %v", got)
		}
		if g := clienttest.Of[client.Gap](v.Recorder); len(g) != 0 {
			t.Errorf("gaps %v", g)
		}
		pages := clienttest.Of[client.Messages](v.Recorder)
		if len(pages) != 1 || len(pages[0].Messages) != 40 || pages[0].Messages[0].Sequence != 181 || pages[0].Messages[39].Sequence != 220 {
			t.Errorf("pages %+v", pages)
		}
		_ = v.end(t)
	})
}

func TestPostsAreStoredOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sharednettest.New()
		f.Say("one")
		f.LosePosts(1) // the first post is stored and its answer lost
		v := sit(f, sharednet.Config{})
		v.session.Post(client.Draft{ID: "11111111-1111-4111-8111-111111111111", Content: "first", ReplyToSequence: 1})
		v.session.Post(client.Draft{ID: "22222222-2222-4222-8222-222222222222", Content: "second", ReplyTo: "msg_0000000001"})
		v.session.Post(client.Draft{ID: "33333333-3333-4333-8333-333333333333", Content: "to nobody", ReplyToSequence: 99})
		v.session.Post(client.Draft{ID: "44444444-4444-4444-8444-444444444444", Content: "to nothing", ReplyTo: "msg_9999999999"})
		settle()
		if got := f.Contents(); !slices.Equal(got, []string{"one", "first", "second"}) || !slices.Equal(v.delivered(), got) {
			t.Errorf("stored %v, delivered %v", got, v.delivered())
		}
		for _, m := range v.Messages()[1:] {
			if m.ReplyTo != "msg_0000000001" {
				t.Errorf("%s replies to %q", m.Content, m.ReplyTo)
			}
		}
		for i, want := range []int64{2, 3} {
			id := strings.Repeat(fmt.Sprint(i+1), 8)
			id = fmt.Sprintf("%s-%s-4%s-8%s-%s", id, id[:4], id[:3], id[:3], strings.Repeat(id[:4], 3))
			if p, ok := v.Answer(id).(client.Posted); !ok || p.Sequence != want {
				t.Errorf("%s: %#v", id, v.Answer(id))
			}
		}
		for _, id := range []string{"33333333-3333-4333-8333-333333333333", "44444444-4444-4444-8444-444444444444"} {
			if r, ok := v.Answer(id).(client.Refused); !ok || r.Refused.Error.Code != wire.CodeReplyTarget {
				t.Errorf("%s: %#v", id, v.Answer(id))
			}
		}
		_ = v.end(t)
	})
}

func TestSeatsAndRoomArePolled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sharednettest.New()
		v := sit(f, sharednet.Config{})
		settle()
		if s := clienttest.Of[client.Seats](v.Recorder); len(s) != 0 {
			t.Errorf("seats told without a change: %v", s)
		}
		f.Seat("i_Seat000003", "late")
		settle()
		if s := clienttest.Of[client.Seats](v.Recorder); len(s) != 1 || len(s[0].Seats) != 1 || s[0].Seats[0].Name != "late" || s[0].Seats[0].Presence != "online" {
			t.Errorf("seats %+v", s)
		}
		f.CloseRoom()
		settle()
		if w := clienttest.Of[client.Welcomed](v.Recorder); len(w) != 2 || w[1].Room.State != wire.RoomClosed {
			t.Errorf("welcomed %+v", w)
		}
		v.session.Post(client.Draft{ID: "55555555-5555-4555-8555-555555555555", Content: "too late"})
		settle()
		if r, ok := v.Answer("55555555-5555-4555-8555-555555555555").(client.Refused); !ok || r.Refused.Error.Code != wire.CodeRoomClosed {
			t.Errorf("post to a closed room: %#v", r)
		}
		if v.State() != client.StateLive {
			t.Errorf("state %v", v.State())
		}
		_ = v.end(t)
	})
}

func body(code string) string { return sharednettest.ErrorBody(code, sharednettest.Tester) }

// TestEveryRefusalOfReading: what may pass is tried again and ends live; what would be refused again ends the session with a
// sentence and something to do.
func TestEveryRefusalOfReading(t *testing.T) {
	for status, codes := range sharednettest.Errors() {
		for _, code := range codes {
			for _, call := range []string{"GET /api/v1/instances/current", "GET room", "GET room/messages", "GET room/wait"} {
				t.Run(fmt.Sprintf("%d %s %s", status, code, call), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						f := sharednettest.New()
						f.Say("one")
						f.Refuse(func(c string, n int) (int, string) {
							if c == call && n == 1 {
								return status, body(code)
							}
							return 0, ""
						})
						v := sit(f, sharednet.Config{})
						settle()
						again := status == 429 || status >= 500
						if (v.State() == client.StateLive) != again || (v.State() == client.StateRefused) == again {
							t.Errorf("state %v", v.State())
						}
						if err := v.end(t); !again {
							p := client.Explain(err)
							if !errors.Is(err, client.ErrRefused) || p.What == "" || p.Do == "" || p.Exit != 3 || strings.Contains(p.Error()+err.Error(), sharednettest.Tester) {
								t.Errorf("%v: %+v", err, p)
							}
						}
					})
				})
			}
		}
	}
}

// TestEveryRefusalOfPosting: an answer that decides is passed on, one that leaves the fate open is asked for again.
func TestEveryRefusalOfPosting(t *testing.T) {
	for status, codes := range sharednettest.Errors() {
		for _, code := range codes {
			t.Run(fmt.Sprintf("%d %s", status, code), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					f := sharednettest.New()
					f.Refuse(func(c string, n int) (int, string) {
						if c == "POST room/messages" && n == 1 {
							return status, body(code)
						}
						return 0, ""
					})
					v := sit(f, sharednet.Config{})
					id := "66666666-6666-4666-8666-666666666666"
					v.session.Post(client.Draft{ID: id, Content: "x"})
					settle()
					again := status == 429 || status >= 500
					if _, posted := v.Answer(id).(client.Posted); posted != again {
						t.Errorf("answer %#v", v.Answer(id))
					}
					if r, refused := v.Answer(id).(client.Refused); refused == again || refused && r.Refused.Error.Code != code {
						t.Errorf("answer %#v", v.Answer(id))
					}
					seat := status == 401 || status == 403 || status == 410
					if (v.State() == client.StateRefused) != seat {
						t.Errorf("state %v", v.State())
					}
					_ = v.end(t)
				})
			})
		}
	}
}

func TestATroubledHostThatSpeaksNoJSON(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sharednettest.New()
		f.Say("one")
		f.Refuse(func(_ string, n int) (int, string) {
			if n <= 2 {
				return 502, "<html>Bad gateway</html>"
			}
			return 0, ""
		})
		v := sit(f, sharednet.Config{})
		settle()
		settle()
		if v.State() != client.StateLive || v.Count() != 1 {
			t.Errorf("state %v, %d messages", v.State(), v.Count())
		}
		_ = v.end(t)
	})
}

func TestAnotherServerIsNoSharedNet(t *testing.T) {
	for _, answer := range []string{"<html>hello</html>", `[]`, `"x"`} {
		synctest.Test(t, func(t *testing.T) {
			f := sharednettest.New()
			f.Refuse(func(string, int) (int, string) { return 200, answer })
			v := sit(f, sharednet.Config{})
			settle()
			err := v.end(t)
			if p := client.Explain(err); v.State() != client.StateRefused || !errors.Is(err, client.ErrNotRoom) || p.Do == "" {
				t.Errorf("%s: state %v, %v", answer, v.State(), err)
			}
		})
	}
}

func TestAServerThatDoesNotHoldItsWaitsIsNotFlooded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sharednettest.New()
		f.Refuse(func(c string, _ int) (int, string) {
			if c == "GET room/wait" {
				return 200, `{"items":[],"next_cursor":null,"has_more":false}`
			}
			return 0, ""
		})
		v := sit(f, sharednet.Config{})
		settle()
		if n := f.Called("GET room/wait"); n > 130 {
			t.Errorf("%d waits in two minutes", n)
		}
		_ = v.end(t)
	})
}

func TestPublicLink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sharednettest.New()
		f.Share(true)
		f.Say("1")
		f.Reply(1, "2")
		for i := range 298 {
			f.Say(fmt.Sprint(i + 3))
		}
		v := watch(f)
		settle()
		f.Say("new\n\nsharednet-typed: {\"type\":\"work.result\"}")
		v.session.Post(client.Draft{ID: "x", Content: "x"})
		settle()
		if !slices.Equal(v.delivered(), f.Contents()) || v.State() != client.StateLive {
			t.Errorf("%d of %d, state %v", v.Count(), len(f.Contents()), v.State())
		}
		m := v.Messages()[1]
		if m.ID != "msg_2" || m.ReplyTo != "msg_1" || m.Sender.Name != "Builder" || m.CreatedAt.IsZero() {
			t.Errorf("second message %+v", m)
		}
		w := clienttest.Of[client.Welcomed](v.Recorder)
		if len(w) != 1 || w[0].You != nil || w[0].Room.Name != "Release check" || len(w[0].Seats) != 1 || w[0].Seats[0].Presence != "" {
			t.Errorf("welcomed %+v", w)
		}
		if fl, ok := v.Answer("x").(client.Failed); !ok || !errors.Is(fl.Err, client.ErrReadOnly) {
			t.Errorf("post: %#v", v.Answer("x"))
		}
		f.Share(false)
		settle()
		err := v.end(t)
		if p := client.Explain(err); v.State() != client.StateRefused || p.Do == "" || strings.Contains(p.Error()+err.Error(), sharednettest.Link) {
			t.Errorf("sharing stopped: state %v, %v", v.State(), err)
		}
	})
}

func TestAPublicRoomThatBecameShorterIsLoadedAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sharednettest.New()
		f.Share(true)
		f.Say("one")
		f.Say("two")
		v := watch(f)
		settle()
		f.Keep(1)
		settle()
		if !slices.Equal(v.delivered(), []string{"one"}) || len(clienttest.Of[client.Rebuilt](v.Recorder)) != 1 {
			t.Errorf("delivered %v, events %v", v.delivered(), v.Events())
		}
		_ = v.end(t)
	})
}

func TestJoiningByInviteText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sharednettest.New()
		f.Say("one")
		h := clienttest.OpenHall(f)
		source, err := client.ParseInvite("ROOM=" + sharednettest.Room + " TOKEN=" + sharednettest.Invite + " BASE=http://sharednet.test")
		if err != nil {
			t.Fatal(err)
		}
		seat, token, err := client.Join(t.Context(), client.JoinConfig{Source: source, Name: "scout", Dial: h.Dial})
		if err != nil || token == "" || seat.MemberID != "i_Seat000003" || seat.Name != "scout" {
			t.Errorf("%+v, %v, %v", seat, token, err)
		}
		f.LoseJoins(1)
		_, _, err = client.Join(t.Context(), client.JoinConfig{Source: source, Name: "mia", Dial: h.Dial})
		if p := client.Explain(err); !errors.Is(err, client.ErrUnconfirmed) || p.Exit != 3 || !strings.Contains(p.What, "may be taken") {
			t.Errorf("an answer that is lost: %+v", p)
		}
		h.Close()
		if n := f.Called("POST room/join"); n != 2 || f.Seats() != 4 {
			t.Errorf("%d joins made %d seats", n, f.Seats())
		}
		v := sit(f, sharednet.Config{Token: token})
		settle()
		if w := clienttest.Of[client.Welcomed](v.Recorder); len(w) != 1 || w[0].You == nil || w[0].You.Name != "scout" {
			t.Errorf("welcomed %+v", w)
		}
		_ = v.end(t)
	})
}
