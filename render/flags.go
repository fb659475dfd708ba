package render

import (
	"strconv"
	"strings"
	"time"

	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
)

// Flag is a finding in words. Word is what a reader searches for, in capitals
// where it asks for attention; Role is its colour.
type Flag struct {
	Word Safe
	Role Role
}

func say(role Role, words ...string) Flag {
	return Flag{Word: Word(strings.Join(words, " ")), Role: role}
}

// flagRow sets flags beside each other.
func flagRow(flags []Flag) Row { return beside(2, flagPieces(flags)...) }

// flagPieces are flags as pieces of a row.
func flagPieces(flags []Flag) []Row {
	pieces := make([]Row, len(flags))
	for i, f := range flags {
		pieces[i] = Row{{Text: f.Word, Role: f.Role}}
	}
	return pieces
}

// Flags gives every flag of a message: those of the message itself, then those
// of its lines in their order.
func Flags(in MessageInput) []Flag {
	flags := messageFlags(in)
	if in.Doc == nil {
		return flags
	}
	for _, f := range in.Doc.Facts {
		flags = append(flags, lineFlags(in, f)...)
	}
	return flags
}

// messageFlags are the flags that stand in the header.
func messageFlags(in MessageInput) []Flag {
	var flags []Flag
	if in.Doc != nil && in.Doc.Form == convention.Broken {
		flags = append(flags, say(FlagBad, "BAD HEADER"))
	}
	if d := in.State.Data; d != nil {
		flags = append(flags, say(FlagBad, "DATA n="+strconv.Itoa(d.Declared)+"≠"+strconv.Itoa(d.Facts)))
	}
	if in.State.Corrected {
		flags = append(flags, by("CORRECTED", in.State.CorrectedBy, FlagInfo))
	}
	flags = append(flags, repeatFlags(in)...)
	if in.Doc != nil && in.Doc.Header != nil {
		flags = append(flags, unknownSeats(in)...)
		if ls, ok := in.State.Lines[in.Doc.Header.Line]; ok {
			flags = append(flags, stateFlags(ls, in.Clock)...)
		}
	}
	return flags
}

func repeatFlags(in MessageInput) []Flag {
	r := in.State.Repeat
	var flags []Flag
	switch {
	case in.State.RepeatOf > 0 && r != nil && r.Count > 0:
		flags = append(flags, say(FlagWarn, "REPEAT of", number(in.State.RepeatOf).s, "×"+strconv.Itoa(r.Count)))
	case in.State.RepeatOf > 0:
		flags = append(flags, say(FlagWarn, "REPEAT of", number(in.State.RepeatOf).s))
	case r != nil && r.Count > 1:
		flags = append(flags, say(FlagWarn, "REPEAT ×"+strconv.Itoa(r.Count)))
	}
	if r != nil && r.Loop {
		flags = append(flags, say(FlagBad, "LOOP"))
	}
	return flags
}

func unknownSeats(in MessageInput) []Flag {
	if in.SeatsKnown == nil {
		return nil
	}
	var flags []Flag
	for _, t := range in.Doc.Header.To {
		if !convention.SameSeat(t.Text, "all") && !in.SeatsKnown(t.Text) {
			flags = append(flags, say(FlagWarn, "UNKNOWN SEAT", t.Text))
		}
	}
	return flags
}

// lineFlags are the flags of one line.
func lineFlags(in MessageInput, f convention.Fact) []Flag {
	ls := in.State.Lines[f.Line]
	flags := stateFlags(ls, in.Clock)
	if f.Label.Modality == convention.Default {
		flags = append(defaultFlags(in.State, in.Clock), flags...)
	}
	return flags
}

// stateFlags says what the ledger knows of a line.
func stateFlags(ls ledger.LineState, c Clock) []Flag {
	var flags []Flag
	if ls.Unaddressed {
		flags = append(flags, say(FlagBad, "UNADDRESSED"))
	}
	flags = append(flags, itemsFlags(ls.Items, c)...)
	if ls.Decision != nil {
		flags = append(flags, say(FlagBad, "NOT THE DECIDER"))
		if name := ls.Decision.Decider.Name; name != "" {
			flags = append(flags, say(Dim, "that is "+name))
		}
	}
	if ls.Claim != nil {
		flags = append(flags, ClaimFlags(*ls.Claim)...)
	}
	if ls.Lifted > 0 {
		flags = append(flags, say(FlagInfo, "LIFTED by", number(ls.Lifted).s))
	}
	if p := ls.Possible; p != nil {
		flags = append(flags, say(Dim, possible(*p)))
	}
	return append(flags, gradeFlags(ls)...)
}

// gradeFlags says on a proved done line how far its proof has been looked at, and
// on an ev line what was found.
func gradeFlags(ls ledger.LineState) []Flag {
	if ls.Grade == "" || ls.Claim != nil {
		return nil
	}
	flags := []Flag{GradeFlag(ls.Grade)}
	if ls.Detail != "" {
		flags = append(flags, say(Dim, ls.Detail))
	}
	return flags
}

// possible says what a line might be that the convention does not settle.
func possible(p ledger.Possible) string {
	switch p.Kind {
	case ledger.PossibleAnswer:
		return "possible answer to " + number(p.Item).s
	case ledger.PossibleAsk:
		if p.To.Name != "" {
			return "possible ask to " + p.To.Name
		}
	}
	return "possible " + p.Kind
}

// ClaimFlags says that a line is unproven and why.
func ClaimFlags(c ledger.Claim) []Flag {
	flags := []Flag{say(FlagWarn, "UNPROVEN")}
	switch c.Why {
	case ledger.WhyNoEvidence:
		flags = append(flags, say(Dim, "no evidence"))
	case ledger.WhyEvidenceKind:
		flags = append(flags, say(Dim, "needs "+kinds(c.Needs)))
	case ledger.WhyEvidenceMissing:
		flags = append(flags, say(FlagBad, "EVIDENCE MISSING"))
	}
	return flags
}

// kinds lists kinds of evidence: "run, log or artifact".
func kinds(list []evidence.Kind) string {
	words := make([]string, len(list))
	for i, k := range list {
		words[i] = string(k)
	}
	switch len(words) {
	case 0:
		return "other evidence"
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// GradeFlag says how far a proof has been looked at. A reference that nobody
// followed never reads as proved by itself.
func GradeFlag(grade string) Flag {
	switch grade {
	case ledger.Checked:
		return say(Good, "CHECKED")
	case ledger.Contradicted:
		return say(FlagBad, "CONTRADICTED")
	case ledger.GradeAccepted:
		return say(Good, "ACCEPTED")
	}
	return say(Dim, "cited, not looked at")
}

// itemsFlags says how far the items that a line opened have come. A line to
// several seats opens one for each; equal states are counted.
func itemsFlags(items []ledger.Item, c Clock) []Flag {
	if len(items) == 1 {
		return ItemFlags(items[0], c)
	}
	var flags []Flag
	times := map[string]int{}
	for _, it := range items {
		for _, f := range ItemFlags(it, c) {
			key := f.Word.s
			if strings.HasPrefix(key, "ANSWERED") {
				key, f.Word = "ANSWERED", Safe{s: "ANSWERED"}
			}
			if times[key]++; times[key] == 1 {
				flags = append(flags, f)
			}
		}
	}
	for i, f := range flags {
		n := times[f.Word.s]
		switch {
		case f.Word.s == "ANSWERED":
			flags[i].Word = Safe{s: "ANSWERED " + strconv.Itoa(n) + " of " + strconv.Itoa(len(items))}
		case n > 1:
			flags[i].Word = Safe{s: f.Word.s + " ×" + strconv.Itoa(n)}
		}
	}
	return flags
}

// ItemFlags says how far one item has come, as of the clock's moment.
func ItemFlags(it ledger.Item, c Clock) []Flag {
	flags := itemState(it, c)
	if it.Late != "" {
		flags = append(flags, say(FlagWarn, "LATE"))
	}
	if it.Conflict() {
		flags = append(flags, say(FlagBad, "CONFLICT with default"))
	}
	if it.State == ledger.Overdue && it.BlockedBy > 0 {
		flags = append(flags, by("BLOCKED", it.BlockedBy, FlagWarn))
	}
	if it.Holds > 0 {
		flags = append(flags, say(FlagInfo, "HELD ×"+strconv.Itoa(it.Holds)))
	}
	if it.Orphaned {
		flags = append(flags, say(FlagBad, "ORPHANED"))
	}
	return flags
}

// itemState is the flag of an item's state. A state that this program does not
// know is shown by its name.
func itemState(it ledger.Item, c Clock) []Flag {
	switch it.State {
	case ledger.Open:
		if it.Due.IsZero() {
			return nil
		}
		return []Flag{say(Dim, "due "+until(it.Due, c))}
	case ledger.Due:
		return []Flag{say(FlagWarn, "DUE", until(it.Due, c))}
	case ledger.Overdue, ledger.Defaulted:
		return []Flag{say(FlagBad, "OVERDUE", until(it.Due, c))}
	case ledger.Answered:
		return []Flag{by("ANSWERED", it.AnsweredBy, Good)}
	case ledger.Proved:
		return []Flag{by("PROVED", it.AnsweredBy, Good), GradeFlag(it.Grade)}
	case ledger.Claimed:
		return []Flag{by("CLAIMED", it.AnsweredBy, FlagWarn)}
	case ledger.Accepted:
		return []Flag{by("ACCEPTED", it.ClosedBy, Good)}
	case ledger.Unreadable:
		return []Flag{by("UNREADABLE", it.AnsweredBy, FlagBad)}
	case ledger.Blocked:
		return []Flag{by("BLOCKED", it.BlockedBy, FlagWarn)}
	case ledger.Withdrawn, ledger.Superseded:
		return []Flag{by(strings.ToUpper(string(it.State)), it.ClosedBy, FlagInfo)}
	}
	return []Flag{say(FlagInfo, strings.ToUpper(string(it.State)))}
}

// by names the message that brought a state about, where one did.
func by(word string, sequence int64, role Role) Flag {
	if sequence == 0 {
		return say(role, word)
	}
	return say(role, word, "by", number(sequence).s)
}

// until is the time left to a due time, or the due time where there is no now.
func until(due time.Time, c Clock) string {
	if c.Now.IsZero() {
		return FormatTime(due, c)
	}
	return FormatLead(due.Sub(c.Now))
}

// defaultFlags says what silence does or has done: it stands on the default line
// and follows from the message's asks.
func defaultFlags(s ledger.MessageState, c Clock) []Flag {
	var next, since time.Time
	soon := false
	for _, ls := range s.Lines {
		for _, it := range ls.Items {
			if it.Kind != ledger.Ask || it.Due.IsZero() {
				continue
			}
			switch {
			case it.State == ledger.Defaulted || it.Conflict():
				if since.IsZero() || it.Due.Before(since) {
					since = it.Due
				}
			case it.State == ledger.Open || it.State == ledger.Due:
				if next.IsZero() || it.Due.Before(next) {
					next, soon = it.Due, it.State == ledger.Due
				}
			}
		}
	}
	switch {
	case !since.IsZero():
		return []Flag{say(FlagBad, InForce(since, c))}
	case !next.IsZero() && soon:
		return []Flag{say(FlagWarn, "DEFAULT", until(next, c))}
	case !next.IsZero():
		return []Flag{say(FlagInfo, "DEFAULT", until(next, c))}
	}
	return nil
}

// InForce says since when a default has been in force.
func InForce(since time.Time, c Clock) string {
	if c.Mode == Relative && !c.Now.IsZero() {
		return "IN FORCE for " + Span(c.Now.Sub(since))
	}
	return "IN FORCE since " + FormatTime(since, c)
}
