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
	resolver, err := o.evidence.open(p.err)
	if err != nil {
		return err
	}
	document, overdue := newTriageJSON(), 0
	knows := &seatCheck{as: o.source.as, of: len(sources)}
	for i, argument := range sources {
		r, err := o.source.read(ctx, p, argument)
		if err != nil {
			return err
		}
		if err := r.look(ctx, resolver); err != nil {
			return err
		}
		if err := knows.in(r.roomLog); err != nil {
			return err
		}
		view, me := r.view(), r.me(o.source.as)
		overdue += view.Counts().Overdue
		label := ""
		if len(sources) > 1 {
			label = r.name
		}
		r.tellMoment(p)
		if o.json {
			document.add(label, me, r, view)
			continue
		}
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

// me is the name of the seat to look from: the one given, else the one that the room seated us as, ""
// for an observer.
func (r *reading) me(as string) string {
	if as == "" && r.you != nil {
		as = r.you.Name
	}
	return strings.TrimSpace(as)
}
