package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"earshot/render"
)

// triageOptions are the flags of triage.
type triageOptions struct {
	source   sourceOptions
	evidence evidenceOptions
	json     bool
}

func newTriage(p process) *cobra.Command {
	var o triageOptions
	cmd := &cobra.Command{
		Use:   "triage SOURCE...",
		Short: "List what waits for somebody",
		Long: `triage lists open items, claims, repeats and decisions by others than the decider, what a person should
look at first on top. It exits 1 where something is overdue.`,
		Args: takes(1, -1, "a SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error { return triage(cmd.Context(), p, o, args) },
	}
	flags := cmd.Flags()
	o.source.flags(flags)
	o.evidence.flags(flags)
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	return cmd
}

func triage(ctx context.Context, p process, o triageOptions, sources []string) error {
	resolver, err := o.evidence.open()
	if err != nil {
		return err
	}
	document, overdue := newTriageJSON(), 0
	for i, argument := range sources {
		r, err := o.source.read(ctx, p, argument)
		if err != nil {
			return err
		}
		if err := r.look(ctx, resolver); err != nil {
			return err
		}
		if err := r.mustKnow(o.source.as); err != nil {
			if len(sources) == 1 {
				return err
			}
			say(p.err, err.Error()) // the other sources may know the seat
		}
		view, me := r.view(), r.me(o.source.as)
		overdue += view.Counts().Overdue
		label := ""
		if len(sources) > 1 {
			label = r.name
		}
		if o.json {
			document.add(label, me, r, view)
			continue
		}
		r.tellMoment(p)
		if err := heading(p, label, i > 0); err != nil {
			return err
		}
		clock := render.Clock{Now: view.Now(), Zone: time.Local}
		if err := render.WriteTriage(p.out, render.Triage(render.TriageOf(view), me), clock); err != nil {
			return err
		}
	}
	if o.json {
		if err := writeJSON(p.out, document); err != nil {
			return err
		}
	}
	if overdue > 0 {
		return errFound
	}
	return nil
}

// mustKnow refuses a seat that nobody in the source is called: a misspelt name would read as "nothing
// waits for you". A room in which nothing was said and nobody sits knows no seat, and nothing waits there.
func (r *reading) mustKnow(as string) error {
	if as == "" || len(r.messages) == 0 && len(r.seats) == 0 {
		return nil
	}
	_, err := r.seat(as)
	return err
}

// me is the name of the seat to look from: the one given, else the one that the room seated us as, ""
// for an observer.
func (r *reading) me(as string) string {
	if as == "" && r.you != nil {
		as = r.you.Name
	}
	return strings.TrimSpace(as)
}
