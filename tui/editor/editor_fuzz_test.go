package editor

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"earshot/convention"
	"earshot/render"
)

// pieces is what the fuzz target types and pastes: every kind of cluster, and
// text that changes the clusters beside it.
var pieces = []string{
	"a", "b", " ", "  ", "\n", "word", "a longer run of words ", "\t", "é", "e\u0301", "\u0301", "漢", "漢字かな",
	"👍🏽", "👨‍👩‍👧‍👦", "\u200d", "👩", "🇩🇪", "🇩", "क्ष", "می\u200cخواهم", "\u200c", "\u202e", "\x1b[31m", "\x00", "กำ",
	"x\ufe0f", "1\ufe0f\u20e3", "line\nline\n", "\r\n", "a\rb", "\xff", "\u00a0", "...,;", "lib/rate-limit.ts", "漢 漢漢 a漢",
	"v1 ask limiter to yu n=1\n", strings.Repeat("m\u0300", 12), "a" + strings.Repeat("\u0300", 40), strings.Repeat("\u0300", 70), strings.Repeat("क्", 33), "ж", "日a", "한국", "ไทย", "ё\u0301", "\u2028", "ﷺ", "\U000E0041",
}

// pair drives an editor and its model.
type pair struct {
	t   testing.TB
	e   *Editor
	m   *model
	log []string
}

func newPair(t testing.TB, w, h int) *pair {
	m := render.NewMeasure(h%2 == 0)
	p := &pair{t: t, e: New(Options{MaxBytes: 400, Measure: m}), m: &model{limit: 400, goal: -1, measure: m}}
	p.resize(w, h)
	return p
}

func (p *pair) resize(w, h int) {
	p.e.SetSize(w, h)
	if width := p.e.wrapWidth(); width != p.m.width {
		p.m.width, p.m.goal = width, -1
	}
}

func (p *pair) step(op, arg byte) {
	n := int(arg)
	switch op % 8 {
	case 0, 1:
		s := pieces[n%len(pieces)]
		p.log = append(p.log, fmt.Sprintf("insert %q", s))
		err := p.e.Insert(s)
		p.m.killing = false
		if ok := p.m.insert(clean(s)); ok != (err == nil) {
			p.t.Fatalf("insert: %v after %v", err, p.log)
		}
	case 2, 3, 4, 5:
		c := Command(n%int(KillToStart)) + 1
		if n%11 == 0 {
			c = []Command{Yank, Newline}[n%2]
		}
		p.log = append(p.log, fmt.Sprintf("do %d", c))
		p.e.Do(c)
		p.m.do(c, max(1, p.e.height-1))
	case 6:
		p.edit(n)
	case 7:
		p.other(n)
	}
	p.compare()
}

// edit applies edits at places that follow from n.
func (p *pair) edit(n int) {
	bounds := p.m.bounds()
	a := bounds[n%len(bounds)]
	b := bounds[(n*7+3)%len(bounds)]
	a, b = min(a, b), max(a, b)
	s := pieces[(n/3)%len(pieces)]
	edits := []convention.Edit{{Span: convention.Span{Start: a, End: b}, Text: s}}
	if n%3 == 0 && a > 0 {
		edits = append(edits, convention.Edit{Span: convention.Span{Start: 0, End: a / 2}, Text: "n=1"})
		if !utf8.RuneStart(p.m.text[a/2]) {
			edits = edits[:1]
		}
	}
	p.log = append(p.log, fmt.Sprintf("edits %v %q", edits[0].Span, s))
	cleaned := slices.Clone(edits)
	for i := range cleaned {
		cleaned[i].Text = clean(cleaned[i].Text)
	}
	want, err := convention.Apply(p.m.text, cleaned)
	if err != nil {
		p.t.Fatal(err)
	}
	before, cursor := p.e.Text(), p.e.Cursor()
	err = p.e.ApplyEdits(edits)
	p.m.killing = false
	if err != nil {
		if len(want) <= 400 || p.e.Text() != before || p.e.Cursor() != cursor {
			p.t.Fatalf("edits: %v, text %q after %v", err, p.e.Text(), p.log)
		}
		return
	}
	p.m.text = want
	p.m.cursor, p.m.anchor, p.m.goal = p.e.cursor, p.e.anchor, -1
	if want != before && cursor >= b { // behind all edits: as far from the end as before
		if got, w := p.e.Cursor(), p.m.snap(len(want)-(len(before)-cursor)); got != w {
			p.t.Fatalf("cursor at %d, want %d, after %v", got, w, p.log)
		}
	}
}

func (p *pair) other(n int) {
	switch n % 5 {
	case 0:
		p.log = append(p.log, "resize")
		p.resize(n%37+1, n%9+1)
	case 1, 2: // undo and redo are each other's inverse
		text := p.e.Text()
		p.log = append(p.log, "undo redo")
		p.e.Do(Undo)
		p.check()
		p.e.Do(Redo)
		if p.e.Text() != text {
			p.t.Fatalf("undo and redo give %q for %q after %v", p.e.Text(), text, p.log)
		}
		p.m.cursor, p.m.anchor, p.m.goal = p.e.cursor, p.e.anchor, -1
		p.m.killing = p.e.killing
	case 3:
		p.log = append(p.log, fmt.Sprint("cursor ", n))
		p.e.SetCursor(n)
		p.m.killing = false
		p.m.cursor = p.m.snap(min(n, len(p.m.text)))
		p.m.anchor, p.m.goal = p.m.cursor, -1
	case 4:
		p.log = append(p.log, "marks")
		p.e.SetMarks([]Mark{{n % 13, n % 29, render.Error}, {n, n, render.Warning}, {-4, n * 3, render.Hint}})
	}
}

func (p *pair) compare() {
	p.t.Helper()
	if p.e.Text() != p.m.text {
		p.t.Fatalf("text %q, want %q, after %v", p.e.Text(), p.m.text, p.log)
	}
	if p.e.cursor != p.m.cursor || p.e.anchor != p.m.anchor {
		p.t.Fatalf("cursor %d of %d, want %d of %d, in %q after %v", p.e.cursor, p.e.anchor, p.m.cursor, p.m.anchor, p.e.Text(), p.log)
	}
	p.check()
	rows := p.m.layout()
	i, column := p.m.place(rows)
	if got := p.e.Height(1 << 30); got != len(rows) {
		p.t.Fatalf("%d rows, want %d, in %q after %v", got, len(rows), p.e.Text(), p.log)
	}
	x, y, ok := p.e.ScreenCursor()
	if !ok || x != min(column, p.e.width-1) {
		p.t.Fatalf("cursor in column %d, want %d, after %v", x, column, p.log)
	}
	drawn := rowText(p.e.Rows(p.m.measure))
	want := strings.TrimRight(p.drawn(rows[i]), " ")
	if drawn[y] != want && p.e.width > 12 {
		p.t.Fatalf("row of the cursor is %q, want %q, after %v", drawn[y], want, p.log)
	}
}

// drawn is a row of the model, cleaned cluster by cluster.
func (p *pair) drawn(r modelRow) string {
	var b strings.Builder
	for k, o := range r.offsets {
		end := r.end
		if k+1 < len(r.offsets) {
			end = r.offsets[k+1]
		}
		cluster := p.m.text[o:end]
		text := render.CleanLine(cluster).String()
		if cluster == "\t" {
			text = strings.Repeat(" ", 4-r.columns[k]%4)
		} else if joined(cluster) && end < p.m.lineEnd(end) {
			next := p.m.text[o:p.m.next(end)]
			if strings.HasPrefix(render.CleanLine(next).String(), cluster) {
				text = cluster
			}
		}
		if p.m.measure.Width(text) > p.m.width {
			text = p.m.measure.Fit(render.Row{{Text: render.CleanLine(text)}}, p.m.width).Plain()
		}
		b.WriteString(text)
	}
	return b.String()
}

// check holds the editor to what must always be so.
func (p *pair) check() {
	p.t.Helper()
	e := p.e
	if !utf8.ValidString(e.Text()) || strings.Contains(e.Text(), "\r") {
		p.t.Fatalf("text %q after %v", e.Text(), p.log)
	}
	for i := range e.lines {
		clusters := (&cells{measure: e.cells.measure}).glyphs(e.lineText(i), nil, nil, 0)
		if !slices.Equal(e.glyphs(i), clusters) {
			p.t.Fatalf("line %d %q has clusters %v, want %v, after %v", i, e.lineText(i), e.glyphs(i), clusters, p.log)
		}
		fresh := wrap(clusters, e.wrapWidth(), nil, nil)
		if !slices.Equal(e.rows(i), fresh) {
			p.t.Fatalf("line %d %q has rows at %v, want %v, after %v", i, e.lineText(i), e.rows(i), fresh, p.log)
		}
	}
	rows := e.Rows(e.cells.measure)
	if len(rows) != e.height {
		p.t.Fatalf("%d rows in a window of %d after %v", len(rows), e.height, p.log)
	}
	for y, r := range rows {
		if w := e.cells.measure.RowWidth(r); w > e.width {
			p.t.Fatalf("row %d %q is %d cells wide, the window %d, after %v", y, r.Plain(), w, e.width, p.log)
		}
	}
	x, y, ok := e.ScreenCursor()
	if !ok || x < 0 || x >= e.width || y < 0 || y >= e.height {
		p.t.Fatalf("cursor at %d %d in %d×%d after %v", x, y, e.width, e.height, p.log)
	}
}

// FuzzEditorAgainstModel holds every command to string operations.
func FuzzEditorAgainstModel(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		ops := make([]byte, 160)
		for i := range ops {
			ops[i] = byte(r.Uint32())
		}
		f.Add(ops, byte(r.Uint32()), byte(r.Uint32()))
	}
	f.Fuzz(func(t *testing.T, ops []byte, w, h byte) {
		p := newPair(t, int(w%60)+1, int(h%8)+1)
		for i := 0; i+1 < len(ops) && i < 300; i += 2 {
			p.step(ops[i], ops[i+1])
		}
	})
}

// TestEditorAgainstModel is the fuzz target on many random runs.
func TestEditorAgainstModel(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := newPair(t, int(r.Uint32()%60)+1, int(r.Uint32()%8)+1)
		for range 120 {
			p.step(byte(r.Uint32()), byte(r.Uint32()))
		}
	}
}
