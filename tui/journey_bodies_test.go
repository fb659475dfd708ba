package tui_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"earshot/convention/scp"
	"earshot/tui"
)

// A JSON body is shown as it came; `J` indents it, with every value still there,
// and `J` again brings it back as it came.
func TestJSONBodyIsIndentedOnDemand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		room.Say("worker", `{"type":"status","done":["route","limit"],"left":{"n":2},"said":"\u001b[31m `+"\u202e\"}")
		room.Say("lead", "prose after it")
		screen.Settle()
		came := `{"type":"status","done":["route","limit"],"left":{"n":2},`
		screen.Shows("#1 worker", "JSON", came, `\u001b[31m <U+202E>`)
		screen.Press("#")
		screen.Type("1")
		screen.Press("enter", "J")
		screen.Lacks(came)
		screen.Shows(`"type": "status",`, `"done": [`, `"route",`, `"limit"`, `"left": {`, `"n": 2`, `"said": "\u001b[31m <U+202E>"`)
		lead := func(text string) int {
			for _, row := range screen.Rows() {
				if i := strings.Index(row, text); i >= 0 {
					return i
				}
			}
			t.Fatalf("no %s:\n%s", text, screen.Screen())
			return 0
		}
		if a, b := lead(`"done": [`), lead(`"route",`); a >= b {
			t.Errorf("the list begins in column %d and its values in %d:\n%s", a, b, screen.Screen())
		}
		screen.Press("J")
		screen.Shows(came)
	})
}

// JSON that is no JSON after all is shown as it came, indented or not.
func TestBrokenJSONBodyIsShownAsItCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		room.Say("worker", `{"type":"status","done":[`)
		screen.Settle()
		screen.Press("k", "J")
		screen.Shows(`{"type":"status","done":[`)
	})
}

const dictionary = `{"version": "0.1",
  "fields": {"system": "P", "version": "V", "action": "A", "target": "X"},
  "values": {"system": {"Quantumoan": "1"}, "version": {"4": "4"}, "action": {"noop": "0", "paradigm_shift": "2"},
    "target": {"cognitive_profiles_alignment": "0", "\u001b]0;EVIL": "9"}}}`

// An SCP body is decoded where a dictionary is loaded, and says with which one;
// what the dictionary does not know is shown as it came, with the reason;
// without a dictionary it stands as it is.
func TestSCPBodyIsDecoded(t *testing.T) {
	d, err := scp.Load(strings.NewReader(dictionary))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 40, func(o *tui.Options) { o.Dictionary = d })
		room.Open()
		room.Say("worker", "P1:V4:A2:X0")
		room.Say("worker", "P1:V9:A2")
		room.Say("worker", "P1:X9")
		screen.Settle()
		screen.Shows("SCP", `"system": "Quantumoan"`, `"action": "paradigm_shift"`, `"target": "cognitive_profiles_alignment"`,
			"decoded with dictionary 0.1", "P1:V9:A2", "not decoded: ", `\u001b]0;EVIL`)
		screen.Lacks("P1:V4:A2:X0")
		screen.Press("#")
		screen.Type("1")
		screen.Press("enter", "enter")
		screen.Shows("in detail", "P1:V4:A2:X0") // as sent
	})
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		room.Say("worker", "P1:V4:A2:X0")
		screen.Settle()
		screen.Shows("SCP", "P1:V4:A2:X0")
		screen.Lacks("decoded", "Quantumoan")
	})
}
