// Package resolve looks references of evidence up: in a git repository, with a program of the user's
// own, and on hosts that the user listed.
//
// It knows processes, HTTP and which resolver to ask. It must never know what a reference proves; that is
// the convention's. A reference is asked about once and the answer kept, except where the look itself
// failed or a host could not tell. No URL is fetched whose host is not listed, and what an answer's body
// holds is not read.
package resolve

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"earshot/convention/evidence"
	"earshot/convention/evidence/gitrepo"
)

// knownMost is how many answers are kept: a room can name any number of references.
const knownMost = 4096

// Resolver asks a repository first, a program about what the repository cannot tell, and a listed host
// about a URL that neither can. It is safe for concurrent use.
type Resolver struct {
	repo, hosts evidence.Resolver
	command     evidence.Resolver // a *program

	mu    sync.Mutex
	known map[string]evidence.Verdict
}

// Tell has the first fault of each kind that the program shows told to a person, who would else take a
// program that does not work for one that knows nothing. It is to be set before anything is resolved.
func (r *Resolver) Tell(tell func(error)) {
	if p, ok := r.command.(*program); ok {
		p.tell = tell
	}
}

// ErrHost says that something is no host to list.
var ErrHost = errors.New("no host")

// Open makes a resolver over a git repository in a folder, a program with its arguments, and URLs of the
// hosts (each HOST, or HOST:PORT where the port is not the scheme's own), as far as they are given.
// Without any it returns nil: nobody looks. The error wraps ErrHost where a host is at fault, ErrProgram
// where the program is.
func Open(repo, command string, hosts ...string) (*Resolver, error) {
	r := &Resolver{known: map[string]evidence.Verdict{}}
	if repo != "" {
		opened, err := gitrepo.Open(repo)
		if err != nil {
			return nil, err
		}
		r.repo = opened
	}
	if args := strings.Fields(command); len(args) > 0 {
		p, err := newProgram(args)
		if err != nil {
			return nil, err
		}
		r.command = p
	}
	if len(hosts) > 0 {
		opened, err := openWeb(hosts)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrHost, err)
		}
		r.hosts = opened
	}
	if r.repo == nil && r.command == nil && r.hosts == nil {
		return nil, nil
	}
	return r, nil
}

// Resolve looks one reference up. What cannot be told is evidence.Unknown with the reason.
func (r *Resolver) Resolve(ctx context.Context, reference string) (evidence.Verdict, error) {
	r.mu.Lock()
	verdict, known := r.known[reference]
	r.mu.Unlock()
	if known {
		return verdict, nil
	}
	verdict = evidence.Verdict{Result: evidence.Unknown, Detail: "no resolver knows this kind of reference"}
	var failed error
	fleeting := false
	for _, ask := range []evidence.Resolver{r.repo, r.command, r.hosts} {
		if ask == nil {
			continue
		}
		answer, err := ask.Resolve(ctx, reference)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if answer.Result == evidence.Unlooked {
			continue
		}
		verdict, fleeting = answer, ask == r.hosts && answer.Result == evidence.Unknown
		if answer.Result == evidence.Found || answer.Result == evidence.Missing || answer.Result == evidence.Failed {
			failed = nil
			break
		}
	}
	if failed != nil {
		return evidence.Verdict{Result: evidence.Unknown, Detail: failed.Error()}, failed
	}
	if !fleeting {
		r.mu.Lock()
		if len(r.known) >= knownMost {
			clear(r.known)
		}
		r.known[reference] = verdict
		r.mu.Unlock()
	}
	return verdict, nil
}
