package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/spf13/pflag"

	"earshot/cmd/internal/resolve"
	"earshot/convention/evidence"
)

// evidenceOptions say where references of evidence are looked up.
type evidenceOptions struct {
	repo, resolver string
	hosts          []string
}

func (o *evidenceOptions) flags(flags *pflag.FlagSet) {
	flags.StringVar(&o.repo, "repo", "", "a git repository `DIR` to look commits, branches, tags and files up in")
	flags.StringVar(&o.resolver, "resolver", "", "a program `CMD` that looks references up: JSON in, JSON out, 10 s at most for a reference")
	flags.StringArrayVar(&o.hosts, "allow-host", nil, "a `HOST` or HOST:PORT whose URLs may be asked for; no other URL ever is; may be given several times")
}

// open returns the resolver asked for, nil where nobody is to look. That its program does not work is said to
// said, once.
func (o *evidenceOptions) open(said io.Writer) (*resolve.Resolver, error) {
	r, err := resolve.Open(o.repo, o.resolver, o.hosts...)
	if errors.Is(err, resolve.ErrHost) {
		return nil, usage(fmt.Sprintf("--allow-host: %v.", err), "Give the host of a URL and no more of it: ci.example.com, or ci.example.com:8443.")
	}
	if errors.Is(err, resolve.ErrProgram) {
		return nil, unreadable(err, fmt.Sprintf("--resolver %q cannot be run: %v.", o.resolver, cannotRun(err)), "Give a program that reads {\"reference\",\"kind\"} and writes {\"result\",\"detail\"}.")
	}
	if err != nil {
		return nil, unreadable(err, fmt.Sprintf("The repository %s cannot be opened: %v.", o.repo, err), "Give --repo the folder of a git repository.")
	}
	if r != nil {
		r.Tell(func(err error) {
			say(said, sentence(err)+" What it was asked about counts as not looked up.")
		})
	}
	return r, nil
}

// verdicts is the resolver as the checks ask it; nil where nobody is to look.
func (o *evidenceOptions) verdicts(ctx context.Context, said io.Writer) (func(string) evidence.Verdict, error) {
	r, err := o.open(said)
	if r == nil || err != nil {
		return nil, err
	}
	return func(reference string) evidence.Verdict {
		verdict, err := r.Resolve(ctx, reference)
		if err != nil {
			return evidence.Verdict{Result: evidence.Unknown, Detail: err.Error()}
		}
		return verdict
	}, nil
}

// cannotRun is why a program cannot be run, without its name.
func cannotRun(err error) error {
	var found *exec.Error
	if errors.As(err, &found) {
		return cause(found.Err)
	}
	return err
}
