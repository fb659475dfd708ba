package hall

import (
	"math/rand/v2"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
)

// TestBucketNeverLetsMoreThroughThanItsRate counts what passes in every window.
func TestBucketNeverLetsMoreThroughThanItsRate(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		r := Rate{PerMinute: 1 + random.IntN(120), Burst: 1 + random.IntN(20)}
		interval := time.Minute / time.Duration(r.PerMinute)
		var b bucket
		now := time.Unix(1_000_000, 0)
		var passed []time.Time
		for range 2000 {
			now = now.Add(time.Duration(random.Int64N(int64(interval))))
			wait := b.take(now, r)
			if wait == 0 {
				passed = append(passed, now)
				continue
			}
			if probe := b; probe.take(now.Add(wait), r) != 0 || (wait > 1 && func() bool { p := b; return p.take(now.Add(wait-2), r) == 0 }()) {
				t.Fatalf("told to wait %s, which is not when there is room", wait)
			}
		}
		for i := range passed {
			if j := i + r.Burst; j < len(passed) && passed[j].Sub(passed[i]) < interval {
				t.Fatalf("%+v: %d posts within %s", r, r.Burst+1, passed[j].Sub(passed[i]))
			}
		}
		minutes := passed[len(passed)-1].Sub(passed[0]).Minutes()
		if most := float64(r.Burst) + minutes*float64(r.PerMinute) + 1; float64(len(passed)) > most {
			t.Fatalf("%+v: %d posts in %.1f minutes", r, len(passed), minutes)
		}
		if least := minutes*float64(r.PerMinute) - 2; float64(len(passed)) < least*0.4 {
			t.Fatalf("%+v: only %d posts in %.1f minutes", r, len(passed), minutes)
		}
	}
}

func TestForeignPostsChargeTheBucket(t *testing.T) {
	r := Rate{PerMinute: 30, Burst: 2}
	now := time.Unix(1_000_000, 0)
	var b bucket
	b.charge(now, r)
	b.charge(now, r)
	if b.over(now, r) != 0 {
		t.Errorf("within the burst, over by %s", b.over(now, r))
	}
	if wait := b.take(now, r); wait != 2*time.Second {
		t.Errorf("wait %s", wait)
	}
	b.charge(now, r)
	if over := b.over(now, r); over != 2*time.Second {
		t.Errorf("over by %s", over)
	}
}

func TestIndexForgetsWhatIsOver(t *testing.T) {
	x := newIndex()
	start := time.Unix(1_000_000, 0)
	for i := range 100 {
		at := start.Add(time.Duration(i) * time.Minute)
		x.addBody(bodyKey{1, hashBody("", string(rune('a'+i%30)))}, storedBody{int64(i + 1), at})
		x.addPost(postKey{1, uuid.New()}, knownPost{sequence: int64(i + 1), at: at.Unix()})
		x.addID(string(rune('A'+i)), int64(i+1))
	}
	now := start.Add(100 * time.Minute)
	x.forget(now.Add(-10*time.Minute), now.Add(-50*time.Minute))
	if len(x.bodies) != 10 || len(x.posts) != 50 {
		t.Errorf("%d bodies and %d posts are left, want 10 and 50", len(x.bodies), len(x.posts))
	}
	if sequence, found := x.byID("A"); !found || sequence != 1 {
		t.Errorf("ids are for ever: %d, %t", sequence, found)
	}
	x.forget(now, now.Add(time.Second))
	if len(x.bodies)+len(x.posts)+len(x.bodyQueue)+len(x.postQueue) != 0 {
		t.Error("something is left")
	}
}

func FuzzCleanName(f *testing.F) {
	for _, seed := range []string{"yu", "ALL", "to", " yu", "ｙｕ", "é", "e\u0301", "a\u200b", "\xff", "İ", "n=1", "審査"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		cleaned, why := cleanName(name)
		if why != "" {
			if cleaned != "" {
				t.Fatalf("%q is refused and cleaned to %q", name, cleaned)
			}
			return
		}
		if again, why := cleanName(cleaned); again != cleaned || why != "" {
			t.Fatalf("%q becomes %q, and that %q (%s)", name, cleaned, again, why)
		}
		if n := utf8.RuneCountInString(cleaned); n < 1 || n > maxNameRunes {
			t.Fatalf("%q has %d characters", cleaned, n)
		}
		for _, r := range cleaned {
			if unicode.IsSpace(r) || unicode.IsControl(r) || r == ',' || r == '=' || unicode.Is(unicode.Cf, r) {
				t.Fatalf("%q holds %U", cleaned, r)
			}
		}
		if foldName(foldName(cleaned)) != foldName(cleaned) {
			t.Fatalf("%q folds to %q and then to %q", cleaned, foldName(cleaned), foldName(foldName(cleaned)))
		}
	})
}
