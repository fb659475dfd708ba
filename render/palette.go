package render

import (
	"fmt"
	"image/color"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Palette maps roles to looks. It is a value to be handed down; the zero Palette
// paints without any styling.
type Palette struct{ *look }

// look is what a palette consists of, with the escape sequences worked out once.
type look struct {
	name       string
	dark       bool
	background color.RGBA // the worst background that the contrast is meant for
	selection  color.RGBA
	text       color.RGBA // for plain text on the selection
	colours    [roleCount]color.RGBA
	inks       [roleCount]color.Color // what is written: the colours, or the terminal's own
	styles     [roleCount]lipgloss.Style
	open       [2][2][roleCount]string // [underline][selected]
}

// Palettes lists the names that NewPalette takes.
func Palettes() []string {
	return []string{"auto", "dark", "light", "high-contrast", "colour-blind"}
}

// NewPalette gives the palette of that name. dark says whether the terminal's
// background is dark; "dark" and "light" ignore it. Colours are full colours: the
// terminal's renderer maps them to what the terminal has.
func NewPalette(name string, dark bool) (Palette, error) {
	switch name {
	case "", "auto":
		if dark {
			return build("auto", darkColours()), nil
		}
		return build("auto", lightColours()), nil
	case "dark":
		return build(name, darkColours()), nil
	case "light":
		return build(name, lightColours()), nil
	case "high-contrast":
		if dark {
			return build(name, contrastDarkColours()), nil
		}
		return build(name, contrastLightColours()), nil
	case "colour-blind", "color-blind":
		if dark {
			return build(name, blindDarkColours()), nil
		}
		return build(name, blindLightColours()), nil
	}
	return Palette{}, fmt.Errorf("no palette %q: there are %s", name, strings.Join(Palettes(), ", "))
}

// build works out styles and escape sequences of a set of colours.
func build(name string, c colours) Palette {
	l := &look{
		name: name, dark: c.dark, background: hex(c.background),
		selection: hex(c.selection), text: hex(c.inks.text),
	}
	for role := range roleCount {
		l.colours[role] = hex(c.inks.of(role))
		l.inks[role] = l.colours[role]
	}
	l.dress()
	return Palette{look: l}
}

// dress works out the styles and escape sequences from the inks.
func (l *look) dress() {
	for role := range roleCount {
		l.styles[role] = l.style(role)
		for under := range 2 {
			l.open[under][0][role] = l.sequence(role, under == 1, false)
			l.open[under][1][role] = l.sequence(role, under == 1, true)
		}
	}
}

// Sixteen is the palette in the terminal's own sixteen colours, for one that has
// no others. All palettes of a side are the same then.
func (p Palette) Sixteen() Palette {
	if p.look == nil {
		return p
	}
	l := *p.look
	own := sixteenInks(l.dark)
	for role := range roleCount {
		l.inks[role] = own.of(role)
	}
	l.dress()
	return Palette{look: &l}
}

// bold reports whether a role is set in bold, which also serves where there is
// no colour.
func bold(r Role) bool {
	switch r {
	case Strong, Title, FlagBad, FlagWarn, Selected, Error:
		return true
	}
	return false
}

func (l *look) style(r Role) lipgloss.Style {
	s := lipgloss.NewStyle()
	if r != Plain {
		s = s.Foreground(l.inks[r])
	}
	if bold(r) {
		s = s.Bold(true)
	}
	if r == Match {
		s = s.Reverse(true)
	}
	return s
}

// sequence is the escape sequence that begins a segment.
func (l *look) sequence(r Role, under, selected bool) string {
	s := ansi.Style{}
	if bold(r) {
		s = s.Bold()
	}
	if under {
		s = s.Underline(true)
	}
	if r == Match {
		s = s.Reverse(true)
	}
	switch {
	case r != Plain:
		s = s.ForegroundColor(l.inks[r])
	case selected:
		s = s.ForegroundColor(l.text)
	}
	if selected {
		s = s.BackgroundColor(l.selection)
	}
	if len(s) == 0 {
		return ""
	}
	return s.String()
}

// Name is the name by which the palette was asked for.
func (p Palette) Name() string {
	if p.look == nil {
		return "none"
	}
	return p.name
}

// Dark reports whether the palette is made for a dark background.
func (p Palette) Dark() bool { return p.look != nil && p.dark }

// Style is the style of a role, for what is not drawn as rows.
func (p Palette) Style(r Role) lipgloss.Style {
	if p.look == nil || r >= roleCount {
		return lipgloss.NewStyle()
	}
	return p.styles[r]
}

// Paint writes a row with its colours.
func (p Palette) Paint(r Row) string { return p.paint(r, 0) }

// PaintSelected is Paint on the background of the selection. The row should be
// fitted to its width before, so that the background reaches to its end.
func (p Palette) PaintSelected(r Row) string { return p.paint(r, 1) }

func (p Palette) paint(r Row, selected int) string {
	var b strings.Builder
	b.Grow(256)
	wide := false // the last byte written was no ASCII
	for _, s := range r {
		text := flat(s.Text.s)
		if text == "" {
			continue
		}
		open := p.opening(s, selected)
		if open == "" && wide && text[0] >= utf8.RuneSelf {
			open = ansi.ResetStyle // keeps clusters from growing together
		}
		b.WriteString(open)
		b.WriteString(text)
		if open != "" {
			b.WriteString(ansi.ResetStyle)
		}
		wide = text[len(text)-1] >= utf8.RuneSelf
	}
	return b.String()
}

func (p Palette) opening(s Seg, selected int) string {
	under := 0
	if s.Underline {
		under = 1
	}
	if p.look == nil || s.Role >= roleCount {
		return ""
	}
	return p.open[under][selected][s.Role]
}
