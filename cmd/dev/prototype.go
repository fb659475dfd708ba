package main

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

// roomFigure is one figure of the room server with what the prototype gave that its engine was chosen by:
// on two cores and a disk that takes 0.4 ms for a sync, with nothing else running.
type roomFigure struct {
	what, benchmark, metric string
	scale                   float64 // from the metric to the unit
	unit, prototype         string
}

func roomFigures() []roomFigure {
	const nsToSeconds = 1e-9
	return []roomFigure{
		{"50 seats, 200 posts a second, on disk: delivery, p50", "BenchmarkLive/durable", "delivery-p50-ms", 1, "ms", "1.5"},
		{"the same, p99", "BenchmarkLive/durable", "delivery-p99-ms", 1, "ms", "3.2 to 4.0"},
		{"the same in memory, p99", "BenchmarkLive/memory", "delivery-p99-ms", 1, "ms", "3.2"},
		{"processor of the server for 5 s of it", "BenchmarkLive/durable", "server-cpu-s", 1, "s", "1.4 to 1.6"},
		{"100,000 messages to one client", "BenchmarkReplay/packed=false", "ns/op", nsToSeconds, "s", "1.3 to 2.1"},
		{"the same, compressed", "BenchmarkReplay/packed=true", "ns/op", nsToSeconds, "s", "not measured"},
		{"posts on disk, one seat", "BenchmarkDurablePosts/reading/seats=1", "posts/s", 1, "a second", "2,000 (engine alone)"},
		{"posts on disk, 50 seats", "BenchmarkDurablePosts/http/seats=50", "posts/s", 1, "a second", "2,900 (engine alone)"},
		{"idle, resident", "BenchmarkIdleMemory", "idle-MB", 1, "MB", "20"},
		{"idle, without pages of the program's file", "BenchmarkIdleMemory", "idle-own-MB", 1, "MB", "not measured"},
		{"one of 500 connections", "BenchmarkIdleMemory", "connection-KB", 1, "KB", "not measured"},
		{"start with 100,000 messages: first post taken", "BenchmarkStart/of-another-day", "posted-p50-ms", 1, "ms", "280 to 310 (engine alone)"},
		{"silence when the leader of three nodes dies", "BenchmarkLeaderDeath", "silence-p50-ms", 1, "ms", "4,300 to 8,900"},
	}
}

// besidePrototype prints the figures that a run of the benchmarks gave beside the prototype's. Without any
// it prints nothing.
func besidePrototype(w io.Writer, benchmarks io.Reader) error {
	found, err := readMetrics(benchmarks)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := "== rooms, beside the prototype\n"
	for _, f := range roomFigures() {
		if value, ok := found[f.benchmark][f.metric]; ok {
			fmt.Fprintf(table, "%s%s\t%.4g %s\t%s\n", head, f.what, value*f.scale, f.unit, f.prototype)
			head = ""
		}
	}
	return table.Flush()
}

// readMetrics reads what go test prints of benchmarks: by name and by unit. Behind a name stands the number
// of processors, where it is not one.
func readMetrics(r io.Reader) (map[string]map[string]float64, error) {
	processors := regexp.MustCompile(`-[0-9]+$`)
	found := make(map[string]map[string]float64)
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := processors.ReplaceAllString(fields[0], "")
		metrics := make(map[string]float64)
		for i := 2; i+1 < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				break
			}
			metrics[fields[i+1]] = value
		}
		found[name] = metrics
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the benchmarks: %w", err)
	}
	return found, nil
}
