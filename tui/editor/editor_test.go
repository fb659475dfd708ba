package editor

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"

	"earshot/convention"
	"earshot/render"
)

// at makes an editor whose cursor stands at the | of a text.
func at(text string) *Editor {
	e := New(Options{})
	e.SetSize(40, 6)
	before, after, _ := strings.Cut(text, "|")
	e.SetText(before + after)
	e.SetCursor(len(before))
	return e
}

// shows is the text with a | at the cursor.
func shows(e *Editor) string { return e.Text()[:e.Cursor()] + "|" + e.Text()[e.Cursor():] }

func do(e *Editor, commands ...Command) {
	for _, c := range commands {
		e.Do(c)
	}
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		do             []Command
	}{
		{"backspace takes a cluster", "a👨‍👩‍👧‍👦|b", "a|b", []Command{Backspace}},
		{"backspace takes a letter with its mark", "ae\u0301|", "a|", []Command{Backspace}},
		{"delete takes a cluster", "|🇩🇪x", "|x", []Command{Delete}},
		{"word left", "one two|", "one |two", []Command{WordLeft}},
		{"word left over signs", "lib/rate.ts |", "lib/rate.|ts ", []Command{WordLeft}},
		{"word right", "|one two", "one| two", []Command{WordRight}},
		{"word right over the line end", "one|\n two", "one\n two|", []Command{WordRight}},
		{"down keeps the column over a short line", "long li|ne\nx\nlong line", "long line\nx\nlong li|ne", []Command{Down, Down}},
		{"kill and yank", "one |two\nthree", "one \ntwo|three", []Command{KillLine, Right, Yank}},
		{"kills in a row add up", "a|b\nc", "ab\n|c", []Command{KillLine, KillLine, Yank}},
		{"kill the word before", "one two|", "one |", []Command{DeleteWordBack}},
		{"kill to the start", "one two|x", "|x", []Command{KillToStart}},
		{"select and replace", "one two|", "one |", []Command{SelectWordLeft, Backspace}},
		{"select all and delete", "one\ntwo|", "|", []Command{SelectAll, Delete}},
		{"left leaves the selection at its start", "one two|", "one |two", []Command{SelectWordLeft, Left}},
		{"right leaves the selection at its end", "|one two", "one| two", []Command{SelectWordRight, Right}},
		{"newline", "a|b", "a\n|b", []Command{Newline}},
		{"undo a kill", "one two|", "one two|", []Command{DeleteWordBack, Undo}},
		{"redo a kill", "one two|", "one |", []Command{DeleteWordBack, Undo, Redo}},
		{"undo erasing as a whole", "abc|", "abc|", []Command{Backspace, Backspace, Undo}},
		{"a move begins another step", "abc|", "|c", []Command{Backspace, Left, Backspace, Undo, Undo, DocStart, Delete, Delete}},
		{"page down", "|1\n2\n3\n4\n5\n6\n7\n8", "1\n2\n3\n4\n5\n|6\n7\n8", []Command{PageDown}},
		{"home and end", "a\nb|c\nd", "a\nbc|\nd", []Command{LineStart, LineEnd}},
		{"start and end", "a\nb|c\nd", "a\nbc\nd|", []Command{DocStart, DocEnd}},
	} {
		e := at(c.from)
		do(e, c.do...)
		if got := shows(e); got != c.to {
			t.Errorf("%s: %q gives %q, want %q", c.name, c.from, got, c.to)
		}
	}
}

func TestTypingIsUndoneByTheWord(t *testing.T) {
	e := at("|")
	for _, r := range "two words here" {
		if err := e.Insert(string(r)); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"two words ", "two ", "", ""} {
		e.Do(Undo)
		if e.Text() != want {
			t.Errorf("undo gives %q, want %q", e.Text(), want)
		}
	}
	for e.Do(Redo) {
	}
	if e.Text() != "two words here" {
		t.Errorf("redo gives %q", e.Text())
	}
}

func TestUndoEverything(t *testing.T) {
	p := newPair(t, 30, 5)
	p.e.SetText("start")
	p.m.text, p.m.cursor, p.m.anchor = "start", 5, 5
	for i := range 300 {
		p.step(byte(i*7+i/8), byte(i*31))
	}
	last := p.e.Text()
	for p.e.undo() {
		p.check()
	}
	if p.e.Text() != "start" {
		t.Errorf("undoing everything gives %q", p.e.Text())
	}
	for p.e.redo() {
		p.check()
	}
	if p.e.Text() != last {
		t.Errorf("redoing everything gives %q, want %q", p.e.Text(), last)
	}
}

func TestAmendBelongsToTheStep(t *testing.T) {
	e := at("n=0 |")
	if err := e.Insert("x"); err != nil {
		t.Fatal(err)
	}
	edit := []convention.Edit{{Span: convention.Span{Start: 0, End: 3}, Text: "n=10"}}
	if err := e.Amend(edit); err != nil {
		t.Fatal(err)
	}
	if err := e.Insert("y"); err != nil {
		t.Fatal(err)
	}
	if got := shows(e); got != "n=10 xy|" {
		t.Errorf("the text is %q", got)
	}
	e.Do(Undo)
	if got := shows(e); got != "n=0 |" {
		t.Errorf("undo gives %q", got)
	}
	e.Do(Redo)
	if got := shows(e); got != "n=10 xy|" {
		t.Errorf("redo gives %q", got)
	}
}

func TestTooLargeIsRefusedWhole(t *testing.T) {
	e := New(Options{})
	e.SetSize(80, 5)
	if err := e.Insert(strings.Repeat("a", DefaultLimit-2)); err != nil {
		t.Fatal(err)
	}
	before := e.Text()
	err := e.Insert("xyz")
	var large ErrTooLarge
	if !errors.As(err, &large) || large.Size != DefaultLimit+1 || large.Limit != DefaultLimit {
		t.Fatalf("error %v", err)
	}
	if e.Text() != before {
		t.Error("the text changed all the same")
	}
	if err := e.Insert("\r\n\r\n"); err != nil { // two bytes once normalised
		t.Errorf("a text that fits is refused: %v", err)
	}
	if err := e.ApplyEdits([]convention.Edit{{Text: "one more"}}); !errors.As(err, &large) {
		t.Errorf("an edit beyond the limit gives %v", err)
	}
	e.SetText(strings.Repeat("long draft\n", 4000))
	if len(e.Text()) != 44000 {
		t.Errorf("a long draft was cut to %d bytes", len(e.Text()))
	}
	e.Do(Backspace)
	if len(e.Text()) != 43999 {
		t.Error("a text over the limit cannot be made shorter")
	}
}

func TestPasteIsNormalised(t *testing.T) {
	e := at("|")
	if err := e.Insert("a\r\nb\rc\xffd"); err != nil {
		t.Fatal(err)
	}
	if got, want := e.Text(), "a\nb\nc\ufffdd"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWindowFollowsTheCursorAndStaysOtherwise(t *testing.T) {
	e := New(Options{})
	e.SetSize(20, 4)
	e.SetText(strings.TrimSuffix(strings.Repeat("line\n", 20), "\n"))
	e.SetCursor(0)
	e.Rows(render.Measure{})
	for range 10 {
		e.Do(Down)
	}
	if _, y, _ := e.ScreenCursor(); y != 3 {
		t.Errorf("cursor in row %d, want the last", y)
	}
	e.Do(Up)
	if _, y, _ := e.ScreenCursor(); y != 2 {
		t.Errorf("cursor in row %d, want one further up in a window that stays", y)
	}
	before := e.Rows(render.Measure{})[0].Plain()
	if err := e.ApplyEdits([]convention.Edit{{Text: "header\nmore\n"}}); err != nil {
		t.Fatal(err)
	}
	if _, y, _ := e.ScreenCursor(); y != 2 || e.Rows(render.Measure{})[0].Plain() != before {
		t.Errorf("an edit above the window moved it: cursor in row %d", y)
	}
}

func TestMarksAreDrawnAndMoveAlong(t *testing.T) {
	e := at("ask how|\nnext")
	e.SetMarks([]Mark{{0, 3, render.Warning}, {7, 7, render.Error}})
	underlined := func() (s []string) {
		for _, r := range e.Rows(render.Measure{}) {
			for _, seg := range r {
				if seg.Underline {
					s = append(s, fmt.Sprint(seg.Text, " ", seg.Role))
				}
			}
		}
		return s
	}
	want := fmt.Sprint([]string{fmt.Sprint("ask ", render.Warning), fmt.Sprint("w ", render.Error)})
	if got := fmt.Sprint(underlined()); got != want {
		t.Errorf("underlined %v, want %v", got, want)
	}
	e.SetCursor(0)
	if err := e.Insert("> "); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(underlined()); got != want {
		t.Errorf("underlined %v after an insertion before, want %v", got, want)
	}
}

func TestGutter(t *testing.T) {
	e := at("one\ntwo|")
	e.SetGutter(3, func(line int) string { return fmt.Sprint(line + 1) })
	rows := rowText(e.Rows(render.Measure{}))
	if rows[0] != "  1 one" || rows[1] != "  2 two" {
		t.Errorf("rows %q", rows[:2])
	}
	if x, y, _ := e.ScreenCursor(); x != 7 || y != 1 {
		t.Errorf("cursor at %d %d", x, y)
	}
}

// large are texts of 32 KiB that are hard in one way each.
func large() map[string]string {
	fill := func(s string) string { return strings.Repeat(s, (DefaultLimit-64)/len(s)) }
	return map[string]string{
		"lines":     fill("ask how to store rate-limit counters, 20260918T0900Z\n"),
		"one line":  fill("how to store rate-limit counters "),
		"cjk":       fill("漢字"),
		"combining": fill("e\u0301"),
		"family":    fill("👨‍👩‍👧‍👦"),
		"flags":     fill("🇩🇪"),
		"newlines":  fill("\n"),
		"controls":  fill("\x1b[m\u202e"),
		"no breaks": fill("x"),
		"a cluster": "x" + fill("\u0301"),
		"conjuncts": fill("क्"),
		"hindi":     fill("नमस्ते दुनिया "),
		"cyrillic":  fill("привет"),
		"thai":      fill("ภาษาไทย"),
		"emoji":     fill("😀"),
		"arrows":    fill("→"),
	}
}

// keys are what a person does, each with what is to be paid for it.
var keys = []struct {
	name string
	do   func(e *Editor, i int)
}{
	{"type at end", func(e *Editor, i int) { again(e, i); _ = e.Insert("x") }},
	{"type at start", func(e *Editor, i int) { again(e, i); e.SetCursor(0); _ = e.Insert("x") }},
	{"type in the middle", func(e *Editor, i int) { again(e, i); e.SetCursor(len(e.text) / 2); _ = e.Insert("x") }},
	{"newline and back", func(e *Editor, i int) { e.SetCursor(len(e.text) / 2); e.Do(Newline); e.Do(Backspace) }},
	{"left", func(e *Editor, _ int) { e.Do(Left) }},
	{"up", func(e *Editor, _ int) { e.Do(Up) }},
	{"word left", func(e *Editor, _ int) { e.Do(WordLeft) }},
	{"page up", func(e *Editor, _ int) { e.Do(PageUp) }},
	{"ends", func(e *Editor, _ int) { e.Do(DocStart); e.Do(DocEnd) }},
	{"undo redo", func(e *Editor, _ int) { e.Do(Undo); e.Do(Redo) }},
	{"to the end and word left", func(e *Editor, _ int) { e.Do(DocEnd); e.Do(WordLeft) }},
	{"to the start and word right", func(e *Editor, _ int) { e.Do(DocStart); e.Do(WordRight) }},
	{"resize", func(e *Editor, i int) { e.SetSize(100+i%2, 20) }},
}

// again keeps a text that is typed into from reaching its limit.
func again(e *Editor, i int) {
	if i%32 == 31 {
		for range 31 {
			e.Do(Undo)
		}
	}
}

// TestKeysAreQuickInLargeTexts holds every key to a generous ceiling of processor time, at its best of some
// rounds, so that a busy machine or a detector of races does not matter; the benchmarks tell how quick it is.
func TestKeysAreQuickInLargeTexts(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const ceiling, rounds = 250 * time.Millisecond, 5
	for name, text := range large() {
		for _, k := range keys {
			e := New(Options{})
			e.SetText(text)
			e.SetSize(100, 20)
			e.Rows(render.Measure{})
			best := time.Hour
			for i := 0; i < rounds && best > ceiling/50; i++ {
				start := processorTime()
				k.do(e, i)
				e.Rows(render.Measure{})
				best = min(best, processorTime()-start)
			}
			if best > ceiling {
				t.Errorf("%s: %s takes %v, more than %v", name, k.name, best, ceiling)
			}
		}
	}
}

func BenchmarkKey(b *testing.B) {
	for name, text := range large() {
		for _, k := range keys {
			b.Run(name+"/"+k.name, func(b *testing.B) {
				e := New(Options{})
				e.SetSize(100, 20)
				e.SetText(text)
				e.Rows(render.Measure{})
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				began := processorTime()
				for i := 0; b.Loop(); i++ {
					k.do(e, i)
					e.Rows(render.Measure{})
					e.ScreenCursor()
				}
				b.ReportMetric(float64(processorTime()-began)/float64(b.N), "cpu-ns/key")
			})
		}
	}
}

// BenchmarkKeyOfAll is the keys that change the whole text at once, each measured by itself.
func BenchmarkKeyOfAll(b *testing.B) {
	for name, text := range large() {
		for _, k := range []struct {
			name   string
			before []Command
			key    Command
			after  []Command
		}{
			{"delete all", []Command{SelectAll}, Delete, []Command{Undo}},
			{"cut all", []Command{SelectAll}, KillLine, []Command{Undo}},
			{"yank all", []Command{SelectAll, KillLine}, Yank, nil},
			{"undo of delete all", []Command{SelectAll, Delete}, Undo, nil},
			{"redo of delete all", []Command{SelectAll, Delete, Undo}, Redo, []Command{Undo}},
			{"replace all by one letter", []Command{SelectAll}, Newline, []Command{Undo}},
		} {
			b.Run(name+"/"+k.name, func(b *testing.B) {
				e := New(Options{})
				e.SetSize(100, 20)
				e.SetText(text)
				var spent time.Duration
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				for b.Loop() {
					do(e, k.before...)
					e.Rows(render.Measure{})
					start := processorTime()
					e.Do(k.key)
					e.Rows(render.Measure{})
					e.ScreenCursor()
					spent += processorTime() - start
					do(e, k.after...)
				}
				b.ReportMetric(float64(spent)/float64(b.N), "cpu-ns/key")
			})
		}
	}
}

// TestLonersStandAlone holds the short cuts to the tables that they stand for.
func TestLonersStandAlone(t *testing.T) {
	beside := []string{"a", " ", "é", "Ω", "ж", "ש", "ب", "ก", "か", "漢", "한"}
	for r := rune(0); r <= 0x1ffff; r++ {
		want := loner(r)
		if want == 0 {
			continue
		}
		s := string(r)
		if got := render.CleanLine(s).String(); got != s || !unicode.IsLetter(r) {
			t.Errorf("%q is drawn as %q, or is no letter", s, got)
		}
		for _, clusters := range []bool{false, true} {
			if got := render.NewMeasure(clusters).Width(s); got != want {
				t.Errorf("%q is %d cells wide, not %d", s, got, want)
			}
		}
		for _, b := range beside {
			if naiveCluster(s+b) != len(s) || naiveCluster(b+s) != len(b) {
				t.Errorf("%q and %q are one cluster", s, b)
			}
		}
		if marked := s + "\u0301\u036f"; naiveCluster(s+s) != len(s) || naiveCluster(marked+s) != len(marked) {
			t.Errorf("%q twice, or with marks, is not two clusters", s)
		}
	}
}

// Short cuts or not, clusters are those of the tables, whatever stands side by side.
func TestClustersAreThoseOfUnicode(t *testing.T) {
	parts := append([]string{"\r", "\u0600", "\u034f", "\u0370", "\u02ff", "\x7f", "ö", "ก", "ข้า", "한", "ᄀ", "ᅡ", "×", "©", "\u200b", "\u202a", "\u202f", "\u2065", "\u2066", "\u2069", "\u206a", "ا"}, pieces...)
	r := rand.New(rand.NewPCG(3, 4))
	for range 30000 {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString(strings.ToValidUTF8(parts[r.IntN(len(parts))], "?"))
		}
		s := b.String()
		if got, want := clusterLen(s), naiveCluster(s); got != want {
			t.Fatalf("the first cluster of %q has %d bytes, want %d", s, got, want)
		}
	}
}

func TestFloodIsManyClusters(t *testing.T) {
	flood := "x" + strings.Repeat("\u0301", 200)
	e := at(flood + "|")
	e.Do(Backspace)
	if got := len([]rune(e.Text())); got != 3*maxCluster {
		t.Errorf("of 201 code points backspace leaves %d", got)
	}
	e.SetCursor(0)
	e.Do(Delete)
	if got := len([]rune(e.Text())); got != 2*maxCluster {
		t.Errorf("of %d code points delete leaves %d", 3*maxCluster, got)
	}
	if zalgo := "x" + strings.Repeat("\u0301", maxCluster-1); clusterLen(zalgo+"y") != len(zalgo) {
		t.Error("a cluster of the greatest size is taken apart")
	}
}
