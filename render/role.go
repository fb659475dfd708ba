package render

// Role says what a piece of text is, never how it looks: a Palette decides that.
type Role uint8

// The roles. The seven families of modalities have one hue each.
const (
	Plain       Role = iota // the terminal's own foreground
	Dim                     // what is there but not in the way: times, numbers, separators
	Strong                  // names, the words that carry a row
	Title                   // headings of panes and groups
	Demand                  // req, ask, deadline, decider
	Prohibition             // must-not
	Permission              // may
	Proved                  // a done with matching evidence, and its ev
	Unproven                // claim, a done without evidence, plan, todo, unknown
	Obstacle                // block, risk, mit
	Option                  // opt, rec, default
	FlagBad                 // a flag that a person has to look at
	FlagWarn                // a flag that will become one
	FlagInfo                // a flag that informs
	Good                    // a state that is fine
	Error                   // diagnostics by severity
	Warning                 //
	Hint                    //
	Link                    // a reference that can be opened
	Border                  // frames and rules
	Selected                // the mark of the selected row
	Match                   // what a search found
	roleCount
)

// String is the role's name as it stands in exported documents.
func (r Role) String() string {
	names := [roleCount]string{
		"plain", "dim", "strong", "title", "demand", "prohibition", "permission", "proved", "unproven", "obstacle",
		"option", "flag-bad", "flag-warn", "flag-info", "good", "error", "warning", "hint", "link", "border",
		"selected", "match",
	}
	if r >= roleCount {
		return "plain"
	}
	return names[r]
}
