// Package evidence knows what a reference is: its kind, which kinds can prove
// which finished work, and the verdict that somebody who looked has given.
//
// It must never look anything up itself: a [Resolver] does, and lives
// elsewhere. It reads no clock, no file and no network.
package evidence

import "context"

// Kind is the kind of a reference. The zero value means that the text names
// no reference of a known kind.
type Kind string

// The kinds, spelled as their reserved first word.
const (
	Commit   Kind = "commit"
	Run      Kind = "run"
	PR       Kind = "pr"
	Branch   Kind = "branch"
	File     Kind = "file"
	URL      Kind = "url"
	Msg      Kind = "msg"
	Log      Kind = "log"
	Artifact Kind = "artifact"
	Tag      Kind = "tag"
	Deploy   Kind = "deploy"
)

// Kinds returns every kind, in the order of the convention.
func Kinds() []Kind {
	return []Kind{Commit, Run, PR, Branch, File, URL, Msg, Log, Artifact, Tag, Deploy}
}

// Result is what a look at a reference gave.
type Result uint8

// The results. The zero value means that nobody looked; Unknown, that
// somebody did and could not tell.
const (
	Unlooked Result = iota
	Found
	Missing
	Failed
	Unknown
)

// String returns the word of the protocol, or "" for [Unlooked].
func (r Result) String() string {
	switch r {
	case Found:
		return "found"
	case Missing:
		return "missing"
	case Failed:
		return "failed"
	case Unknown:
		return "unknown"
	}
	return ""
}

// ParseResult is the inverse of [Result.String]; any other word is Unknown.
func ParseResult(s string) Result {
	switch s {
	case "":
		return Unlooked
	case "found":
		return Found
	case "missing":
		return Missing
	case "failed":
		return Failed
	}
	return Unknown
}

// Verdict is what is known of one reference. Detail is one line for a person;
// it is text from outside.
type Verdict struct {
	Result Result
	Detail string
}

// Resolver looks at a reference, which is the text of an ev line without its
// label, and says what it found. An error means that the look itself could
// not be made.
type Resolver interface {
	Resolve(ctx context.Context, ref string) (Verdict, error)
}
