package convention

// Rule is one check. Its texts are the manual: what is said of a rule
// anywhere comes from here.
type Rule struct {
	Code     string // stable for ever
	Severity Severity
	Title    string // what it finds, in one line
	Fix      string // what its fix does, "" where it has none
	Doc      string // why it matters and what to write instead
	Bad      string // a body that it finds something in, in the rule's example context
	Good     string // the same, mended

	scope scope
	lines lines // of which some line has to be; 0: it does not matter
	signs signs // of which some line has to show one; 0: it does not matter
	check func(*pass)
}

// table holds the rules in the order of the convention. It is never written.
var table = [...]Rule{
	noHeader(),
	badHeader(),
	badVersion(),
	wrongCount(),
	unaddressed(),
	unknownSeat(),
	ambiguousSeat(),
	deciderNotAddressed(),
	nearModality(),
	labelForm(),
	wrappedLabel(),
	mixedModality(),
	looseDecision(),
	bareValue(),
	unprovenDone(),
	evidenceKind(),
	orphanEvidence(),
	evidenceUnnamed(),
	evidenceMissing(),
	askWithoutTime(),
	askWithoutDefault(),
	defaultWithoutAsk(),
	severalTimes(),
	pastTime(),
	unknownOption(),
	singleOption(),
	duplicateID(),
	longTime(),
	badTimeRule(),
	relativeTime(),
	opaqueID(),
	redundantLabel(),
	abbreviation(),
	filler(),
	emojiKey(),
	blankLine(),
	fenced(),
	invalidUTF8(),
	jsonBody(),
	secret(),
	tooLarge(),
}

// Rules returns every rule in the order of the convention's table.
func Rules() []Rule { return append([]Rule(nil), table[:]...) }

// RuleOf returns the rule with that code.
func RuleOf(code string) (Rule, bool) {
	for i := range table {
		if table[i].Code == code {
			return table[i], true
		}
	}
	return Rule{}, false
}
