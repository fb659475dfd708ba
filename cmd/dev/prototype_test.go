package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestRoomFiguresStandBesideThePrototype(t *testing.T) {
	var out strings.Builder
	err := besidePrototype(&out, strings.NewReader(`goos: linux
BenchmarkLive/durable-2 	 1	5554665030 ns/op	 2.049 delivery-p50-ms	 5.8 delivery-p99-ms	 1.629 server-cpu-s
BenchmarkReplay/packed=false-2  	 3	1250000000 ns/op
BenchmarkOther-2  	 3	1 ns/op
BenchmarkStart/of-another-day 	 1	300000000 ns/op	 290.5 posted-p50-ms
PASS
`))
	if err != nil {
		t.Fatal(err)
	}
	want := `== rooms, beside the prototype
50 seats, 200 posts a second, on disk: delivery, p50  2.049 ms  1.5
the same, p99                                         5.8 ms    3.2 to 4.0
processor of the server for 5 s of it                 1.629 s   1.4 to 1.6
100,000 messages to one client                        1.25 s    1.3 to 2.1
start with 100,000 messages: first post taken         290.5 ms  280 to 310 (engine alone)
`
	if out.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", out.String(), want)
	}
	out.Reset()
	if err := besidePrototype(&out, strings.NewReader("PASS\n")); err != nil || out.Len() > 0 {
		t.Errorf("without benchmarks: %q, %v", out.String(), err)
	}
}

// TestRoomFiguresAreMeasured holds the table against the benchmarks that it names.
func TestRoomFiguresAreMeasured(t *testing.T) {
	source, err := os.ReadFile("../internal/room/bench_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range roomFigures() {
		name, _, _ := strings.Cut(f.benchmark, "/")
		if !regexp.MustCompile(`func ` + name + `\(`).Match(source) {
			t.Errorf("no benchmark %s", name)
		}
		metric, _, quantile := strings.Cut(f.metric, "-p")
		if f.metric != "ns/op" && !strings.Contains(string(source), `"`+metric+`"`) {
			t.Errorf("%s does not report %s (%t)", name, metric, quantile)
		}
	}
}
