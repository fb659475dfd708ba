package main

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"earshot/client/wire"
	"earshot/convention/ledger"
	"earshot/render"
)

// announcer knows what was told of each message, and finds those that something new is to be told of.
// The zero value has told nothing. It keeps the messages for as long as the room is followed.
type announcer struct {
	raw   map[int64]wire.Message
	told  map[int64]map[string]bool // flags, without their figures
	found map[int64]uint64          // a hash of what the ledger had found on each message when it was last looked at
}

// printed takes a message with the flags that were printed with it.
func (a *announcer) printed(m wire.Message, in render.MessageInput) {
	if a.raw == nil {
		a.raw, a.told = map[int64]wire.Message{}, map[int64]map[string]bool{}
	}
	a.raw[m.Sequence] = m
	if keys := flagKeys(in); len(keys) > 0 {
		a.told[m.Sequence] = keys
	}
}

// since lists the printed messages on which the ledger finds something else than the last time.
func (a *announcer) since(view ledger.View) []int64 {
	found := findings(view)
	var changed []int64
	for sequence, what := range found {
		if a.found[sequence] != what {
			changed = append(changed, sequence)
		}
	}
	for sequence := range a.found {
		if _, still := found[sequence]; !still {
			changed = append(changed, sequence)
		}
	}
	a.found = found
	slices.Sort(changed)
	return slices.DeleteFunc(changed, func(sequence int64) bool {
		_, printed := a.raw[sequence]
		return !printed
	})
}

// fresh returns the flags of a message that were not told yet, and takes them as told.
func (a *announcer) fresh(in render.MessageInput) []string {
	told := a.told[in.Sequence]
	if told == nil {
		told = map[string]bool{}
		a.told[in.Sequence] = told
	}
	var words []string
	for _, f := range render.Flags(in) {
		if key := flagKey(f, in.State); key != "" && !told[key] {
			told[key] = true
			words = append(words, f.Word.String())
		}
	}
	return words
}

// findings hashes, for every message that something is found on, what it is: two hashes differ where a
// flag may have come or gone. It costs the findings, not the room.
func findings(view ledger.View) map[int64]uint64 {
	found := map[int64]uint64{}
	note := func(sequence int64, numbers []int64, words ...string) {
		found[sequence] = mixed(found[sequence], numbers, words)
	}
	for _, i := range view.Live() {
		note(i.Sequence, []int64{int64(i.Line), i.AnsweredBy, int64(i.Holds)}, i.Kind, i.Owes.Name, string(i.State), i.Late)
	}
	for _, c := range view.Claims() {
		note(c.Sequence, []int64{int64(c.Line)}, "claim", c.Why)
	}
	for _, d := range view.Data() {
		note(d.Sequence, nil, "data")
	}
	for _, d := range view.Decisions() {
		note(d.Sequence, []int64{int64(d.Line)}, "decision")
	}
	for _, r := range view.Repeats() {
		loop := "repeats"
		if r.Loop {
			loop = "loop"
		}
		note(r.First, []int64{int64(bits.Len(uint(r.Count)))}, loop)
	}
	return found
}

// mixed adds numbers and words to a hash (FNV-1a).
func mixed(hash uint64, numbers []int64, words []string) uint64 {
	const prime = 1099511628211
	for _, n := range numbers {
		hash = (hash ^ uint64(n)) * prime
	}
	for _, w := range words {
		for i := range len(w) {
			hash = (hash ^ uint64(w[i])) * prime
		}
		hash = (hash ^ 0xff) * prime
	}
	return hash
}

// flagKeys are the keys of all flags of a message.
func flagKeys(in render.MessageInput) map[string]bool {
	keys := map[string]bool{}
	for _, f := range render.Flags(in) {
		if key := flagKey(f, in.State); key != "" {
			keys[key] = true
		}
	}
	return keys
}

// flagKey is a flag without the figures that change from minute to minute: its words in capitals. A
// count of repeats is told again each time it has doubled.
func flagKey(f render.Flag, state ledger.MessageState) string {
	var words []string
	for word := range strings.FieldsSeq(f.Word.String()) {
		if strings.ContainsFunc(word, unicode.IsLower) || !strings.ContainsFunc(word, unicode.IsUpper) {
			break
		}
		words = append(words, word)
	}
	key := strings.Join(words, " ")
	if key == "REPEAT" && state.Repeat != nil {
		key += fmt.Sprint(bits.Len(uint(state.Repeat.Count)))
	}
	return key
}
