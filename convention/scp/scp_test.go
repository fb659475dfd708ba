package scp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"earshot/convention"
	"earshot/convention/scp"
)

// example is the dictionary of the worked example.
const example = `{
  "version": "0.1",
  "fields": {"system": "P", "version": "V", "action": "A", "target": "X"},
  "values": {
    "system": {"Quantumoan": "1"},
    "version": {"4": "4", "5": "5b"},
    "action": {"noop": "0", "paradigm_shift": "2"},
    "target": {"cognitive_profiles_alignment": "0", "Ausrichtung “A” <1>": "1"}
  }
}`

func load(t testing.TB, text string) *scp.Dictionary {
	t.Helper()
	d, err := scp.Load(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestWorkedExample(t *testing.T) {
	d := load(t, example)
	const payload = `{"system":"Quantumoan","version":"4","action":"paradigm_shift","target":"cognitive_profiles_alignment"}`
	const stack = "P1:V4:A2:X0"
	if got, err := d.Encode([]byte(payload)); err != nil || got != stack {
		t.Errorf("encoded %q (%v)", got, err)
	}
	if got, err := d.Decode(stack); err != nil || string(got) != payload {
		t.Errorf("decoded %s (%v)", got, err)
	}
	if d.Version() != "0.1" || !reflect.DeepEqual(d.Fields(), []string{"system", "version", "action", "target"}) {
		t.Errorf("version %q, fields %q", d.Version(), d.Fields())
	}
	if !convention.LooksLikeSCP(stack) || convention.Parse(stack).Form != convention.SCP {
		t.Error("a stack is not seen to be one")
	}
}

func TestOrderAndGaps(t *testing.T) {
	d := load(t, example)
	for payload, want := range map[string]string{
		`{"target":"Ausrichtung “A” <1>","system":"Quantumoan"}`: "P1:X1",
		`{"version":4}`:                      "V4",
		` {"version":"5", "action":"noop"} `: "V5b:A0",
	} {
		if got, err := d.Encode([]byte(payload)); err != nil || got != want {
			t.Errorf("%s is %q (%v), want %q", payload, got, err, want)
		}
	}
	for stack, want := range map[string]string{
		"X0:A2:V4:P1\n": `{"system":"Quantumoan","version":"4","action":"paradigm_shift","target":"cognitive_profiles_alignment"}`,
		"X1":            `{"target":"Ausrichtung “A” <1>"}`,
	} {
		if got, err := d.Decode(stack); err != nil || string(got) != want {
			t.Errorf("%q is %s (%v)", stack, got, err)
		}
	}
}

func TestErrorsNameWhatIsWrong(t *testing.T) {
	d := load(t, example)
	encode := func(s string) error { _, err := d.Encode([]byte(s)); return err }
	decode := func(s string) error { _, err := d.Decode(s); return err }
	tests := []struct {
		do   func(string) error
		in   string
		kind error
		name string
	}{
		{encode, `{"colour":"red"}`, scp.ErrUnknown, "colour"},
		{encode, `{"system":"Quantumoan","action":"jump"}`, scp.ErrUnknown, "jump"},
		{encode, `{"action":"noop","action":"noop"}`, scp.ErrTwice, "action"},
		{encode, `{"action":null}`, scp.ErrMalformed, "action"},
		{encode, `{"action":["noop"]}`, scp.ErrMalformed, "action"},
		{encode, `{"action":true}`, scp.ErrUnknown, "true"},
		{encode, `{}`, scp.ErrMalformed, "without fields"},
		{encode, `[]`, scp.ErrMalformed, "object"},
		{encode, `{"action":"noop"} x`, scp.ErrMalformed, "follows"},
		{encode, `{"action":"noop"`, scp.ErrMalformed, "EOF"},
		{encode, ``, scp.ErrMalformed, "EOF"},
		{decode, "Q1", scp.ErrUnknown, "Q"},
		{decode, "p1", scp.ErrUnknown, "p"},
		{decode, "P1:A9", scp.ErrUnknown, "9"},
		{decode, "P1:A2:A0", scp.ErrTwice, "action"},
		{decode, "P1:P1", scp.ErrTwice, "system"},
		{decode, "", scp.ErrMalformed, `""`},
		{decode, "P1:", scp.ErrMalformed, `""`},
		{decode, "P", scp.ErrMalformed, "P"},
		{decode, "1P", scp.ErrMalformed, "1P"},
		{decode, "P1 :A2", scp.ErrMalformed, "P1 "},
		{decode, "P1:A２", scp.ErrMalformed, "A"},
		{decode, "V" + strings.Repeat("5", 500), scp.ErrUnknown, "…"},
	}
	for _, test := range tests {
		err := test.do(test.in)
		if !errors.Is(err, test.kind) || !strings.Contains(err.Error(), test.name) {
			t.Errorf("%q: %v, want %v naming %q", test.in, err, test.kind, test.name)
		}
		if err != nil && len(err.Error()) > 300 {
			t.Errorf("%.20q: the error is %d bytes long", test.in, len(err.Error()))
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	tests := []struct {
		text string
		kind error
		name string
	}{
		{``, scp.ErrMalformed, "EOF"},
		{`[]`, scp.ErrMalformed, "object"},
		{`{"fields":{"a":"A"},"values":{"a":{"x":"1"}}}`, scp.ErrMalformed, "version"},
		{`{"version":"","fields":{"a":"A"},"values":{"a":{"x":"1"}}}`, scp.ErrMalformed, "version"},
		{`{"version":"1","values":{}}`, scp.ErrMalformed, "fields"},
		{`{"version":"1","fields":{"a":"A"}}`, scp.ErrMalformed, "values"},
		{`{"version":"1","fields":{"a":"A"},"values":{}}`, scp.ErrMalformed, `"a"`},
		{`{"version":"1","fields":{"a":"A"},"values":{"a":{}}}`, scp.ErrMalformed, `"a"`},
		{`{"version":"1","fields":{"a":"A1"},"values":{"a":{"x":"1"}}}`, scp.ErrMalformed, `"a"`},
		{`{"version":"1","fields":{"a":""},"values":{"a":{"x":"1"}}}`, scp.ErrMalformed, `"a"`},
		{`{"version":"1","fields":{"a":"Ä"},"values":{"a":{"x":"1"}}}`, scp.ErrMalformed, `"a"`},
		{`{"version":"1","fields":{"a":"A"},"values":{"a":{"x":"b1"}}}`, scp.ErrMalformed, `"x"`},
		{`{"version":"1","fields":{"a":"A"},"values":{"a":{"x":"1:2"}}}`, scp.ErrMalformed, `"x"`},
		{`{"version":"1","fields":{"a":"A"},"values":{"b":{"x":"1"}}}`, scp.ErrUnknown, `"b"`},
		{`{"version":"1","fields":{"a":"A","a":"B"},"values":{"a":{"x":"1"}}}`, scp.ErrAmbiguous, `"a"`},
		{`{"version":"1","fields":{"a":"A","b":"A"},"values":{"a":{"x":"1"},"b":{"x":"1"}}}`, scp.ErrAmbiguous, `"A"`},
		{`{"version":"1","fields":{"a":"A"},"values":{"a":{"x":"1","y":"1"}}}`, scp.ErrAmbiguous, `"1"`},
		{`{"version":"1","fields":{"a":"A"},"values":{"a":{"x":"1","x":"2"}}}`, scp.ErrAmbiguous, `"x"`},
		{`{"version":"1","fields":{"a":"A"},"values":{"a":{"x":"1"},"a":{"y":"2"}}}`, scp.ErrAmbiguous, `"a"`},
		{`{"version":"1","version":"2","fields":{"a":"A"},"values":{"a":{"x":"1"}}}`, scp.ErrAmbiguous, `"version"`},
		{`{"version":"1","fields":{"a":"A"},"values":{"a":{"x":"1"}}} {}`, scp.ErrMalformed, "follows"},
		{strings.Repeat(" ", 9<<20), scp.ErrMalformed, "larger"},
	}
	for _, test := range tests {
		_, err := scp.Load(strings.NewReader(test.text))
		if !errors.Is(err, test.kind) || !strings.Contains(err.Error(), test.name) {
			t.Errorf("%.80s: %v, want %v naming %s", test.text, err, test.kind, test.name)
		}
	}
	broken := errors.New("disk")
	if _, err := scp.Load(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a reader's error is lost: %v", err)
	}
	if d := load(t, `{"about":"x","version":3,"fields":{"a":"A"},"values":{"a":{"":"1"}}}`); d.Version() != "3" {
		t.Errorf("version %q", d.Version())
	}
}

// Whatever dictionary is loaded, encoding and decoding undo each other.
func FuzzRoundTrip(f *testing.F) {
	f.Add(uint64(1), "x")
	f.Add(uint64(7), "value \" with <marks> & 限")
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		r := rand.New(rand.NewPCG(seed, 9))
		fields, values, payload := map[string]string{}, map[string]map[string]string{}, map[string]string{}
		text = strings.ToValidUTF8(text, "?")
		for i := range 1 + r.IntN(8) {
			name := fmt.Sprintf("%s %d", text, i)
			fields[name] = strings.Repeat("A", i/26) + string(rune('A'+i%26)) + strings.Repeat("z", r.IntN(2))
			values[name] = map[string]string{}
			for j := range 1 + r.IntN(5) {
				value := fmt.Sprintf("%d%s", j, text)
				values[name][value] = fmt.Sprintf("%d", j)
				if r.IntN(2) == 0 {
					payload[name] = value
				}
			}
		}
		file, err := json.Marshal(map[string]any{"version": "1", "fields": fields, "values": values})
		if err != nil {
			t.Fatal(err)
		}
		d := load(t, string(file))
		body, err := json.Marshal(payload)
		if err != nil {
			t.Fatal(err)
		}
		stack, err := d.Encode(body)
		if len(payload) == 0 {
			if err == nil {
				t.Fatal("nothing was encoded")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := d.Decode(stack)
		if err != nil {
			t.Fatal(err)
		}
		var back map[string]string
		if err := json.Unmarshal(decoded, &back); err != nil || !reflect.DeepEqual(back, payload) {
			t.Fatalf("%s became %s through %s (%v)", body, decoded, stack, err)
		}
		again, err := d.Encode(decoded)
		if err != nil || again != stack {
			t.Fatalf("%s became %s (%v)", stack, again, err)
		}
	})
}

// No input makes the codec fall over, and what it accepts it writes again.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"P1:V4:A2:X0", "P1:", ":", "\xff", "A2:A2", "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, stack string) {
		d := load(t, example)
		body, err := d.Decode(stack)
		if err != nil {
			return
		}
		again, err := d.Encode(body)
		if err != nil {
			t.Fatalf("%q decodes to %s, which does not encode: %v", stack, body, err)
		}
		if strings.Count(again, ":") != strings.Count(stack, ":") {
			t.Fatalf("%q became %q", stack, again)
		}
	})
}

func FuzzLoad(f *testing.F) {
	f.Add(example)
	f.Add(`{"version":"1","fields":{"a":"A"},"values":{"a":{"x":"1"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := scp.Load(strings.NewReader(text))
		if err == nil && len(d.Fields()) > 0 && d.Version() == "" {
			t.Fatalf("%q has no version", text)
		}
	})
}
