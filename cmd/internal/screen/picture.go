package screen

import (
	"fmt"
	"html"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
)

// Cell is one grapheme cluster on the screen with its looks. Colours are nil for the terminal's own.
type Cell struct {
	Text       string
	Width      int // in columns; 0 for the second half of a wide cluster
	Ink, Paper color.Color
	Bold, Dim  bool
	Italic     bool
	Underline  bool
}

// Picture is a screen at one moment.
type Picture struct {
	Rows             [][]Cell
	CursorX, CursorY int
	CursorShown      bool
}

func take(e *vt.Emulator) Picture {
	at := e.CursorPosition()
	p := Picture{Rows: make([][]Cell, e.Height()), CursorX: at.X, CursorY: at.Y, CursorShown: !e.CursorHidden()}
	for y := range p.Rows {
		row := make([]Cell, e.Width())
		for x := range row {
			row[x] = cellOf(e.CellAt(x, y))
		}
		p.Rows[y] = row
	}
	return p
}

func cellOf(c *uv.Cell) Cell {
	if c == nil {
		return Cell{Text: " ", Width: 1}
	}
	s := c.Style
	cell := Cell{
		Text: c.Content, Width: c.Width, Ink: s.Fg, Paper: s.Bg,
		Bold: s.Attrs&uv.AttrBold != 0, Dim: s.Attrs&uv.AttrFaint != 0, Italic: s.Attrs&uv.AttrItalic != 0,
		Underline: s.Underline != uv.UnderlineNone,
	}
	if s.Attrs&uv.AttrReverse != 0 {
		cell.Ink, cell.Paper = orDefault(cell.Paper, paper), orDefault(cell.Ink, ink)
	}
	return cell
}

// Text is the screen's text, one line a row, without trailing blanks.
func (p Picture) Text() string {
	lines := make([]string, len(p.Rows))
	for y, row := range p.Rows {
		var line strings.Builder
		for _, cell := range row {
			line.WriteString(cell.Text)
		}
		lines[y] = strings.TrimRight(line.String(), " ")
	}
	return strings.Join(lines, "\n")
}

// The terminal's own colours in a drawn picture, and the size of one cell in pixels.
var (
	ink   = color.RGBA{0xd0, 0xd4, 0xdc, 0xff}
	paper = color.RGBA{0x14, 0x16, 0x1c, 0xff}
)

const (
	cellWidth, cellHeight = 8.4, 18.0
	fontSize              = 14
	margin                = 12.0
)

// SVG draws the picture with text as text: sharp at any size, searchable, and small in a diff.
func (p Picture) SVG(title string) string {
	columns := 0
	if len(p.Rows) > 0 {
		columns = len(p.Rows[0])
	}
	width, height := float64(columns)*cellWidth+2*margin, float64(len(p.Rows))*cellHeight+2*margin
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" role="img">`+"\n", width, height)
	fmt.Fprintf(&out, "<title>%s</title>\n", html.EscapeString(title))
	fmt.Fprintf(&out, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", hex(paper))
	fmt.Fprintf(&out, `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="%d" xml:space="preserve">`+"\n", fontSize)
	for y, row := range p.Rows {
		drawRow(&out, row, margin+float64(y)*cellHeight)
	}
	out.WriteString("</g>\n</svg>\n")
	return out.String()
}

// drawRow draws a row as runs of cells that look alike, each held to the width of its cells.
func drawRow(out *strings.Builder, row []Cell, top float64) {
	for from := 0; from < len(row); {
		to, text, columns := from, "", 0
		for to < len(row) && alike(row[from], row[to]) {
			text += row[to].Text
			columns++
			to++
		}
		left := margin + float64(from)*cellWidth
		width := float64(columns) * cellWidth
		if row[from].Paper != nil {
			fmt.Fprintf(out, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", left, top, width, cellHeight, hex(row[from].Paper))
		}
		if strings.TrimSpace(text) != "" {
			drawText(out, row[from], text, left, top, width)
		}
		from = to
	}
}

func drawText(out *strings.Builder, look Cell, text string, left, top, width float64) {
	style := fmt.Sprintf(`fill="%s"`, hex(orDefault(look.Ink, ink)))
	if look.Bold {
		style += ` font-weight="bold"`
	}
	if look.Dim {
		style += ` opacity="0.65"`
	}
	if look.Italic {
		style += ` font-style="italic"`
	}
	if look.Underline {
		style += ` text-decoration="underline"`
	}
	fmt.Fprintf(out, `<text x="%.1f" y="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs" %s>%s</text>`+"\n",
		left, top+cellHeight*0.75, width, style, html.EscapeString(text))
}

func alike(a, b Cell) bool {
	return hex(orDefault(a.Ink, ink)) == hex(orDefault(b.Ink, ink)) && (a.Paper == nil) == (b.Paper == nil) &&
		(a.Paper == nil || hex(a.Paper) == hex(b.Paper)) &&
		a.Bold == b.Bold && a.Dim == b.Dim && a.Italic == b.Italic && a.Underline == b.Underline
}

func orDefault(c, otherwise color.Color) color.Color {
	if c == nil {
		return otherwise
	}
	return c
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
