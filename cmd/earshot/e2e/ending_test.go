//go:build e2e

package e2e

import (
	"syscall"
	"testing"
)

// However the program ends, the terminal is given back whole.
func TestTerminalIsGivenBack(t *testing.T) {
	tests := []struct {
		name string
		end  func(p *pane)
		code int
	}{
		{"q", func(p *pane) { p.keys("q") }, 0},
		{"ctrl+c", func(p *pane) { p.keys("C-c") }, 0},
		{"SIGTERM", func(p *pane) { signal(p, syscall.SIGTERM) }, 130},
		{"SIGHUP", func(p *pane) { signal(p, syscall.SIGHUP) }, 130},
		{"SIGQUIT", func(p *pane) { signal(p, syscall.SIGQUIT) }, 130},
		{"SIGINT", func(p *pane) { signal(p, syscall.SIGINT) }, 130},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, size{100, 30})
			p.command("earshot demo; echo exit-$?")
			p.shows("live", "#1")
			tt.end(p)
			p.exitCode(tt.code)
			p.givenBack()
		})
	}
}

// A panic in the program's own goroutines gives the terminal back too, and says what happened.
func TestPanicGivesTheTerminalBack(t *testing.T) {
	for _, where := range []string{"source", "update"} {
		t.Run(where, func(t *testing.T) {
			p := open(t, size{100, 30})
			p.command("earshot panic " + where + " 2> " + p.home + "/said; echo exit-$?")
			p.exitCode(2)
			p.givenBack()
		})
	}
}

func signal(p *pane, s syscall.Signal) {
	p.t.Helper()
	if err := syscall.Kill(p.pid(), s); err != nil {
		p.t.Fatal(err)
	}
}
