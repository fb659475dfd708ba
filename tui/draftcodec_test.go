package tui

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"earshot/tui/composer"
)

// full is a draft with every field set.
func full(text string) unsent {
	return unsent{composer.Start{
		Kind: composer.Answer, Text: text, To: []string{"lead", "worker"}, Topic: "limiter", ReplyTo: "msg_12", ReplyToSequence: 12,
		About: "how to store counters", Options: []composer.Option{{ID: "A", Text: "Redis\nsliding"}, {ID: "B"}}, Recommended: "A",
		Default: "silence→A", Due: fixedNow(), Needs: []string{"run", "log"}, ByHand: true,
	}, sentAs{id: "0b7e0f9e-5d1c-4f6a-9f0e-3f1f6a0c2d11", at: fixedNow(), pending: true, by: "i_yu"}, standing{2, "i_yu yu", "answered", 7, 1, 9}}
}

// draft is one that has a text alone.
func draft(text string) unsent { return unsent{Start: composer.Start{Text: text}} }

func TestDraftsComeBackAsTheyWere(t *testing.T) {
	for _, value := range []reflect.Value{reflect.ValueOf(full("x").Start), reflect.ValueOf(full("x").sent), reflect.ValueOf(full("x").stood)} {
		for i := range value.NumField() {
			if value.Field(i).IsZero() {
				t.Fatalf("the draft of the test says nothing in %s", value.Type().Field(i).Name)
			}
		}
	}
	var all []unsent
	for kind := range kindWords {
		all = append(all, unsent{Start: composer.Start{Kind: composer.Kind(kind), ReplyToSequence: int64(kind), Text: strings.Repeat("ü\n", kind+1)}})
	}
	all = append(all, full("one"), full(draftsBegin), draft("text 3\nabc\n"))
	if got := decodeDrafts(encodeDrafts(all)); !reflect.DeepEqual(got, all) {
		t.Errorf("kept  %+v\nback  %+v", all, got)
	}
}

// A text alone is kept as itself: it can be read, and is what was kept before
// drafts were told apart.
func TestPlainTextIsADraft(t *testing.T) {
	for _, text := range []string{"v1 note limiter to lead n=1\nhalf a thought", "\n", "earshot drafts", "kind 3\nabc\n"} {
		want := []unsent{draft(text)}
		if kept := encodeDrafts(want); kept != text {
			t.Errorf("%q is kept as %q", text, kept)
		}
		if got := decodeDrafts(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q comes back as %+v", text, got)
		}
	}
	if got := decodeDrafts(encodeDrafts([]unsent{draft(draftsBegin)})); len(got) != 1 || got[0].Text != draftsBegin {
		t.Errorf("a text that looks like drafts comes back as %+v", got)
	}
	if kept := encodeDrafts([]unsent{{Start: composer.Start{Kind: composer.Reply, ReplyToSequence: 3}}}); kept != "" || decodeDrafts("") != nil {
		t.Errorf("no text is kept as %q", kept)
	}
}

// Cut anywhere, and with any byte changed, no byte of what was kept is lost.
func TestDamagedDraftsAreText(t *testing.T) {
	whole := encodeDrafts([]unsent{full("first"), draft("second")})
	for i := range whole {
		for _, damaged := range []string{whole[:i], whole[:i] + "\x00" + whole[i+1:], whole[:i] + "9" + whole[i:]} {
			all := decodeDrafts(damaged)
			if len(all) == 1 && all[0].Text == damaged {
				continue
			}
			if encodeDrafts(all) != damaged {
				t.Errorf("%q comes back as %+v", damaged, all)
			}
		}
	}
}

func FuzzDrafts(f *testing.F) {
	f.Add(encodeDrafts([]unsent{full("first"), draft("second")}), "text", "lead", int64(12), uint8(2))
	f.Add("earshot drafts 1\nkind 5\nreply\nreply 2\n-1\ntext 1\nx\n", draftsBegin, "\n", int64(-1), uint8(200))
	f.Add("earshot drafts 1\ntext 99999999999999999999\nx\n", "", "", int64(0), uint8(0))
	f.Add("earshot drafts 1\ntext 01\nx\n", "a\r\nb", "to 1\nx", int64(1)<<62, uint8(9))
	f.Add("earshot drafts 1\noption-text 1\nx\ntext 1\nx\n", "\xff", "\x1b[2J", int64(1), uint8(4))
	f.Add("earshot drafts 1\nsent 1\nx\nstate 7\npending\ntext 1\nx\n", "x", "y", int64(1), uint8(4))
	f.Add("earshot drafts 1\nstate 1\nx\ntext 1\nx\n", "x", "y", int64(1), uint8(4))
	f.Fuzz(func(t *testing.T, kept, text, word string, sequence int64, kind uint8) {
		// Whatever stands in the file, it is all in what comes back.
		all := decodeDrafts(kept)
		if again := encodeDrafts(all); again != kept && (len(all) != 1 || all[0].Text != kept) {
			t.Fatalf("%q comes back as %+v", kept, all)
		}
		// Whatever is kept comes back.
		if text == "" {
			return
		}
		one := unsent{Start: composer.Start{
			Kind: composer.Kind(kind) % composer.Kind(len(kindWords)), Text: text, To: []string{word}, ReplyTo: word, ReplyToSequence: max(0, sequence),
			Options: []composer.Option{{ID: word, Text: text}}, Due: time.Unix(sequence%(1<<37), 0).UTC(),
		}, sent: sentAs{word, time.Unix(sequence%(1<<37), 5).UTC(), kind%2 == 0, word}, stood: standing{line: int(kind), owes: word, state: "open", by: sequence}}
		want := append([]unsent{one, draft(text)}, all...)
		if got := decodeDrafts(encodeDrafts(want)); !reflect.DeepEqual(got, want) {
			t.Fatalf("kept %+v\nback %+v", want, got)
		}
	})
}
