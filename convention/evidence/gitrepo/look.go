package gitrepo

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/storer"

	"earshot/convention/evidence"
)

// commit looks for a commit by its hash or the start of it, and for whether
// it is on the branch that is named.
func (r *Repo) commit(ctx context.Context, w reference) (evidence.Verdict, error) {
	commits, err := r.commits(w.value)
	if err != nil {
		return evidence.Verdict{}, err
	}
	switch {
	case len(commits) == 0:
		return missing("no commit " + w.value), nil
	case len(commits) > 1:
		return unknown("several commits start with " + w.value), nil
	case w.branch == "":
		return found(describe(commits[0])), nil
	}
	tips := r.tips(w.branch)
	if len(tips) == 0 {
		return missing("the commit exists, but no branch " + w.branch), nil
	}
	for _, tip := range tips {
		on, err := r.reaches(ctx, tip, commits[0].Hash)
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			return unknown("the history of " + w.branch + " is cut off here"), nil
		}
		if err != nil {
			return evidence.Verdict{}, err
		}
		if on {
			return found(describe(commits[0]) + ", on " + w.branch), nil
		}
	}
	return missing("the commit exists, but not on branch " + w.branch), nil
}

// prefixer is what a store on disk can do beside its interface.
type prefixer interface {
	HashesWithPrefix(prefix []byte) ([]plumbing.Hash, error)
}

// shortestHash is how many digits of a hash are taken for one.
const shortestHash = 4

// commits lists the commits whose hash starts with the digits.
func (r *Repo) commits(digits string) ([]*object.Commit, error) {
	digits = strings.ToLower(digits)
	if len(digits) < shortestHash || len(digits) > 2*len(plumbing.ZeroHash) || strings.Trim(digits, "0123456789abcdef") != "" {
		return nil, nil
	}
	hashes := []plumbing.Hash{plumbing.NewHash(digits)}
	if store, ok := r.git.Storer.(prefixer); ok && len(digits) < 2*len(plumbing.ZeroHash) {
		prefix, err := hex.DecodeString(digits[:len(digits)/2*2])
		if err != nil {
			return nil, err
		}
		if hashes, err = store.HashesWithPrefix(prefix); err != nil {
			return nil, err
		}
	}
	var commits []*object.Commit
	for _, h := range hashes {
		if !strings.HasPrefix(h.String(), digits) {
			continue
		}
		c, err := r.git.CommitObject(h)
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			continue // a tree, a file or a tag
		}
		if err != nil {
			return nil, err
		}
		commits = append(commits, c)
	}
	return commits, nil
}

// reaches reports whether the commit is in the history of tip.
func (r *Repo) reaches(ctx context.Context, tip, wanted plumbing.Hash) (bool, error) {
	if tip == wanted {
		return true, nil
	}
	start, err := r.git.CommitObject(tip)
	if err != nil {
		return false, err
	}
	reached := false
	history := object.NewCommitPreorderIter(start, nil, nil)
	defer history.Close()
	err = history.ForEach(func(c *object.Commit) error {
		if c.Hash == wanted {
			reached = true
			return storer.ErrStop
		}
		return ctx.Err()
	})
	return reached, err
}

// describe is one line about the commit.
func describe(c *object.Commit) string {
	subject, _, _ := strings.Cut(strings.TrimSpace(c.Message), "\n")
	const longest = 72
	if len(subject) > longest {
		subject = strings.ToValidUTF8(subject[:longest], "") + "…"
	}
	return c.Hash.String()[:7] + " " + strings.TrimSpace(subject) + ", " + c.Committer.When.UTC().Format("2006-01-02")
}

// tips are what the branches of that name point at, here and on remotes.
func (r *Repo) tips(name string) []plumbing.Hash {
	var tips []plumbing.Hash
	for _, x := range r.refs {
		if isBranch(x.name, name) {
			tips = append(tips, x.hash)
		}
	}
	return tips
}

// isBranch reports whether the reference is the branch of that name, which
// may leave its remote out.
func isBranch(x plumbing.ReferenceName, name string) bool {
	switch {
	case name == "":
		return false
	case x.IsBranch():
		return x.Short() == name
	case x.IsRemote():
		_, bare, _ := strings.Cut(x.Short(), "/")
		return x.Short() == name || bare == name
	}
	return false
}

func (r *Repo) branch(w reference) (evidence.Verdict, error) {
	tips := r.tips(w.value)
	if len(tips) == 0 {
		return missing("no branch " + w.value), nil
	}
	return found("branch " + w.value + " at " + tips[0].String()[:7]), nil
}

func (r *Repo) tag(w reference) (evidence.Verdict, error) {
	for _, x := range r.refs {
		if x.name.IsTag() && x.name.Short() == w.value {
			return found("tag " + w.value), nil
		}
	}
	return missing("no tag " + w.value), nil
}

// file looks for a file or folder: on the branch that is named, else in HEAD
// and then on every branch, because work that is not merged is there too.
func (r *Repo) file(ctx context.Context, w reference) (evidence.Verdict, error) {
	if w.branch != "" && len(r.tips(w.branch)) == 0 {
		return missing("no branch " + w.branch), nil
	}
	seen := map[plumbing.Hash]bool{}
	for _, x := range r.refs {
		wanted := x.name == plumbing.HEAD || x.name.IsBranch() || x.name.IsRemote()
		if w.branch != "" {
			wanted = isBranch(x.name, w.branch)
		}
		if !wanted || seen[x.hash] {
			continue
		}
		seen[x.hash] = true
		if err := ctx.Err(); err != nil {
			return evidence.Verdict{}, err
		}
		has, err := r.holds(x.hash, w.value)
		if err != nil {
			return evidence.Verdict{}, err
		}
		if has {
			return found(w.value + " on " + x.name.Short()), nil
		}
	}
	if w.branch != "" {
		return missing("no " + w.value + " on branch " + w.branch), nil
	}
	return missing("no " + w.value + " on any branch"), nil
}

// holds reports whether the tree of the commit has the path.
func (r *Repo) holds(commit plumbing.Hash, path string) (bool, error) {
	c, err := r.git.CommitObject(commit)
	if err != nil {
		return false, err
	}
	tree, err := c.Tree()
	if err != nil {
		return false, err
	}
	_, err = tree.FindEntry(path)
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, object.ErrEntryNotFound), errors.Is(err, object.ErrDirectoryNotFound),
		errors.Is(err, plumbing.ErrObjectNotFound): // what should be a folder is a file
		return false, nil
	}
	return false, err
}
