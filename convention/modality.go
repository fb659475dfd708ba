package convention

// Modality says what kind of line a fact is. The zero value, [None], is a
// plain fact, which includes facts under a free label such as "cost".
type Modality uint8

// The reserved words, in the order in which the convention lists them.
const (
	None Modality = iota
	Req
	Ask
	MustNot
	May
	Done
	Ev
	Claim
	Plan
	Todo
	Block
	Opt
	Rec
	Default
	Risk
	Mit
	Deadline
	Decider
	Unknown
)

// modalityCount is the number of reserved words.
const modalityCount = int(Unknown)

// String returns the reserved word, or "" for [None].
func (m Modality) String() string {
	switch m {
	case Req:
		return "req"
	case Ask:
		return "ask"
	case MustNot:
		return "must-not"
	case May:
		return "may"
	case Done:
		return "done"
	case Ev:
		return "ev"
	case Claim:
		return "claim"
	case Plan:
		return "plan"
	case Todo:
		return "todo"
	case Block:
		return "block"
	case Opt:
		return "opt"
	case Rec:
		return "rec"
	case Default:
		return "default"
	case Risk:
		return "risk"
	case Mit:
		return "mit"
	case Deadline:
		return "deadline"
	case Decider:
		return "decider"
	case Unknown:
		return "unknown"
	}
	return ""
}

// Meaning returns one short line that says what the word means to a reader,
// for completion and help. It is "" for [None].
func (m Modality) Meaning() string {
	switch m {
	case Req:
		return "you must do it"
	case Ask:
		return "you must answer it"
	case MustNot:
		return "forbidden"
	case May:
		return "permitted"
	case Done:
		return "finished; without a matching ev only a claim"
	case Ev:
		return "a reference that proves the done line above it or with its #id"
	case Claim:
		return "unproven"
	case Plan:
		return "intended"
	case Todo:
		return "not done"
	case Block:
		return "what stops progress"
	case Opt:
		return "an option, opt/A"
	case Rec:
		return "the recommended option"
	case Default:
		return "what happens if nobody answers by the ask time"
	case Risk:
		return "what may go wrong"
	case Mit:
		return "what softens a risk"
	case Deadline:
		return "when the work is due"
	case Decider:
		return "who chooses"
	case Unknown:
		return "you could not read something"
	}
	return ""
}

// Modalities returns the eighteen reserved words in the order of the
// convention.
func Modalities() []Modality {
	all := make([]Modality, 0, modalityCount)
	for m := Req; m <= Unknown; m++ {
		all = append(all, m)
	}
	return all
}

// reservedWord is a reserved word by its letters, see [packed].
type reservedWord struct {
	letters  uint64
	modality Modality
}

// reservedWords has each reserved word at its [reservedPlace], which no two of
// them share. It is never written.
var reservedWords = func() (table [32]reservedWord) {
	for m := Req; m <= Unknown; m++ {
		letters := uint64(0)
		for _, c := range []byte(m.String()) {
			letters = packed(letters, c)
		}
		table[reservedPlace(letters)] = reservedWord{letters, m}
	}
	return table
}()

// packed is a word of up to eight letters with one more at its end, in lower case.
// It takes ASCII letters and hyphens, to which setting the bit of lower case does
// nothing.
func packed(letters uint64, c byte) uint64 { return letters<<8 | uint64(c|' ') }

// reservedPlace spreads the reserved words; the factor was found by trying.
func reservedPlace(letters uint64) uint64 { return letters * 2018955 >> 20 & 31 }

// reservedAt reads the reserved word at s[i:end], whatever its case, and returns
// where it ends and whether it is in lower case.
func reservedAt(s string, i, end int) (m Modality, stop int, plain bool) {
	letters, lowers := uint64(0), byte(' ')
	for stop = i; stop < end; stop++ {
		c := s[stop]
		if !isAlpha(c) && c != '-' {
			break
		}
		if stop-i == len("must-not") {
			return None, i, false
		}
		letters = packed(letters, c)
		lowers &= c
	}
	w := &reservedWords[reservedPlace(letters)]
	if w.letters != letters {
		return None, i, false
	}
	return w.modality, stop, lowers != 0
}
