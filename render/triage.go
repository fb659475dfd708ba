package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"earshot/convention"
	"earshot/convention/ledger"
)

// TriageGroup is a part of the triage list. Groups stand in this order.
type TriageGroup uint8

// The groups. The first three hold items and conflicts, by whom they concern;
// without a seat of one's own everything of theirs is between others.
const (
	NeedsYou TriageGroup = iota
	YouWaitFor
	BetweenOthers
	UnprovenLines
	UnaddressedLines
	DataMessages
	Repeats
	Possibles
	SetAside // rows that a person has put away until they change
)

// Title is the heading of the group.
func (g TriageGroup) Title() string {
	switch g {
	case NeedsYou:
		return "needs you"
	case YouWaitFor:
		return "you wait for"
	case BetweenOthers:
		return "between others"
	case UnprovenLines:
		return "unproven"
	case UnaddressedLines:
		return "unaddressed"
	case DataMessages:
		return "data"
	case Repeats:
		return "repeats and loops"
	case Possibles:
		return "possible"
	}
	return "set aside"
}

// The kinds of rows, beside ledger.Ask and ledger.Req.
const (
	KindDecision    = "decision"
	KindClaim       = "claim"
	KindUnaddressed = "unaddressed"
	KindData        = "data"
	KindRepeat      = "repeat"
	KindPossible    = "possible"
)

// TriageInput is what the ledger has found.
type TriageInput = ledger.Findings

// TriageOf takes the findings out of a view.
func TriageOf(v ledger.View) TriageInput { return v.Findings() }

// TriageRow is one thing to look at. Exactly one of the pointers is set; they
// point into the TriageInput.
type TriageRow struct {
	Group       TriageGroup
	Kind        string
	Sequence    int64
	Line        int         // 0 where the row is about a whole message
	Seat        ledger.Seat // who is waited for, or who wrote it
	Item        *ledger.Item
	Others      []*ledger.Item // the same line as other seats of the group owe it
	Claim       *ledger.Claim
	Unaddressed *ledger.Line
	Data        *ledger.Data
	Decision    *ledger.Decision
	Repeat      *ledger.Repeat
	Possible    *ledger.Possible
	Mine        bool   // an item that one's own seat owes
	Note        string // why it was set aside

	rank int
}

// ID names the row for as long as the thing exists, whatever becomes of it: the
// line, whether it is one's own part of it, and whether it is a conflict. It does not name the seat, so
// that a row stays the same row when it is handed over.
func (r TriageRow) ID() string {
	id := r.Kind + ":" + strconv.FormatInt(r.Sequence, 10) + ":" + strconv.Itoa(r.Line)
	if r.Mine {
		id += ":mine"
	}
	if r.Item != nil && r.Item.Conflict() {
		id += ":conflict"
	}
	return id
}

// State changes whenever the thing does: a row that was set aside comes back
// when it differs.
func (r TriageRow) State() string {
	switch {
	case r.Item != nil:
		var b strings.Builder
		for _, it := range append([]*ledger.Item{r.Item}, r.Others...) {
			b.WriteString(seatKey(it.Owes) + " " + string(it.State) + " " + strconv.FormatInt(it.Due.Unix(), 10) + " " +
				strconv.FormatInt(it.AnsweredBy+it.BlockedBy+it.ClosedBy+it.Progress, 10) + " " +
				strconv.Itoa(len(it.Acks)+len(it.Nudges)) + ";")
		}
		return b.String()
	case r.Claim != nil:
		return r.Claim.Why
	case r.Data != nil:
		return strconv.Itoa(r.Data.Declared) + " " + strconv.Itoa(r.Data.Facts)
	case r.Repeat != nil:
		return strconv.FormatBool(r.Repeat.Loop) + " " + strconv.Itoa(r.Repeat.Count)
	}
	return ""
}

// seatKey is the identity of a seat: its member id, or its name where it has
// none yet.
func seatKey(s ledger.Seat) string {
	if s.ID != "" {
		return s.ID
	}
	return strings.ToLower(s.Name)
}

// The ranks within the groups: what a person should look at first.
const (
	rankMine      = iota // an ask to me that is overdue or about to default
	rankConflict         // an answer after the default, a decision by another than the decider
	rankOverdue          // another overdue item
	rankDefaulted        // silence has decided, for others
	rankWaiting          // not answered, due soonest first
	rankEvidence         // evidence that is missing or proves something else
	rankClaim
	rankUnaddressed
	rankData
	rankLoop
	rankRepeat
	rankPossible
)

// Triage lists everything that somebody should look at: by group, then by rank,
// then by due time, then in the order of the room. Nothing is left out for its
// age or because there is much of it. me is the name of one's own seat, "" for
// an observer. The order depends on nothing else, so that rows keep their places
// while nothing happens.
func Triage(in TriageInput, me string) []TriageRow {
	rows := make([]TriageRow, 0, len(in.Items)+len(in.Claims)+len(in.Unaddressed)+len(in.Data)+
		len(in.Decisions)+len(in.Repeats)+len(in.Possible))
	rows = itemRows(rows, in.Items, me)
	asked := map[int64]bool{}
	for i := range in.Items {
		if same(in.Items[i].From, me) {
			asked[in.Items[i].Sequence] = true
		}
	}
	for i := range in.Decisions {
		rows = append(rows, decisionRow(&in.Decisions[i], asked, me))
	}
	for i := range in.Claims {
		rows = append(rows, claimRow(&in.Claims[i]))
	}
	for i := range in.Unaddressed {
		l := &in.Unaddressed[i]
		rows = append(rows, TriageRow{Group: UnaddressedLines, Kind: KindUnaddressed, Sequence: l.Sequence, Line: l.Line,
			Seat: l.Seat, Unaddressed: l, rank: rankUnaddressed})
	}
	for i := range in.Data {
		d := &in.Data[i]
		rows = append(rows, TriageRow{Group: DataMessages, Kind: KindData, Sequence: d.Sequence, Seat: d.Seat, Data: d, rank: rankData})
	}
	for i := range in.Repeats {
		r := &in.Repeats[i]
		row := TriageRow{Group: Repeats, Kind: KindRepeat, Sequence: r.First, Seat: r.Seat, Repeat: r, rank: rankRepeat}
		if r.Loop {
			row.rank = rankLoop
		}
		rows = append(rows, row)
	}
	for i := range in.Possible {
		p := &in.Possible[i]
		rows = append(rows, TriageRow{Group: Possibles, Kind: KindPossible, Sequence: p.Sequence, Line: p.Line, Seat: p.Seat,
			Possible: p, rank: rankPossible})
	}
	return sorted(rows)
}

// sorted puts rows into their order: by group and rank into buckets, which the
// ledger has filled in the order of the room, so that little is left to sort.
func sorted(rows []TriageRow) []TriageRow {
	var buckets [int(SetAside) + 1][rankPossible + 1][]int32
	for i := range rows {
		b := &buckets[rows[i].Group][rows[i].rank]
		*b = append(*b, int32(i))
	}
	compare := func(a, b int32) int { return cmp.Or(before(&rows[a], &rows[b]), cmp.Compare(a, b)) }
	out := make([]TriageRow, 0, len(rows))
	for g := range buckets {
		for _, b := range buckets[g] {
			if !slices.IsSortedFunc(b, compare) {
				slices.SortFunc(b, compare)
			}
			for _, i := range b {
				out = append(out, rows[i])
			}
		}
	}
	return out
}

// before is the order within a bucket.
func before(a, b *TriageRow) int {
	if c := cmp.Or(byDue(a, b), cmp.Compare(a.Sequence, b.Sequence), cmp.Compare(a.Line, b.Line)); c != 0 {
		return c
	}
	return strings.Compare(seatKey(a.Seat), seatKey(b.Seat))
}

// byDue puts the earliest due time first and items without one last. Conflicts
// go by their place in the room alone.
func byDue(a, b *TriageRow) int {
	if a.Item == nil || b.Item == nil || a.rank == rankConflict {
		return 0
	}
	switch x, y := a.Item.Due, b.Item.Due; {
	case x.IsZero() && y.IsZero():
		return 0
	case x.IsZero():
		return 1
	case y.IsZero():
		return -1
	default:
		return x.Compare(y)
	}
}

// itemRows adds the items. A line that several seats of a group owe is one row,
// led by the one that should be looked at first.
func itemRows(rows []TriageRow, items []ledger.Item, me string) []TriageRow {
	type place struct {
		sequence int64
		line     int
		mine     bool
		conflict bool
	}
	seen := map[place]int{}
	for i := range items {
		it := &items[i]
		row := TriageRow{Group: groupOf(it, me), Kind: it.Kind, Sequence: it.Sequence, Line: it.Line, Seat: it.Owes,
			Item: it, Mine: same(it.Owes, me), rank: rankOf(it, me)}
		at := place{it.Sequence, it.Line, row.Mine, it.Conflict()}
		k, again := seen[at]
		if !again {
			seen[at] = len(rows)
			rows = append(rows, row)
			continue
		}
		first := &rows[k]
		if row.rank < first.rank {
			row.Others = append(first.Others, first.Item)
			*first = row
			continue
		}
		first.Others = append(first.Others, it)
	}
	return rows
}

func groupOf(it *ledger.Item, me string) TriageGroup {
	switch {
	case same(it.Owes, me), same(it.From, me) && it.Conflict():
		return NeedsYou
	case same(it.From, me):
		return YouWaitFor
	}
	return BetweenOthers
}

// same reports whether a seat is one's own.
func same(s ledger.Seat, me string) bool { return me != "" && convention.SameSeat(s.Name, me) }

func rankOf(it *ledger.Item, me string) int {
	toMe := it.Kind == ledger.Ask && same(it.Owes, me)
	switch {
	case it.Conflict():
		return rankConflict
	case toMe && (it.State == ledger.Overdue || it.State == ledger.Defaulted || it.State == ledger.Due && it.Default != ""):
		return rankMine
	case it.State == ledger.Overdue:
		return rankOverdue
	case it.State == ledger.Defaulted:
		return rankDefaulted
	}
	return rankWaiting
}

// decisionRow concerns the decider and the seat that decided in its place; the
// seat that asked waits for it.
func decisionRow(d *ledger.Decision, asked map[int64]bool, me string) TriageRow {
	row := TriageRow{Group: BetweenOthers, Kind: KindDecision, Sequence: d.Sequence, Line: d.Line, Seat: d.Seat, Decision: d, rank: rankConflict}
	switch {
	case same(d.Decider, me) || same(d.Seat, me):
		row.Group = NeedsYou
	case asked[d.Ask]:
		row.Group = YouWaitFor
	}
	return row
}

func claimRow(c *ledger.Claim) TriageRow {
	row := TriageRow{Group: UnprovenLines, Kind: KindClaim, Sequence: c.Sequence, Line: c.Line, Seat: c.Seat, Claim: c, rank: rankClaim}
	if c.Why == ledger.WhyEvidenceKind || c.Why == ledger.WhyEvidenceMissing {
		row.rank = rankEvidence
	}
	return row
}
