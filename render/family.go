package render

import (
	"earshot/convention"
	"earshot/convention/ledger"
)

// RoleOf gives the family of a fact: its modality, and for a done and its ev
// whether the line is proved.
func RoleOf(f convention.Fact, ls ledger.LineState) Role {
	switch f.Label.Modality {
	case convention.Req, convention.Ask, convention.Deadline, convention.Decider:
		return Demand
	case convention.MustNot:
		return Prohibition
	case convention.May:
		return Permission
	case convention.Done, convention.Ev:
		if ls.Proved {
			return Proved
		}
		return Unproven
	case convention.Claim, convention.Plan, convention.Todo, convention.Unknown:
		return Unproven
	case convention.Block, convention.Risk, convention.Mit:
		return Obstacle
	case convention.Opt, convention.Rec, convention.Default:
		return Option
	}
	return Plain
}
