package transcript_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/client/transcript"
	"earshot/client/wire"
)

// line is a message of the protocol; sequence 0 leaves it out.
func line(sequence int64, content string) string {
	data, err := wire.EncodeMessage(wire.Message{Sequence: sequence, Content: content, Sender: wire.Sender{MemberID: "i_1", Name: "lead"}})
	if err != nil {
		panic(err)
	}
	return string(data) + "\n"
}

// reading is what a source gave to the end.
type reading struct {
	*clienttest.Recorder
	broken []string
	err    error
}

func read(t *testing.T, text string, o transcript.Options) *reading {
	t.Helper()
	r := &reading{Recorder: &clienttest.Recorder{}}
	o.Broken = func(n int, err error) { r.broken = append(r.broken, fmt.Sprintf("%d: %v", n, err)) }
	s := client.New(client.Config{Transport: transcript.Open("room.jsonl", strings.NewReader(text), o)})
	r.err = s.Run(t.Context(), r.Emit)
	for _, b := range r.Broken() {
		t.Error("broken promise: " + b)
	}
	return r
}

func contents(messages []wire.Message) string {
	var out []string
	for _, m := range messages {
		out = append(out, fmt.Sprintf("%d=%s", m.Sequence, m.Content))
	}
	return strings.Join(out, " ")
}

func TestReading(t *testing.T) {
	long := `{"content":"` + strings.Repeat("x", 5<<20) + `"}` + "\n"
	for name, c := range map[string]struct {
		text, want string
		gaps       []client.Gap
		broken     []string
	}{
		"in order":           {line(1, "a") + line(2, "b"), "1=a 2=b", nil, nil},
		"no last line feed":  {line(1, "a") + strings.TrimSpace(line(2, "b")), "1=a 2=b", nil, nil},
		"CRLF, BOM, blanks":  {"\xEF\xBB\xBF" + strings.ReplaceAll(line(1, "a")+"\n  \n"+line(2, "b"), "\n", "\r\n"), "1=a 2=b", nil, nil},
		"without sequences":  {line(0, "a") + line(0, "b"), "1=a 2=b", nil, nil},
		"some without":       {line(3, "a") + line(0, "b") + line(5, "c"), "3=a 4=b 5=c", nil, nil},
		"broken lines":       {line(1, "a") + "{oops\n" + line(2, "b") + "[1]\n\n{\"sequence\":3}\n", "1=a 2=b", nil, []string{"2: not a JSON object", "4: not a JSON object", "6: malformed: no content"}},
		"out of order":       {line(2, "b") + line(1, "a") + line(4, "d") + line(3, "c"), "1=a 2=b 3=c 4=d", nil, nil},
		"repeated":           {line(1, "a") + line(1, "again") + line(2, "b"), "1=a 2=b", nil, []string{"2: sequence 1 is taken already or comes too late, behind 1"}},
		"repeated held":      {line(1, "a") + line(3, "c") + line(3, "again") + line(2, "b"), "1=a 2=b 3=c", nil, []string{"3: sequence 3 is taken already or comes too late, behind 3"}},
		"a hole":             {line(1, "a") + line(4, "d"), "1=a 4=d", []client.Gap{{From: 2, To: 3}}, nil},
		"an excerpt":         {line(500, "a") + line(501, "b"), "500=a 501=b", nil, nil},
		"unsorted excerpt":   {line(502, "c") + line(500, "a") + line(501, "b"), "500=a 501=b 502=c", nil, nil},
		"a line too long":    {line(1, "a") + long + line(2, "b"), "1=a 2=b", nil, []string{"2: longer than 4 MiB"}},
		"empty":              {"", "", nil, nil},
		"nothing but blanks": {"\n \n\t\n", "", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := read(t, c.text, transcript.Options{})
			if got := contents(r.Messages()); got != c.want || r.err != nil {
				t.Errorf("read %q, %v; want %q", got, r.err, c.want)
			}
			if got := clienttest.Of[client.Gap](r.Recorder); !slices.Equal(got, c.gaps) {
				t.Errorf("gaps %v, want %v", got, c.gaps)
			}
			if !slices.Equal(r.broken, c.broken) {
				t.Errorf("broken %q, want %q", r.broken, c.broken)
			}
			if r.State() != client.StateEnded {
				t.Errorf("state %v", r.State())
			}
		})
	}
}

func TestIdsAreMadeWhereThereAreNone(t *testing.T) {
	r := read(t, `{"content":"a"}`+"\n"+`{"id":"msg_x","content":"b"}`, transcript.Options{})
	if m := r.Messages(); len(m) != 2 || m[0].ID != "msg_1" || m[1].ID != "msg_x" {
		t.Errorf("%+v", m)
	}
}

func TestNothingReadableIsAnError(t *testing.T) {
	for _, text := range []string{"hello\nworld\n", "{\"a\":1}", "v1 request limiter to yu n=1\nreq x\n", "[\n{}\n]"} {
		r := read(t, text, transcript.Options{})
		p := client.Explain(r.err)
		if !errors.Is(r.err, client.ErrUnreadable) || p.Exit != 2 || p.Do == "" || !strings.Contains(p.What, "holds no message") {
			t.Errorf("%q: %v, %+v", text, r.err, p)
		}
		if r.State() != client.StateRefused {
			t.Errorf("state %v", r.State())
		}
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	for path, says := range map[string]string{filepath.Join(dir, "none.jsonl"): "does not exist", dir: "it is a folder"} {
		err := client.New(client.Config{Transport: transcript.File(path, transcript.Options{})}).Run(t.Context(), func(client.Event) {})
		if p := client.Explain(err); p.Exit != 2 || !strings.Contains(p.What, says) || p.Do == "" {
			t.Errorf("%s: %+v", path, p)
		}
	}
}

func TestATranscriptTakesNoPosts(t *testing.T) {
	rec := &clienttest.Recorder{}
	s := client.New(client.Config{Transport: transcript.Open("x", strings.NewReader(line(1, "a")), transcript.Options{})})
	s.Post(client.Draft{ID: "a", Content: "x"})
	if err := s.Run(t.Context(), rec.Emit); err != nil {
		t.Fatal(err)
	}
	if f, ok := rec.Answer("a").(client.Failed); !ok || !errors.Is(f.Err, client.ErrReadOnly) {
		t.Errorf("answer %#v", rec.Answer("a"))
	}
}

// longFile is a million lines that exist only while they are read.
type longFile struct {
	n, left int64
	rest    []byte
}

func (f *longFile) Read(p []byte) (int, error) {
	for len(f.rest) < len(p) && f.left > 0 {
		f.rest = append(f.rest, wire.WithSequence([]byte(`{"sender":{"name":"lead"},"content":"v1 report limiter to lead n=1"}`+"\n"), f.n-f.left+1)...)
		f.left--
	}
	if len(f.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, f.rest)
	f.rest = append(f.rest[:0], f.rest[n:]...)
	return n, nil
}

func TestAMillionLinesInFlatMemory(t *testing.T) {
	const n = 1_000_000
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, peak, batches := m.HeapAlloc, uint64(0), 0
	rec := &clienttest.Recorder{Forget: true}
	s := client.New(client.Config{Transport: transcript.Open("long", &longFile{n: n, left: n}, transcript.Options{})})
	err := s.Run(t.Context(), func(e client.Event) {
		rec.Emit(e)
		if batches++; batches%1500 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	})
	if err != nil || rec.Count() != n || len(rec.Broken()) > 0 {
		t.Errorf("%v, %d messages, %v", err, rec.Count(), rec.Broken())
	}
	if peak > before+8<<20 {
		t.Errorf("%d KB held", (peak-before)>>10)
	}
}

// followed is a session on a file that a test changes.
type followed struct {
	*clienttest.Recorder
	t    *testing.T
	path string
	stop context.CancelFunc
	end  chan error
}

func follow(t *testing.T, text string) *followed {
	f := &followed{Recorder: &clienttest.Recorder{}, t: t, path: filepath.Join(t.TempDir(), "room.jsonl"), end: make(chan error, 1)}
	f.write(f.path, text)
	ctx, stop := context.WithCancel(t.Context())
	f.stop = stop
	s := client.New(client.Config{Transport: transcript.File(f.path, transcript.Options{Follow: true})})
	go func() { f.end <- s.Run(ctx, f.Emit) }()
	f.settle()
	return f
}

func (f *followed) settle() {
	time.Sleep(3 * time.Second)
	synctest.Wait()
}

func (f *followed) write(path, text string) {
	f.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f *followed) add(text string) {
	f.t.Helper()
	file, err := os.OpenFile(f.path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteString(text)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		f.t.Fatal(err)
	}
	f.settle()
}

func (f *followed) expect(want string, rebuilt int) {
	f.t.Helper()
	if got := contents(f.Messages()); got != want {
		f.t.Errorf("read %q, want %q", got, want)
	}
	if got := len(clienttest.Of[client.Rebuilt](f.Recorder)); got != rebuilt {
		f.t.Errorf("rebuilt %d times, want %d", got, rebuilt)
	}
	if f.State() != client.StateLive {
		f.t.Errorf("state %v", f.State())
	}
}

func (f *followed) close() {
	f.t.Helper()
	f.stop()
	if err := <-f.end; !errors.Is(err, context.Canceled) {
		f.t.Error(err)
	}
	for _, b := range f.Broken() {
		f.t.Error("broken promise: " + b)
	}
}

func TestFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := follow(t, line(1, "a"))
		f.expect("1=a", 0)
		whole := line(2, "b")
		f.add(whole[:10])
		f.expect("1=a", 0)
		f.add(whole[10:] + line(3, "c"))
		f.expect("1=a 2=b 3=c", 0)
		f.close()
	})
}

func TestFollowStartsEmpty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := follow(t, "")
		f.expect("", 0)
		f.add(line(0, "a"))
		f.expect("1=a", 0)
		f.close()
	})
}

func TestFollowThroughRotation(t *testing.T) {
	for name, c := range map[string]struct {
		second  string
		want    string
		rebuilt int
	}{
		"sequences go on":    {line(3, "c") + line(4, "d"), "1=a 2=b 3=c 4=d", 0},
		"no sequences":       {line(0, "c"), "1=a 2=b 3=c", 0},
		"another log":        {line(1, "x") + line(2, "y"), "1=x 2=y", 1},
		"the same and more":  {line(1, "a") + line(2, "b") + line(3, "c"), "1=a 2=b 3=c", 1},
		"broken, then going": {"oops\n" + line(3, "c"), "1=a 2=b 3=c", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := follow(t, line(1, "a"))
				if err := os.Rename(f.path, f.path+".1"); err != nil {
					t.Fatal(err)
				}
				f.settle()
				old, err := os.OpenFile(f.path+".1", os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := old.WriteString(strings.TrimSpace(line(2, "b"))); err != nil { // the last words, without a line feed
					t.Fatal(err)
				}
				_ = old.Close() // read-only from here on
				f.write(f.path, c.second)
				f.settle()
				f.expect(c.want, c.rebuilt)
				f.add(line(0, "z"))
				if got := contents(f.Messages()); !strings.HasSuffix(got, "=z") {
					t.Errorf("the new file is not followed: %s", got)
				}
				f.close()
			})
		})
	}
}

func TestFollowThroughTruncation(t *testing.T) {
	for name, c := range map[string]struct {
		second, want string
		rebuilt      int
	}{
		"sequences go on": {line(3, "c"), "1=a 2=b 3=c", 0},
		"no sequences":    {line(0, "x"), "1=x", 1},
		"another log":     {line(1, "x"), "1=x", 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := follow(t, line(1, "a")+line(2, "b"))
				if err := os.Truncate(f.path, 0); err != nil {
					t.Fatal(err)
				}
				f.settle()
				f.add(c.second)
				f.expect(c.want, c.rebuilt)
				f.close()
			})
		})
	}
}

func TestAPageOfATranscriptIsEmptyAndEndsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		rec := &clienttest.Recorder{}
		end := make(chan error, 1)
		s := client.New(client.Config{Transport: transcript.Open("-", r, transcript.Options{})})
		s.Page(7, 0)
		go func() { end <- s.Run(t.Context(), rec.Emit) }()
		time.Sleep(time.Minute)
		pages := clienttest.Of[client.Messages](rec)
		if len(pages) != 1 || len(pages[0].Messages) != 0 || pages[0].Before != 7 {
			t.Errorf("pages %+v", pages)
		}
		if _, err := io.WriteString(w, line(1, "a")); err != nil {
			t.Fatal(err)
		}
		_ = w.Close() // cannot fail
		if err := <-end; err != nil || rec.Count() != 1 {
			t.Errorf("%v, %d messages", err, rec.Count())
		}
	})
}

func TestAPipeIsReadAsItComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		rec := &clienttest.Recorder{}
		end := make(chan error, 1)
		s := client.New(client.Config{Transport: transcript.Open("-", r, transcript.Options{Follow: true})})
		go func() { end <- s.Run(t.Context(), rec.Emit) }()
		for i := range 3 {
			if _, err := io.WriteString(w, line(0, fmt.Sprint(i))+`{"content":`); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if rec.Count() != int64(2*i+1) {
				t.Errorf("%d messages after %d writes", rec.Count(), i+1)
			}
			time.Sleep(2 * time.Second)
			if rec.State() != client.StateLive {
				t.Errorf("state %v", rec.State())
			}
			if _, err := io.WriteString(w, "\"rest\"}\n"); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		_ = w.Close() // cannot fail
		if err := <-end; err != nil || rec.Count() != 6 {
			t.Errorf("%v, %d messages", err, rec.Count())
		}
	})
}

func TestWhoAndWhen(t *testing.T) {
	f, err := os.Open("testdata/who-when-12.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	m, ok := transcript.Builtin("who-when")
	r := read(t, string(data), transcript.Options{Map: &m})
	if !ok || r.err != nil || len(r.broken) != 0 {
		t.Fatal(ok, r.err, r.broken)
	}
	var senders []string
	for _, m := range r.Messages() {
		senders = append(senders, m.Sender.Name)
	}
	want := []string{"MBTA_FranciscoFoxboroLine_Expert", "Verification_Expert", "Computer_terminal", "MBTA_FranciscoFoxboroLine_Expert", "MBTA_FranciscoFoxboroLine_Expert"}
	if !slices.Equal(senders, want) {
		t.Errorf("senders %v", senders)
	}
	if last := r.Messages()[4]; last.Sequence != 5 || last.Content != "TERMINATE" || last.ID != "msg_5" {
		t.Errorf("last %+v", last)
	}
}

func TestMaps(t *testing.T) {
	sharednet, _ := transcript.Builtin("sharednet")
	whoWhen, _ := transcript.Builtin("who-when")
	for name, c := range map[string]struct {
		m      transcript.Map
		text   string
		want   []wire.Message
		broken int
	}{
		"sharednet": {sharednet, `{"room":{"name":"x"},"members":[{"label":"a"}],"messages":[{"sequence":4,"content":"hi","created_at":"2026-09-15T08:05:09.120Z",
			"reply_to_sequence":2,"sender":{"label":"Builder","handle":null,"kind":"guest"}}]}`,
			[]wire.Message{{Sequence: 4, ID: "msg_4", ReplyTo: "msg_2", Content: "hi", Sender: wire.Sender{MemberID: "Builder", Name: "Builder"},
				CreatedAt: time.Date(2026, 9, 15, 8, 5, 9, 120e6, time.UTC)}}, 0},
		"lines": {transcript.Map{Content: "body.text", Sender: "who", ID: "key", ReplyTo: "parent", Time: "ts"},
			`{"key":17,"body":{"text":"a"},"who":"lead","ts":1757923509}` + "\n" + `{"key":18,"body":{"text":["b",1]},"parent":17,"ts":1757923509120}` + "\n{\"key\":19}\n",
			[]wire.Message{{Sequence: 1, ID: "17", Content: "a", Sender: wire.Sender{MemberID: "lead", Name: "lead"}, CreatedAt: time.Date(2025, 9, 15, 8, 5, 9, 0, time.UTC)},
				{Sequence: 2, ID: "18", ReplyTo: "17", Content: `["b",1]`, CreatedAt: time.Date(2025, 9, 15, 8, 5, 9, 120e6, time.UTC)}}, 1},
		"bare list": {transcript.Map{Messages: ".", Content: "text", Time: "at"}, `[{"text":"a","at":"2026-09-15 08:05:09"},{"text":"b","at":"2026-09-15T10:05:09+02:00"},7]`,
			[]wire.Message{{Sequence: 1, ID: "msg_1", Content: "a", CreatedAt: time.Date(2026, 9, 15, 8, 5, 9, 0, time.UTC)},
				{Sequence: 2, ID: "msg_2", Content: "b", CreatedAt: time.Date(2026, 9, 15, 8, 5, 9, 0, time.UTC)}}, 1},
		"empty list": {whoWhen, `{"history":[]}`, nil, 0},
		"empty file": {whoWhen, ``, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := read(t, c.text, transcript.Options{Map: &c.m})
			if r.err != nil || len(r.broken) != c.broken {
				t.Errorf("%v, broken %v", r.err, r.broken)
			}
			got := r.Messages()
			for i := range c.want {
				c.want[i].Type = "message"
			}
			if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) {
				t.Errorf("\n got %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestMapsThatDoNotFit(t *testing.T) {
	m, _ := transcript.Builtin("who-when")
	for _, text := range []string{`{"messages":[]}`, `{"history":{}}`, `{"history":[{"content":"a"},`, `[]`, `hello`, `{"history":[{},{}]}`} {
		r := read(t, text, transcript.Options{Map: &m})
		if p := client.Explain(r.err); !errors.Is(r.err, client.ErrUnreadable) || p.Exit != 2 || p.What == "" {
			t.Errorf("%s: %v", text, r.err)
		}
	}
}

func TestReadMap(t *testing.T) {
	m, err := transcript.ReadMap(strings.NewReader("messages = \"history\"\nsender = \"name|role\"\ncontent = \"content\"\n"))
	if want, _ := transcript.Builtin("who-when"); err != nil || m != want {
		t.Errorf("%+v, %v", m, err)
	}
	for text, says := range map[string]string{"sender = \"a\"": "no content", "content = \"a\"\nbody = \"b\"": `line 2: "body" is none of`, "content = ": "read map"} {
		if _, err := transcript.ReadMap(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzLines reads any bytes: no panic, no broken promise, and every line that is not blank is either used or reported.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "\n\n", line(1, "a") + "oops\n" + line(1, "b") + line(9, "c"), line(5, "a") + line(3, "b") + line(0, "c") + line(4, "d"), "{\"content\":\"\"}\r\n\xff\n[]",
		line(2, "b") + line(1, "a") + line(2, "again")} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := read(t, s, transcript.Options{})
		lines := 0
		for l := range strings.SplitSeq(strings.TrimPrefix(s, "\xEF\xBB\xBF"), "\n") {
			if strings.TrimSpace(l) != "" {
				lines++
			}
		}
		if used := len(r.Messages()) + len(r.broken); used != lines {
			t.Errorf("%d lines, %d used and %d broken", lines, len(r.Messages()), len(r.broken))
		}
		if (r.err != nil) != (len(r.Messages()) == 0 && len(r.broken) > 0) {
			t.Errorf("%v with %d messages and %d broken lines", r.err, len(r.Messages()), len(r.broken))
		}
	})
}
