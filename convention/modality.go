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

// modalityOf returns the modality whose word is w, whatever its case.
func modalityOf(w string) Modality {
	if len(w) < 2 || len(w) > len("must-not") {
		return None
	}
	var buf [len("must-not")]byte
	for i := 0; i < len(w); i++ {
		buf[i] = lower(w[i])
	}
	switch string(buf[:len(w)]) {
	case "req":
		return Req
	case "ask":
		return Ask
	case "must-not":
		return MustNot
	case "may":
		return May
	case "done":
		return Done
	case "ev":
		return Ev
	case "claim":
		return Claim
	case "plan":
		return Plan
	case "todo":
		return Todo
	case "block":
		return Block
	case "opt":
		return Opt
	case "rec":
		return Rec
	case "default":
		return Default
	case "risk":
		return Risk
	case "mit":
		return Mit
	case "deadline":
		return Deadline
	case "decider":
		return Decider
	case "unknown":
		return Unknown
	}
	return None
}
