package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"earshot/client/wire"
	"earshot/convention/tokens"
	"earshot/render"
)

func newExport(p process) *cobra.Command {
	var o sourceOptions
	var format string
	cmd := &cobra.Command{
		Use:   "export SOURCE...",
		Short: "Write a room as a transcript, Markdown or HTML",
		Args:  takes(1, -1, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, err := exporter(format)
			if err != nil {
				return err
			}
			if format == "html" && len(args) > 1 {
				return usage("A page of HTML holds one source.", "Export them one by one.")
			}
			knows := &seatCheck{as: o.as, of: len(args)}
			for _, argument := range args {
				r, counter, err := o.readCounted(cmd, p, argument, knows)
				if err != nil {
					return err
				}
				source := ""
				if len(args) > 1 {
					source = r.name
				}
				if err := write(p.out, source, r, counter); err != nil {
					return err
				}
			}
			return nil
		},
	}
	o.flags(cmd.Flags())
	cmd.Flags().StringVar(&format, "format", "jsonl", "jsonl, md or html")
	return cmd
}

// exporter is the writer of a format. It is given the name of the source where there are several.
func exporter(format string) (func(w io.Writer, source string, r *reading, counter *tokens.Counter) error, error) {
	switch format {
	case "jsonl":
		return exportJSONL, nil
	case "md":
		return exportMarkdown, nil
	case "html":
		return exportHTML, nil
	}
	return nil, usage(fmt.Sprintf("There is no format %q.", format), "The formats are jsonl, md and html.")
}

// exportJSONL writes a transcript that every command reads as the room was read, but for the credentials in it.
func exportJSONL(w io.Writer, source string, r *reading, _ *tokens.Counter) error {
	name, err := json.Marshal(source)
	if err != nil {
		return fmt.Errorf("encode the source: %w", err)
	}
	for _, m := range r.messages {
		m.Content = render.Conceal(m.Content)
		line, err := wire.EncodeMessage(m)
		if err != nil {
			return err
		}
		if source != "" {
			line = append(line[:len(line)-1], `,"source":`...)
			line = append(append(line, name...), '}')
		}
		if _, err := fmt.Fprintf(w, "%s\n", line); err != nil {
			return err
		}
	}
	return nil
}

func exportMarkdown(w io.Writer, _ string, r *reading, counter *tokens.Counter) error {
	if _, err := fmt.Fprintf(w, "# %s\n\n", render.CleanLine(r.title())); err != nil {
		return err
	}
	return r.each(counter, func(in render.MessageInput) error { return render.WriteMarkdown(w, in) })
}

func exportHTML(w io.Writer, _ string, r *reading, counter *tokens.Counter) error {
	page, err := render.NewHTML(w, r.title())
	if err != nil {
		return err
	}
	if err := r.each(counter, page.Message); err != nil {
		return err
	}
	return page.Close()
}

// title names the room, or the file where the source tells no name.
func (r *reading) title() string {
	if r.room.Name != "" {
		return r.room.Name
	}
	return r.name
}

// each hands out every message with its flags as of the reading's moment.
func (r *reading) each(counter *tokens.Counter, write func(render.MessageInput) error) error {
	view := r.view()
	for _, m := range r.messages {
		in := r.input(parsed(m), counter.Count, time.UTC)
		in.State, in.Clock.Now = view.Message(m.Sequence), r.now
		if err := write(in); err != nil {
			return err
		}
	}
	return nil
}
