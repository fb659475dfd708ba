package tui

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

func press(text string) tea.KeyPressMsg {
	return tea.KeyPressMsg{Code: rune(text[0]), Text: text}
}

// The tail of a mouse report that came in two pieces is not typed; keys after
// it are.
func TestTornMouseReportIsSwallowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &inputFilter{}
		if f.Filter(nil, press("5")) == nil {
			t.Fatal("a digit was swallowed without a torn report")
		}
		f.Filter(nil, uv.UnknownCsiEvent("\x1b[<64;1"))
		for _, tail := range []string{"0", ";", "5", "M"} {
			if f.Filter(nil, press(tail)) != nil {
				t.Fatalf("%q of the tail came through", tail)
			}
		}
		if f.Filter(nil, press("5")) == nil {
			t.Fatal("a digit after the report was swallowed")
		}
		f.Filter(nil, uv.UnknownCsiEvent("\x1b[<64;1"))
		time.Sleep(2 * tornFor)
		if f.Filter(nil, press("5")) == nil {
			t.Fatal("a digit long after a torn report was swallowed")
		}
		f.Filter(nil, uv.UnknownCsiEvent("\x1b[<64;1"))
		if f.Filter(nil, press("j")) == nil || f.Filter(nil, press("5")) == nil {
			t.Fatal("a key that is no part of a report was swallowed")
		}
	})
}

func TestFilterDropsWhatNobodyLooksAt(t *testing.T) {
	f := &inputFilter{}
	for _, msg := range []tea.Msg{tea.MouseMotionMsg{}, tea.KeyReleaseMsg{}} {
		if f.Filter(nil, msg) != nil {
			t.Errorf("%T came through", msg)
		}
	}
	for _, msg := range []tea.Msg{tea.MouseWheelMsg{}, tea.MouseClickMsg{}, tea.PasteMsg{}, tea.WindowSizeMsg{}, tickMsg{}} {
		if f.Filter(nil, msg) == nil {
			t.Errorf("%T was dropped", msg)
		}
	}
}
