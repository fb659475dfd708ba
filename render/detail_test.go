package render

import (
	"strings"
	"testing"

	"earshot/convention"
	"earshot/convention/ledger"
)

// finding is a diagnostic on the nth occurrence-free piece of a text.
func finding(src, piece, code string, s convention.Severity) convention.Diagnostic {
	i := strings.Index(src, piece)
	return convention.Diagnostic{Code: code, Severity: s, Message: "about " + piece,
		Span: convention.Span{Start: i, End: i + len(piece)},
		Fix:  &convention.Fix{Title: "Mend " + piece, Safe: s == convention.Error}}
}

func detailOfReport() DetailInput {
	item := ledger.Item{Kind: ledger.Ask, State: ledger.Answered, Sequence: 14, Line: 2, Text: "decide", At: at(8, 5),
		From: ledger.Seat{Name: "worker"}, Owes: ledger.Seat{Name: "lead"}, Due: at(9, 0), AnsweredBy: 20, AnsweredHow: ledger.ByReply,
		Late: ledger.Late, Nudges: []int64{16}, Acks: []ledger.Ack{{Sequence: 18, Seat: ledger.Seat{Name: "lead"}, Text: "on it", At: at(8, 50)}},
		Handovers: []ledger.Handover{{Sequence: 17, From: ledger.Seat{Name: "yu"}, To: ledger.Seat{Name: "lead"}}}, Holds: 1}
	return DetailInput{
		Message: study()[1], Readers: 8, Twin: "{\n  \"version\": \"v1\"\n}", TwinTokens: 152, LineTokens: []int{11, 22, 3},
		Diagnostics: []convention.Diagnostic{
			finding(report, "n=10", "wrong-count", convention.Error),
			finding(report, "20260918T0900Z", "past-time", convention.Warning),
		},
		Items: []ledger.Item{item},
	}
}

func TestDetail(t *testing.T) {
	text := plainRows(DetailRows(detailOfReport(), 80, NewMeasure(false)))
	order := []string{
		"#14 worker → lead", "as sent", "1   11t  v1 report limiter to lead n=10", "ask decide 20260918T0900Z:",
		"checks", "error   1:27 about n=10 wrong-count · fix: Mend n=10", "warning 2:12", "possible fix: Mend\n",
		"history", "lead owes: decide", "ANSWERED by #20  LATE", "#14 asked by worker 10:05+02", "#16 nudged",
		"#17 handed over by yu to lead", "#18 acknowledged by lead 10:50+02: on it", "#20 answered in a reply", "held 1×", "due 11:00+02",
		"evidence", "ev#1", "cost", "127 tokens × 8 readers = 1016 · as JSON 152", "the same as JSON", "\"version\": \"v1\"",
	}
	at := 0
	for _, want := range order {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Fatalf("no %q after byte %d of\n%s", want, at, text)
		}
		at += i
	}
}

func TestDetailUnderlinesFindings(t *testing.T) {
	var marked []string
	for _, r := range DetailRows(detailOfReport(), 120, NewMeasure(false)) {
		for _, s := range r {
			if s.Underline {
				marked = append(marked, s.Text.String())
			}
		}
	}
	if got := strings.Join(marked, " "); got != "n=10 20260918T0900Z" {
		t.Errorf("underlined: %q", got)
	}
}

func TestDetailIsNeverTooWide(t *testing.T) {
	for _, h := range hostile {
		doc := convention.Parse("v1 a b to c n=1\nask " + h.raw + "\nev " + h.raw)
		in := detailOfReport()
		in.Message.Doc, in.Message.From, in.Twin = doc, h.raw, h.raw
		in.Diagnostics = []convention.Diagnostic{{Code: h.raw, Message: h.raw, Span: convention.Span{Start: 3, End: 20},
			Fix: &convention.Fix{Title: h.raw}}}
		in.Items[0].Text, in.Items[0].Owes.Name, in.Items[0].Acks[0].Text = h.raw, h.raw, h.raw
		for name, m := range measures {
			for _, width := range []int{1, 4, 9, 20, 60, 100} {
				for _, r := range DetailRows(in, width, m) {
					if got := m.RowWidth(r); got > width {
						t.Fatalf("%s, %s at %d: %q is %d wide", h.name, name, width, r.Plain(), got)
					}
				}
				for _, r := range DiagnosticRows(doc.Source, in.Diagnostics, width, m) {
					if got := m.RowWidth(r); got > width {
						t.Fatalf("%s, %s at %d: %q is %d wide", h.name, name, width, r.Plain(), got)
					}
				}
			}
		}
	}
}

func TestDiagnosticSummary(t *testing.T) {
	e := convention.Diagnostic{Severity: convention.Error}
	w := convention.Diagnostic{Severity: convention.Warning}
	h := convention.Diagnostic{Severity: convention.Hint}
	for want, list := range map[string][]convention.Diagnostic{
		"no errors": nil, "1 error": {e, h}, "2 errors, 1 warning": {e, w, e}, "no errors, 1 warning": {w}, "no errors, 2 hints": {h, h},
	} {
		if got := DiagnosticSummary(list).Text.String(); got != want {
			t.Errorf("summary of %v: %q, want %q", list, got, want)
		}
	}
}
