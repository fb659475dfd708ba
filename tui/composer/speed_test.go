package composer

import (
	"fmt"
	"strings"
	"testing"

	"earshot/convention"
	"earshot/convention/tokens"
)

func BenchmarkParts(b *testing.B) {
	counter, err := tokens.Load("")
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{600, 4000, 32000} {
		head := "v1 report limiter to lead n=10\nask how to store rate-limit counters, 20260918T0900Z\n"
		lines := head + strings.Repeat("claim unit test passing, 12 cases for lib/rate-limit.ts\n", (n-len(head))/56)
		long := head + "claim " + strings.Repeat("unit test passing, ", (n-len(head))/19)
		for name, text := range map[string]string{"lines": lines, "long": long} {
			m := convention.Parse(text)
			inc := counter.Incremental()
			b.Run(fmt.Sprintf("parse/%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					convention.Parse(text)
				}
			})
			b.Run(fmt.Sprintf("check/%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					convention.Check(m, convention.Context{Tokens: counter.Count})
				}
			})
			b.Run(fmt.Sprintf("check without tokens/%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					convention.Check(m, convention.Context{})
				}
			})
			b.Run(fmt.Sprintf("tokens/%s/%d", name, n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					inc.Update(text + strings.Repeat("x", i%5))
				}
			})
		}
	}
}
