package gitrepo_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"earshot/convention/evidence"
	"earshot/convention/evidence/gitrepo"
)

// scene is a repository with a history:
//
//	first ── second            main, tag v1
//	   └──── limiter ── more   feat/rate-limit, origin/feat/rate-limit
type scene struct {
	t                            *testing.T
	dir                          string
	git                          *git.Repository
	first, second, limiter, more plumbing.Hash
}

func newScene(t *testing.T) *scene {
	t.Helper()
	s := &scene{t: t, dir: t.TempDir()}
	var err error
	s.git, err = git.PlainInitWithOptions(s.dir, &git.PlainInitOptions{InitOptions: git.InitOptions{DefaultBranch: plumbing.NewBranchReferenceName("main")}})
	s.must(err)
	s.first = s.commit("README.md", "First commit\n\nwith a body")
	s.second = s.commit("docs/guide.md", "Add the guide")
	s.branch("feat/rate-limit", s.first)
	s.limiter = s.commit("lib/rate-limit.ts", "Add the limiter")
	s.more = s.commit("lib/more.ts", strings.Repeat("long subject ", 20))
	s.must(s.git.Storer.SetReference(plumbing.NewHashReference("refs/remotes/origin/feat/rate-limit", s.more)))
	s.must(s.git.Storer.SetReference(plumbing.NewHashReference("refs/tags/v1", s.second)))
	s.checkout("main")
	return s
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) commit(file, message string) plumbing.Hash {
	s.t.Helper()
	full := filepath.Join(s.dir, filepath.FromSlash(file))
	s.must(os.MkdirAll(filepath.Dir(full), 0o755))
	s.must(os.WriteFile(full, []byte(message), 0o644))
	tree, err := s.git.Worktree()
	s.must(err)
	_, err = tree.Add(file)
	s.must(err)
	who := &object.Signature{Name: "worker", Email: "worker@example.test", When: time.Date(2026, 9, 17, 12, 0, 0, 0, time.UTC)}
	hash, err := tree.Commit(message, &git.CommitOptions{Author: who, Committer: who})
	s.must(err)
	return hash
}

func (s *scene) branch(name string, at plumbing.Hash) {
	s.t.Helper()
	tree, err := s.git.Worktree()
	s.must(err)
	s.must(tree.Checkout(&git.CheckoutOptions{Branch: plumbing.NewBranchReferenceName(name), Hash: at, Create: true}))
}

func (s *scene) checkout(name string) {
	s.t.Helper()
	tree, err := s.git.Worktree()
	s.must(err)
	s.must(tree.Checkout(&git.CheckoutOptions{Branch: plumbing.NewBranchReferenceName(name)}))
}

func (s *scene) open() *gitrepo.Repo {
	s.t.Helper()
	r, err := gitrepo.Open(s.dir)
	s.must(err)
	return r
}

func resolve(t *testing.T, r evidence.Resolver, text string) evidence.Verdict {
	t.Helper()
	v, err := r.Resolve(context.Background(), text)
	if err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return v
}

func TestResolve(t *testing.T) {
	s := newScene(t)
	r := s.open()
	limiter, second := s.limiter.String(), s.second.String()
	tree, err := s.git.CommitObject(s.second)
	s.must(err)
	tests := []struct {
		text   string
		result evidence.Result
		detail string
	}{
		{"commit " + limiter, evidence.Found, limiter[:7] + " Add the limiter, 2026-09-17"},
		{"commit " + limiter[:7], evidence.Found, "Add the limiter"},
		{"commit " + strings.ToUpper(limiter[:9]), evidence.Found, "Add the limiter"},
		{"Commit: " + limiter[:8] + ",", evidence.Found, "Add the limiter"},
		{"commit " + limiter[:7] + " on branch feat/rate-limit", evidence.Found, "on feat/rate-limit"},
		{"commit " + limiter[:7] + " on feat/rate-limit", evidence.Found, "on feat/rate-limit"},
		{"commit " + limiter[:7] + " on branch origin/feat/rate-limit.", evidence.Missing, "no branch"},
		{"commit " + limiter[:7] + " on branch `origin/feat/rate-limit`", evidence.Found, "on origin/feat/rate-limit"},
		{"commit " + limiter[:7] + " on branch main", evidence.Missing, "not on branch main"},
		{"commit " + limiter[:7] + " on branch nowhere", evidence.Missing, "no branch nowhere"},
		{"commit " + s.first.String()[:7] + " on branch feat/rate-limit", evidence.Found, "First commit, 2026"},
		{"commit " + second[:7] + " on branch feat/rate-limit", evidence.Missing, "not on branch"},
		{"commit 0123456789abcdef0123456789abcdef01234567", evidence.Missing, "no commit"},
		{"commit deadbeef1", evidence.Missing, "no commit"},
		{"commit " + tree.TreeHash.String(), evidence.Missing, "no commit"},
		{"commit " + tree.TreeHash.String()[:8], evidence.Missing, "no commit"},
		{"commit main", evidence.Missing, "no commit"},
		{"commit " + s.more.String()[:7], evidence.Found, "…"},
		{"branch main", evidence.Found, "main at " + second[:7]},
		{"branch feat/rate-limit", evidence.Found, ""},
		{"branch rate-limit", evidence.Missing, "no branch rate-limit"},
		{"branch origin/feat/rate-limit", evidence.Found, ""},
		{"tag v1", evidence.Found, "tag v1"},
		{"tag v2", evidence.Missing, "no tag v2"},
		{"tag main", evidence.Missing, ""},
		{"file README.md", evidence.Found, "README.md on"},
		{"file docs/", evidence.Found, ""},
		{"file ./docs/guide.md:12", evidence.Found, ""},
		{"file docs/guide.md#L3", evidence.Found, ""},
		{"file lib/rate-limit.ts", evidence.Found, "on feat/rate-limit"},
		{"file lib/rate-limit.ts on branch main", evidence.Missing, "on branch main"},
		{"file lib/rate-limit.ts on branch feat/rate-limit", evidence.Found, ""},
		{"file lib/rate-limit.ts on branch nowhere", evidence.Missing, "no branch"},
		{"file lib/none.ts", evidence.Missing, "on any branch"},
		{"file README.md/x", evidence.Missing, ""},
		{"file ../secret", evidence.Unknown, ""},
		{"file /etc/passwd", evidence.Unknown, ""},
		{"docs/guide.md", evidence.Found, ""},
		{"run 81723", evidence.Unknown, ""},
		{"pr 412", evidence.Unknown, ""},
		{"https://example.test/", evidence.Unknown, ""},
		{"see above", evidence.Unknown, ""},
		{"", evidence.Unknown, ""},
		{"commit", evidence.Unknown, ""},
	}
	for _, test := range tests {
		for range 2 { // the second answer is the kept one
			v := resolve(t, r, test.text)
			if v.Result != test.result || !strings.Contains(v.Detail, test.detail) || strings.Contains(v.Detail, "\n") {
				t.Errorf("%q: %v %q, want %v %q", test.text, v.Result, v.Detail, test.result, test.detail)
			}
		}
	}
}

func TestShortHashOfSeveralCommits(t *testing.T) {
	s := newScene(t)
	r := s.open()
	seen := map[string]bool{}
	for i := range 800 { // enough that some share their first four digits
		hash := s.object(i)
		if seen[hash[:4]] {
			if v := resolve(t, r, "commit "+hash[:4]); v.Result != evidence.Unknown || !strings.Contains(v.Detail, "several") {
				t.Errorf("%v %q", v.Result, v.Detail)
			}
			return
		}
		seen[hash[:4]] = true
	}
	t.Fatal("no two commits share their first digits")
}

// object stores a commit that nothing points at.
func (s *scene) object(i int, parents ...plumbing.Hash) string {
	s.t.Helper()
	first, err := s.git.CommitObject(s.first)
	s.must(err)
	who := object.Signature{Name: "x", When: time.Unix(int64(i), 0)}
	loose := &object.Commit{Author: who, Committer: who, Message: "x", TreeHash: first.TreeHash, ParentHashes: parents}
	stored := s.git.Storer.NewEncodedObject()
	s.must(loose.Encode(stored))
	hash, err := s.git.Storer.SetEncodedObject(stored)
	s.must(err)
	return hash.String()
}

func TestMovedReferencesAreSeen(t *testing.T) {
	s := newScene(t)
	r := s.open()
	if v := resolve(t, r, "file lib/new.ts"); v.Result != evidence.Missing {
		t.Errorf("before: %v", v.Result)
	}
	hash := s.commit("lib/new.ts", "Add it")
	if v := resolve(t, r, "file lib/new.ts"); v.Result != evidence.Found {
		t.Errorf("after: %v", v.Result)
	}
	if v := resolve(t, r, "commit "+hash.String()[:7]+" on branch main"); v.Result != evidence.Found {
		t.Errorf("its commit: %v", v.Result)
	}
	s.must(s.git.Storer.RemoveReference("refs/tags/v1"))
	if v := resolve(t, r, "tag v1"); v.Result != evidence.Missing {
		t.Errorf("a tag that is gone: %v", v.Result)
	}
	s.must(s.git.Storer.(interface{ PackRefs() error }).PackRefs())
	if v := resolve(t, r, "branch feat/rate-limit"); v.Result != evidence.Found {
		t.Errorf("packed: %v", v.Result)
	}
	s.must(s.git.RepackObjects(&git.RepackConfig{}))
	s.commit("lib/newer.ts", "And more")
	if v := resolve(t, r, "commit "+hash.String()[:9]+" on branch main"); v.Result != evidence.Found {
		t.Errorf("repacked: %v", v.Result)
	}
}

func TestOpen(t *testing.T) {
	s := newScene(t)
	inside, err := gitrepo.Open(filepath.Join(s.dir, "docs"))
	if err != nil {
		t.Fatalf("from a folder inside: %v", err)
	}
	if v := resolve(t, inside, "branch main"); v.Result != evidence.Found {
		t.Errorf("%v", v.Result)
	}
	if _, err := gitrepo.Open(t.TempDir()); !errors.Is(err, gitrepo.ErrNoRepository) {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := gitrepo.Open(filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("no folder at all was opened")
	}
	empty := t.TempDir()
	_, err = git.PlainInit(empty, false)
	s.must(err)
	r, err := gitrepo.Open(empty)
	if err != nil {
		t.Fatalf("a repository without commits: %v", err)
	}
	for _, text := range []string{"commit deadbeef1", "branch main", "file README.md"} {
		if v := resolve(t, r, text); v.Result != evidence.Missing {
			t.Errorf("%s: %v", text, v.Result)
		}
	}
}

// In a shallow clone the history ends in commits whose parents are not there.
func TestShallowHistoryIsUnknown(t *testing.T) {
	s := newScene(t)
	cut := s.object(7, plumbing.NewHash("0123456789abcdef0123456789abcdef01234567"))
	s.must(s.git.Storer.SetReference(plumbing.NewHashReference("refs/heads/cut", plumbing.NewHash(cut))))
	r := s.open()
	if v := resolve(t, r, "commit "+s.second.String()[:9]+" on branch cut"); v.Result != evidence.Unknown || !strings.Contains(v.Detail, "cut off") {
		t.Errorf("beyond the cut: %v %q", v.Result, v.Detail)
	}
	if v := resolve(t, r, "commit "+cut[:9]+" on branch cut"); v.Result != evidence.Found {
		t.Errorf("the tip: %v %q", v.Result, v.Detail)
	}
}

func TestContextEnds(t *testing.T) {
	s := newScene(t)
	r := s.open()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, text := range []string{"commit " + s.second.String()[:9] + " on branch feat/rate-limit", "file lib/none.ts"} {
		if _, err := r.Resolve(ctx, text); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if v := resolve(t, r, "file lib/none.ts"); v.Result != evidence.Missing {
		t.Errorf("a look that was cut short is kept: %v", v.Result)
	}
}

func TestManyAtOnce(t *testing.T) {
	s := newScene(t)
	r := s.open()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, text := range []string{"branch main", "commit " + s.limiter.String()[:9] + " on branch feat/rate-limit", "file docs/guide.md"} {
				if v := resolve(t, r, text); v.Result != evidence.Found {
					t.Errorf("%s: %v", text, v.Result)
				}
			}
		})
	}
	all.Wait()
}

func FuzzResolve(f *testing.F) {
	for _, text := range []string{"commit 3f9a2c1 on branch main", "file ../../x", "file a\x00b", "branch \xff", "tag -", "commit 00000000", "file //", "branch ../HEAD", "tag ../../HEAD"} {
		f.Add(text)
	}
	dir := f.TempDir()
	made, err := git.PlainInit(dir, false)
	if err != nil {
		f.Fatal(err)
	}
	if err := made.CreateBranch(&config.Branch{Name: "main", Merge: "refs/heads/main"}); err != nil {
		f.Fatal(err)
	}
	r, err := gitrepo.Open(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := r.Resolve(context.Background(), text)
		if err != nil || v.Result == evidence.Found {
			t.Fatalf("%q: %v in an empty repository (%v)", text, v.Result, err)
		}
	})
}
