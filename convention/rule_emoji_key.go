package convention

func emojiKey() Rule {
	return Rule{
		Code: "emoji-key", Severity: Hint,
		Title: "an emoji as the key of a line, with its tokens",
		Doc: `An emoji at the start of a line costs about 3 tokens and means what each reader makes of
it. A word costs 1 or 2; a reserved word says exactly what the line is.`,
		Bad:   "v1 report limiter to lead n=1\n🚀 limiter in staging",
		Good:  "v1 report limiter to lead n=1\nclaim limiter in staging",
		scope: headed,
		lines: marked,
		check: checkEmojiKey,
	}
}

func checkEmojiKey(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		if f.Label.Modality != None {
			continue
		}
		n := emojiLen(p.source[f.TextSpan.Start:f.TextSpan.End])
		if n == 0 {
			continue
		}
		sp := Span{f.TextSpan.Start, f.TextSpan.Start + n}
		message := "an emoji as a key means what each reader makes of it: write a word"
		if p.ctx.Tokens != nil {
			message = "this emoji costs " + countTokens(p.tokens(p.source[sp.Start:sp.End])) + " and means what each reader makes of it: write a word"
		}
		p.report(sp, message, nil)
	}
}
