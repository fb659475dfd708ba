package render

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// linear is the light of one channel as WCAG 2 defines it.
func linear(v uint8) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

func luminance(c color.RGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func contrast(a, b color.RGBA) float64 {
	hi, lo := luminance(a), luminance(b)
	return (max(hi, lo) + 0.05) / (min(hi, lo) + 0.05)
}

func TestContrastComputation(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#777777", "#ffffff", 4.48}, {"#ff0000", "#ffffff", 4.0}} {
		if got := contrast(hex(c.a), hex(c.b)); math.Abs(got-c.want) > 0.01 {
			t.Errorf("contrast(%s, %s) = %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// backgrounds are the grounds that a palette has to be readable on: the extreme
// of its side, its own worst case, and what it paints itself.
func backgrounds(p Palette) []color.RGBA {
	extreme := hex("#ffffff")
	if p.dark {
		extreme = hex("#000000")
	}
	return []color.RGBA{extreme, p.background, p.selection}
}

func everyPalette(t *testing.T) map[string]Palette {
	t.Helper()
	all := map[string]Palette{}
	for _, name := range Palettes() {
		for _, dark := range []bool{true, false} {
			p, err := NewPalette(name, dark)
			if err != nil {
				t.Fatal(err)
			}
			all[fmt.Sprintf("%s dark=%v", name, dark)] = p
		}
	}
	return all
}

func TestEveryPairHasContrast(t *testing.T) {
	for name, p := range everyPalette(t) {
		least := 4.5
		if strings.HasPrefix(name, "high-contrast") {
			least = 7
		}
		for _, ground := range backgrounds(p) {
			for role := range roleCount {
				if got := contrast(p.colours[role], ground); got < least {
					t.Errorf("%s: role %d %v on %v: %.2f, want %.1f", name, role, p.colours[role], ground, got, least)
				}
			}
			if got := contrast(p.text, ground); got < least {
				t.Errorf("%s: text on %v: %.2f", name, ground, got)
			}
		}
	}
}

// The matrices simulate full dichromacy on linear light (Machado, Oliveira and
// Fernandes 2009).
var dichromacy = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// seen is a colour in CIE L*a*b* as an eye of that kind sees it.
func seen(c color.RGBA, m [3][3]float64) [3]float64 {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var l [3]float64
	for i := range l {
		for j := range in {
			l[i] += m[i][j] * in[j]
		}
		l[i] = min(1, max(0, l[i]))
	}
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x := f((0.4124*l[0] + 0.3576*l[1] + 0.1805*l[2]) / 0.95047)
	y := f(0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2])
	z := f((0.0193*l[0] + 0.1192*l[1] + 0.9505*l[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

func families() []Role {
	return []Role{Demand, Prohibition, Permission, Proved, Unproven, Obstacle, Option}
}

// A difference of 10 is seen at a glance.
func TestFamiliesStayApart(t *testing.T) {
	for name, p := range everyPalette(t) {
		for eye, matrix := range dichromacy {
			if eye != "normal" && !strings.HasPrefix(name, "colour-blind") {
				continue
			}
			for i, a := range families() {
				for _, b := range families()[:i] {
					d := distance(seen(p.colours[a], matrix), seen(p.colours[b], matrix))
					if d < 10 {
						t.Errorf("%s, %s: families %d and %d are %.1f apart", name, eye, a, b, d)
					}
				}
			}
		}
	}
}

func TestNewPalette(t *testing.T) {
	if _, err := NewPalette("pink", true); err == nil || !strings.Contains(err.Error(), "colour-blind") {
		t.Errorf("an unknown palette gives %v", err)
	}
	p, err := NewPalette("color-blind", true)
	if err != nil || !p.Dark() {
		t.Errorf("the American spelling gives %v, %v", p.Name(), err)
	}
}

// In sixteen colours no role may fall on the background of its side, and the
// families stay apart.
func TestSixteenColoursStayVisible(t *testing.T) {
	for name, p := range everyPalette(t) {
		own := p.Sixteen()
		for role := range roleCount {
			got, ok := own.inks[role].(ansi.BasicColor)
			if !ok || p.dark && got == ansi.Black || !p.dark && (got == ansi.White || got == ansi.BrightWhite) {
				t.Errorf("%s: role %d is %v in sixteen colours", name, role, own.inks[role])
			}
		}
		for i, a := range families() {
			for _, b := range families()[:i] {
				if own.inks[a] == own.inks[b] {
					t.Errorf("%s: families %d and %d are both %v", name, a, b, own.inks[a])
				}
				if ansi.Convert256(p.colours[a]) == ansi.Convert256(p.colours[b]) {
					t.Errorf("%s: families %d and %d are one of 256 colours", name, a, b)
				}
			}
		}
		if p.Sixteen().Paint(Row{{Text: Word("no"), Role: Prohibition}}) == p.Paint(Row{{Text: Word("no"), Role: Prohibition}}) {
			t.Errorf("%s paints sixteen colours as it paints all", name)
		}
	}
	row := Row{{Text: Word("no"), Role: Prohibition}}
	if got := (Palette{}).Sixteen().Paint(row); got != "no" {
		t.Errorf("no palette paints %q", got)
	}
}

func TestPaint(t *testing.T) {
	p, err := NewPalette("dark", true)
	if err != nil {
		t.Fatal(err)
	}
	row := Row{{Text: Word("a")}, {Text: Word("ask"), Role: Demand}, {Text: Word("b"), Role: FlagBad, Underline: true}}
	if got, want := p.Paint(row), "a\x1b[38;2;255;180;84mask\x1b[m\x1b[1;4;38;2;255;138;133mb\x1b[m"; got != want {
		t.Errorf("Paint = %q, want %q", got, want)
	}
	if got := (Palette{}).Paint(row); got != "aaskb" {
		t.Errorf("without a palette: %q", got)
	}
	for name, p := range everyPalette(t) {
		for _, paint := range []func(Row) string{p.Paint, p.PaintSelected} {
			if got := ansi.Strip(paint(row)); got != row.Plain() {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
}

// Two segments that would make one cluster together are drawn as two, as they
// are measured.
func TestPaintKeepsSegmentsApart(t *testing.T) {
	row := Row{{Text: Clean("🇩")}, {Text: Clean("🇪")}}
	for name, m := range measures {
		painted := Palette{}.Paint(row)
		if got, want := m.method.StringWidth(painted), m.RowWidth(row); got != want {
			t.Errorf("%s: drawn %d wide, measured %d", name, got, want)
		}
	}
}
