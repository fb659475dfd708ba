package tui

import (
	"time"

	"earshot/convention/ledger"
	"earshot/render"
)

type triageRow struct {
	Sequence int64
	Text     string
	Item     *ledger.Item
	Claim    *ledger.Claim
}

type triagePane struct{ w, h int }

func newTriagePane() *triagePane                                    { return &triagePane{} }
func (p *triagePane) Next()                                         {}
func (p *triagePane) Prev()                                         {}
func (p *triagePane) ScrollBy(int)                                  {}
func (p *triagePane) PageDown()                                     {}
func (p *triagePane) PageUp()                                       {}
func (p *triagePane) Top()                                          {}
func (p *triagePane) Bottom()                                       {}
func (p *triagePane) ClickAt(int)                                   {}
func (p *triagePane) SetSize(w, h int)                              { p.w, p.h = w, h }
func (p *triagePane) SetMeasure(render.Measure)                     {}
func (p *triagePane) SetClockMode(render.ClockMode, *time.Location) {}
func (p *triagePane) SetView(ledger.View, string)                   {}
func (p *triagePane) Rows() []render.Row                            { return nil }
func (p *triagePane) NeedsYou() int                                 { return 0 }
func (p *triagePane) Selected() (triageRow, bool)                   { return triageRow{}, false }
