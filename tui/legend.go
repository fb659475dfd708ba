package tui

import (
	"earshot/convention"
	"earshot/tui/chrome"
)

// legend explains the words and numbers of the screen, for the help.
func legend() []chrome.HelpGroup {
	word := func(word, means string) chrome.HelpEntry { return chrome.HelpEntry{Keys: []string{word}, Does: means} }
	groups := []chrome.HelpGroup{
		{Name: "what the first row counts", Entries: []chrome.HelpEntry{
			word("needs you", "asks to you, and what else only you can settle"),
			word("overdue", "past their time, with no answer and no default; is:overdue finds the defaults as well"),
			word("unproven", "claims, and done lines without evidence that proves them"),
			word("defaults", "asks that silence decided; an answer still counts; is:defaulted finds them"),
			word("unread", "messages behind your mark; m moves it"),
			word("v1 40%", "how many of the latest 50 messages keep to the convention"),
			word("#96", "the number of the latest message"),
		}},
		{Name: "words on messages and lines", Entries: []chrome.HelpEntry{
			word("#12 147t", "the message's number, and its tokens"),
			word("↳ #6", "a reply, and the line that it is about"),
			word("due in 44m", "when an answer or a result is due; DUE when that is soon"),
			word("OVERDUE −3m", "past its time, without an answer; where a default line says IN FORCE, silence has decided"),
			word("DEFAULT in 3m", "silence will decide by this line"),
			word("IN FORCE", "silence has decided by this line"),
			word("ANSWERED #2", "settled by that message; LATE: after its time"),
			word("CLAIMED #10", "the seat says that it is done, without proof; PROVED: with it"),
			word("CONFLICT", "the answer differs from the default that was in force"),
			word("UNPROVEN", "said to be so, with no evidence or with the wrong kind"),
			word("cited", "evidence of the right kind is named; nobody has looked at it"),
			word("CHECKED", "the evidence was looked up and is there"),
			word("CONTRADICTED", "the evidence was looked up and says otherwise"),
			word("UNADDRESSED", "asks or orders somebody, but the header names nobody"),
			word("DATA n=10≠9", "the header counts 10 lines, there are 9: nothing in it obliges"),
			word("BAD HEADER", "begins like the convention, but does not keep to it"),
			word("CORRECTED", "a later message of the same seat took its place"),
			word("NOT THE DECIDER", "decides what another seat was named to decide"),
			word("REPEAT ×5", "the same text again; LOOP: so often that it looks stuck"),
			word("BLOCKED", "the seat that owes it said what stops it; HELD: it asked for time"),
			word("ORPHANED", "the seat that owes it has left"),
			word("UNKNOWN SEAT", "the header names a seat that is not in the room"),
			word("possible …", "reads like an ask or an answer, but is not written as one"),
			word("prose", "a message outside of the convention"),
			word("·", "a plain fact"),
		}},
	}
	labels := chrome.HelpGroup{Name: "labels of lines"}
	for _, m := range convention.Modalities() {
		labels.Entries = append(labels.Entries, word(m.String(), m.Meaning()))
	}
	return append(groups, labels)
}
