package ledger

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"earshot/convention"
)

// The checks and the ledger tell the same story of one message: what they call
// unaddressed, data, unproven.
func TestLedgerAndChecksAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var bodies []string
	for range 60 {
		for _, m := range makeRoom(randomBytes(random, 900)).log {
			bodies = append(bodies, m.Doc.Source)
		}
	}
	bodies = append(bodies, "v1 note limiter\nask x\nreq y\nmust-not z\ndeadline 20260917T0900Z\ndecider yu\nmay w\n",
		"v1 note limiter to n=1\nask x\n", "v1 request limiter to yu\nreq x\n", "v2 request limiter to yu n=1\nreq x\n", "ask x\nreq y\n", "v1 ask x to y n=1\nask who\n")
	for _, body := range bodies {
		doc := convention.Parse(body)
		reports := doc.Header != nil && slices.Contains([]string{"state", "brief"}, doc.Header.Intent.Text)
		l := New(Options{})
		l.Feed(Message{Sequence: 1, ID: "m", From: Seat{"i_z", "z"}, Doc: doc})
		v := l.At(time.Time{})
		var checks, books []string
		for _, d := range convention.Check(doc, convention.Context{}) {
			line, _ := convention.Position(body, d.Span.Start)
			switch d.Code {
			case "unaddressed":
				checks = append(checks, fmt.Sprint("unaddressed ", line))
			case "wrong-count":
				checks = append(checks, "data")
			case "unproven-done", "evidence-kind":
				if doc.Acts() && !reports {
					checks = append(checks, fmt.Sprint("unproven ", line))
				}
			}
		}
		for _, x := range v.Unaddressed() {
			books = append(books, fmt.Sprint("unaddressed ", x.Line))
		}
		for range v.Data() {
			books = append(books, "data")
		}
		for _, c := range v.Claims() {
			if c.Why != WhyClaim && doc.Acts() {
				books = append(books, fmt.Sprint("unproven ", c.Line))
			}
		}
		slices.Sort(checks)
		slices.Sort(books)
		if !slices.Equal(slices.Compact(checks), slices.Compact(books)) {
			t.Errorf("checks %v, ledger %v:\n%s", checks, books, body)
		}
	}
}
