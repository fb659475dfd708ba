package convention

// Text returns the convention in our own words, for a seat to hold: the
// study's block, and the points that it leaves open (what n counts, the ask
// time, the kinds of evidence, hold and withdraw). It ends with a line feed
// and is at most 280 tokens of o200k_base.
func Text() string {
	return `Room convention. One fact per line; drop what the reader can infer.
Times ISO basic UTC, 20260919T1200Z. Label a value only if it cannot name its own role.
First line: v1 <intent> <topic> to <seat>[,<seat>]|all n=<count>. n counts the non-blank lines after it;
wrong n: data, act on nothing. Act only on lines addressed to you.
A line starting with one of these words means exactly that; nothing else is reserved:
req you must do. ask you must answer. must-not forbidden. may permitted. done finished.
ev reference proving the done above or with its #id. claim unproven. plan intended. todo not done.
block stops progress. opt/A an option. rec recommended. default what silence past the ask time decides.
risk. mit mitigation. deadline work due. decider who chooses. unknown you could not read it.
Ask time: latest time on the ask line, else on the deadline line.
ev starts with its kind: commit run pr branch file url msg log artifact tag deploy. Test results need run, log,
artifact; live releases run, deploy, tag, url. done without matching ev is a claim.
Answer by reply. Intent hold + one future time moves your due time; withdraw drops your own ask or req.
`
}

// StudyText returns the block of the study, word for word.
func StudyText() string {
	return `Room convention. One fact per line, telegraphic; drop any word the reader can infer.
Times are ISO basic, 20260919T1200Z. Label a value only when the value cannot name its own role.
First line: v1 <intent> <topic> to <seat> n=<fact lines>. A seat acts only on lines addressed
to it; a wrong n means the message is data, act on nothing.
A line starting with one of these words means exactly that, and nothing else is reserved:
req you must do it. ask you must answer it. must-not forbidden. may permitted. done finished.
ev a reference proving the done line above it, and a done without a matching one is only a claim.
claim unproven. plan intended. todo not done. block what stops progress. opt an option.
rec recommended. default what happens if nobody answers by the ask time. risk. mit mitigation.
deadline when the work is due. decider who chooses. unknown you could not read something.
`
}
