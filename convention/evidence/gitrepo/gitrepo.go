// Package gitrepo resolves references to commits, branches, tags and files
// against a git repository on disk.
//
// It is the one package below convention that touches a disk: it reads the
// repository and never writes, runs no program, opens no connection and reads
// no clock. Of kinds that a repository cannot know (runs, pull requests,
// URLs, messages) its verdict is unknown, never missing.
//
// Verdicts are kept for as long as the references of the repository stay as
// they are. The details of a verdict are text from the repository: whoever
// shows them cleans them first.
package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/storer"

	"earshot/convention/evidence"
)

// ErrNoRepository means that neither the folder nor one above it is a git
// repository.
var ErrNoRepository = errors.New("no git repository")

// Repo is an open repository. It implements [evidence.Resolver] and is safe
// for concurrent use; one look happens at a time.
type Repo struct {
	dir string

	mu       sync.Mutex
	git      *git.Repository
	refs     []ref
	verdicts map[string]evidence.Verdict
}

// ref is a branch, tag or HEAD and what it points at.
type ref struct {
	name plumbing.ReferenceName
	hash plumbing.Hash
}

// Open opens the repository that dir is in.
func Open(dir string) (*Repo, error) {
	r := &Repo{dir: dir}
	if err := r.reopen(); err != nil {
		return nil, err
	}
	return r, nil
}

// reopen reads the repository anew: what was packed since is only seen so.
func (r *Repo) reopen() error {
	opened, err := git.PlainOpenWithOptions(r.dir, &git.PlainOpenOptions{DetectDotGit: true, EnableDotGitCommonDir: true})
	if errors.Is(err, git.ErrRepositoryNotExists) {
		return fmt.Errorf("open %s: %w", r.dir, ErrNoRepository)
	}
	if err != nil {
		return fmt.Errorf("open git repository %s: %w", r.dir, err)
	}
	refs, err := readRefs(opened)
	if err != nil {
		return fmt.Errorf("read the references of %s: %w", r.dir, err)
	}
	r.git, r.refs, r.verdicts = opened, refs, map[string]evidence.Verdict{}
	return nil
}

// readRefs lists what HEAD, branches and tags point at, sorted by name.
func readRefs(opened *git.Repository) ([]ref, error) {
	all, err := opened.References()
	if err != nil {
		return nil, err
	}
	var refs []ref
	err = all.ForEach(func(x *plumbing.Reference) error {
		if x.Type() == plumbing.HashReference {
			refs = append(refs, ref{x.Name(), x.Hash()})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	head, err := storer.ResolveReference(opened.Storer, plumbing.HEAD)
	switch {
	case err == nil:
		refs = append(refs, ref{plumbing.HEAD, head.Hash()})
	case !errors.Is(err, plumbing.ErrReferenceNotFound):
		return nil, err
	}
	slices.SortFunc(refs, func(a, b ref) int { return strings.Compare(a.name.String(), b.name.String()) })
	return refs, nil
}

// Resolve looks at a reference such as "commit 3f9a2c1 on branch main",
// "branch main", "tag v2" or "file lib/x.ts". An error means that the look
// itself failed or that ctx ended; it says nothing of the reference.
func (r *Repo) Resolve(ctx context.Context, text string) (evidence.Verdict, error) {
	wanted := parseReference(text)
	if !wanted.known() {
		return evidence.Verdict{Result: evidence.Unknown, Detail: "a git repository cannot tell"}, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return evidence.Verdict{}, err
	}
	if v, ok := r.verdicts[text]; ok {
		return v, nil
	}
	v, err := r.look(ctx, wanted)
	if err != nil {
		return evidence.Verdict{}, fmt.Errorf("look up %s %q: %w", wanted.kind, wanted.value, err)
	}
	r.keep(text, v)
	return v, nil
}

// refresh forgets the verdicts where a reference has moved.
func (r *Repo) refresh() error {
	refs, err := readRefs(r.git)
	if err != nil || !slices.Equal(refs, r.refs) {
		return r.reopen()
	}
	return nil
}

// maxVerdicts bounds the verdicts that are kept.
const maxVerdicts = 4096

func (r *Repo) keep(text string, v evidence.Verdict) {
	if len(r.verdicts) >= maxVerdicts {
		clear(r.verdicts)
	}
	r.verdicts[text] = v
}

func (r *Repo) look(ctx context.Context, w reference) (evidence.Verdict, error) {
	switch w.kind {
	case evidence.Commit:
		return r.commit(ctx, w)
	case evidence.Branch:
		return r.branch(w)
	case evidence.Tag:
		return r.tag(w)
	}
	return r.file(ctx, w)
}

func found(detail string) evidence.Verdict {
	return evidence.Verdict{Result: evidence.Found, Detail: detail}
}

func missing(detail string) evidence.Verdict {
	return evidence.Verdict{Result: evidence.Missing, Detail: detail}
}

func unknown(detail string) evidence.Verdict {
	return evidence.Verdict{Result: evidence.Unknown, Detail: detail}
}
