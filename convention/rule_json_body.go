package convention

import "strconv"

func jsonBody() Rule {
	return Rule{
		Code: "json-body", Severity: Warning,
		Title: "a JSON body: its tokens and those of the same content as fact lines; several clauses packed in one string are named",
		Doc: `JSON is the most expensive format of the study: quotes, braces and repeated keys are
wholly predictable. It also hides modality. A reader dropped all three permissions
that were packed into one string under one key, and two of them were prohibitions.
Write one fact a line, with req, may and must-not.`,
		Bad:   `{"permission_granted": "may read logs; must not restart redis"}`,
		Good:  "v1 note limiter to all n=2\nmay read logs\nmust-not restart redis",
		scope: headless,
		check: checkJSONBody,
	}
}

func checkJSONBody(p *pass) {
	if p.m.Form != JSON {
		return
	}
	body := trim(p.source, p.m.layout.inner)
	lines, packed := jsonFacts(p.source[body.Start:body.End])
	message := "JSON costs more than the same content as fact lines, and hides what is demanded and forbidden"
	if p.ctx.Tokens != nil {
		message = "JSON costs " + countTokens(p.tokens(p.source[body.Start:body.End])) + " here, the same content as fact lines " + strconv.Itoa(p.tokens(lines))
	}
	if len(packed) > 0 {
		message += "; several clauses are packed into one string at " + joinParts(packed, " and ")
	}
	p.report(body, message, nil)
}
