package main

import (
	"fmt"
	"io"

	"earshot/convention"
	"earshot/render"
)

// oneLine is a width that no finding reaches: a line for programs such as grep is not wrapped.
const oneLine = 1 << 20

// writeFindings writes what the checks say of a message, one line each, with its source before it.
func writeFindings(w io.Writer, in input, m *convention.Message, room convention.Context) error {
	measure := render.NewMeasure(false)
	for _, row := range render.DiagnosticRows(m.Source, convention.Check(m, room), oneLine, measure) {
		if _, err := fmt.Fprintf(w, "%s: %s\n", place(in), row.Plain()); err != nil {
			return err
		}
	}
	return nil
}

// place names where a message came from: its file, and its sequence in a transcript.
func place(in input) string {
	name := render.CleanLine(in.source).String()
	if in.sequence > 0 {
		return fmt.Sprintf("%s #%d", name, in.sequence)
	}
	return name
}
