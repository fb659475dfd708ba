package resolve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"earshot/convention/evidence"
)

// Limits of a program that looks references up. The two times together are the ten seconds that it has for
// one reference: after the first it is killed, for the second its children may hold its output open.
const (
	commandTime   = 9500 * time.Millisecond
	commandDelay  = 500 * time.Millisecond
	commandRest   = time.Minute // for which it is left alone once it took too long
	commandOutput = 64 << 10    // bytes
)

// ErrProgram says that something is no program that can be run.
var ErrProgram = errors.New("no program")

// Kinds of faults of a program.
var (
	errSlow   = errors.New("it took longer than 10 s and is left alone for a minute")
	errFailed = errors.New("it failed")
	errAnswer = errors.New("it did not answer with JSON")
)

// program is a resolver of the user's: it takes {"reference","kind"} on standard input and answers
// {"result","detail"} on standard output.
type program struct {
	args        []string
	time, delay time.Duration // that it has for a reference
	tell        func(error)   // told the first fault of each kind; may be nil

	mu   sync.Mutex
	told map[error]bool
	rest time.Time // until when it is left alone
}

// newProgram finds the program, so that a mistyped one is not taken for one that knows nothing.
func newProgram(args []string) (*program, error) {
	if _, err := exec.LookPath(args[0]); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProgram, err)
	}
	return &program{args: args, time: commandTime, delay: commandDelay, told: map[error]bool{}}, nil
}

func (p *program) Resolve(ctx context.Context, reference string) (evidence.Verdict, error) {
	answer, kind, err := p.ask(ctx, reference)
	if kind == nil || ctx.Err() != nil {
		return answer, err
	}
	fault := fmt.Errorf("resolver %s: %w", p.args[0], kind)
	if err != nil {
		fault = fmt.Errorf("%w: %w", fault, err)
	}
	p.mu.Lock()
	first := !p.told[kind]
	p.told[kind] = true
	if errors.Is(kind, errSlow) {
		p.rest = time.Now().Add(commandRest)
	}
	p.mu.Unlock()
	if first && p.tell != nil {
		p.tell(fault)
	}
	return evidence.Verdict{}, fault
}

// ask runs the program once. kind says what is wrong with it; err alone is no fault of its own.
func (p *program) ask(ctx context.Context, reference string) (verdict evidence.Verdict, kind, err error) {
	p.mu.Lock()
	resting := time.Now().Before(p.rest)
	p.mu.Unlock()
	if resting {
		return evidence.Verdict{}, nil, fmt.Errorf("resolver %s: %w", p.args[0], errSlow)
	}
	limited, cancel := context.WithTimeout(ctx, p.time)
	defer cancel()
	what, _ := evidence.KindOf(reference)
	question, err := json.Marshal(map[string]string{"reference": reference, "kind": string(what)})
	if err != nil {
		return evidence.Verdict{}, nil, fmt.Errorf("ask %s: %w", p.args[0], err)
	}
	cmd := exec.CommandContext(limited, p.args[0], p.args[1:]...)
	cmd.Stdin = bytes.NewReader(append(question, '\n'))
	cmd.WaitDelay = p.delay
	out := &bounded{left: commandOutput}
	cmd.Stdout = out
	if err := cmd.Run(); err != nil {
		if limited.Err() != nil {
			return evidence.Verdict{}, errSlow, nil
		}
		return evidence.Verdict{}, errFailed, err
	}
	var answer struct{ Result, Detail string }
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		return evidence.Verdict{}, errAnswer, err
	}
	return evidence.Verdict{Result: evidence.ParseResult(answer.Result), Detail: answer.Detail}, nil, nil
}

// bounded keeps the first bytes of what is written and drops the rest.
type bounded struct {
	bytes.Buffer
	left int
}

func (b *bounded) Write(data []byte) (int, error) {
	kept := data[:min(len(data), b.left)]
	b.left -= len(kept)
	b.Buffer.Write(kept)
	return len(data), nil
}
