package render

import (
	"image/color"
	"strconv"

	"github.com/charmbracelet/x/ansi"
)

// colours is a palette as it is designed: one hue for each family of
// modalities, the rest drawn from these hues.
//
// Each pair of a colour and the background or the selection has a
// contrast of at least 4.5:1 (high contrast: 7:1) as WCAG 2 computes it; the
// backgrounds are the lightest and the darkest in wide use that a terminal theme
// is likely to have. The colour-blind ones keep their seven hues apart as seen
// with protanopia, deuteranopia and tritanopia.
type colours struct {
	dark       bool
	background string // the background of its side on which contrast is lowest
	selection  string
	inks       inks[string]
}

// inks are what the roles are drawn in.
type inks[T any] struct {
	text, dim T

	demand, prohibition, permission, proved T
	unproven, obstacle, choice              T
}

// of gives the ink of a role.
func (c inks[T]) of(r Role) T {
	switch r {
	case Plain, Strong, Title:
		return c.text
	case Dim, Border, Hint:
		return c.dim
	case Demand, FlagWarn, Warning, Selected, Match:
		return c.demand
	case Prohibition, FlagBad, Error:
		return c.prohibition
	case Permission:
		return c.permission
	case Proved, Good:
		return c.proved
	case Unproven:
		return c.unproven
	case Obstacle:
		return c.obstacle
	case Option, FlagInfo, Link:
		return c.choice
	}
	return c.text
}

func darkColours() colours {
	return colours{
		dark: true, background: "#2e3440", selection: "#353b4d",
		inks: inks[string]{
			text: "#eceff4", dim: "#a5abb8",
			demand: "#ffb454", prohibition: "#ff8a85", permission: "#5fd7d7", proved: "#8fd96b",
			unproven: "#c9b0ff", obstacle: "#ff9ecf", choice: "#85b8ff",
		},
	}
}

func lightColours() colours {
	return colours{
		background: "#eee8d5", selection: "#e2e0d4",
		inks: inks[string]{
			text: "#1c1f26", dim: "#5a5f6b",
			demand: "#8a4b00", prohibition: "#b3152a", permission: "#006a75", proved: "#1f6a12",
			unproven: "#6a3fc0", obstacle: "#a1246f", choice: "#1a53c0",
		},
	}
}

func contrastDarkColours() colours {
	return colours{
		dark: true, background: "#1c1c1c", selection: "#262626",
		inks: inks[string]{
			text: "#ffffff", dim: "#d0d0d0",
			demand: "#ffd24a", prohibition: "#ffb0a8", permission: "#7ff0ff", proved: "#8dff8d",
			unproven: "#d9ccff", obstacle: "#ffb3e6", choice: "#a8ccff",
		},
	}
}

func contrastLightColours() colours {
	return colours{
		background: "#eee8d5", selection: "#f4f0e2",
		inks: inks[string]{
			text: "#000000", dim: "#383838",
			demand: "#5a3000", prohibition: "#8a0014", permission: "#004a55", proved: "#004d00",
			unproven: "#43159a", obstacle: "#7a0050", choice: "#003a9e",
		},
	}
}

func blindDarkColours() colours {
	return colours{
		dark: true, background: "#2e3440", selection: "#353b4d",
		inks: inks[string]{
			text: "#eceff4", dim: "#a5abb8",
			demand: "#ffb84d", prohibition: "#ff8a70", permission: "#a8ecff", proved: "#4fd8a0",
			unproven: "#fff27a", obstacle: "#c4a8d8", choice: "#6aa8ff",
		},
	}
}

func blindLightColours() colours {
	return colours{
		background: "#eee8d5", selection: "#e2e0d4",
		inks: inks[string]{
			text: "#1c1f26", dim: "#5a5f6b",
			demand: "#553000", prohibition: "#b53300", permission: "#3c59c1", proved: "#00404f",
			unproven: "#5c5c3a", obstacle: "#8a3b85", choice: "#5a10d0",
		},
	}
}

// sixteenInks are the seven hues in the terminal's own sixteen colours: those
// nearest to the palettes' colours would make one of demand, prohibition and
// obstacle. Blue is left out on a dark background, where many terminals draw it
// too dark to read. How they look and how well they are read is the terminal's theme's
// affair.
func sixteenInks(dark bool) inks[ansi.BasicColor] {
	if dark {
		return inks[ansi.BasicColor]{
			text: ansi.BrightWhite, dim: ansi.White,
			demand: ansi.BrightYellow, prohibition: ansi.BrightRed, permission: ansi.Cyan, proved: ansi.BrightGreen,
			unproven: ansi.BrightMagenta, obstacle: ansi.Yellow, choice: ansi.BrightCyan,
		}
	}
	return inks[ansi.BasicColor]{
		text: ansi.Black, dim: ansi.BrightBlack,
		demand: ansi.Magenta, prohibition: ansi.Red, permission: ansi.Cyan, proved: ansi.Green,
		unproven: ansi.BrightMagenta, obstacle: ansi.BrightRed, choice: ansi.Blue,
	}
}

// hex reads "#rrggbb". The tables above are all that it reads.
func hex(s string) color.RGBA {
	v, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		panic("render: no colour: " + s)
	}
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}
