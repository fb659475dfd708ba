package convention

func secret() Rule {
	return Rule{
		Code: "secret", Severity: Error,
		Title: "a credential",
		Doc: `A private key, an access token with a well-known prefix or a token of a room stands in
the text, where every reader and every log gets it. Rooms refuse it. Revoke it, and
say where it can be fetched instead.`,
		Bad:   "v1 note limiter to lead n=1\nseat rit_" + "0123456789abcdefghijABCDEFGHIJ",
		Good:  "v1 note limiter to lead n=1\nseat invite in the vault under rooms",
		check: checkSecret,
	}
}

func checkSecret(p *pass) {
	for _, sp := range Secrets(p.source) {
		p.report(sp, "this is a credential: every reader gets it, and a room refuses it", nil)
	}
}
