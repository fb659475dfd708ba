package convention

// signs say what a text may hold. Where the signs of a thing are missing, the
// thing is too; where one is there, a closer look decides. One scan of each line
// finds them all, so that no check scans a line that it has nothing to say about.
type signs uint32

// A sign is three bytes in a row, the end of the text counting as white space.
// Case does not matter but for the T, and in credentials.
const (
	asSign signs = 1 << iota // as, at
	inSign
	iSign  // I think
	baSign // basically
	juSign // just, must
	bcSign // b/c
	imSign // impl
	kiSign // kind of
	maSign // may, maybe
	plSign // please, pls
	prSign // probably
	reSign // req, req'd
	dlSign
	withSign // w/
	decSign  // decides
	toSign   // tomorrow, tonight
	eoSign   // EOD, EOW
	cobSign
	nexSign     // next week
	cloudSign   // AKIA
	gitlabSign  // glpat-
	xSign       // xoxb-
	skSign      // sk-
	pypiSign    // pypi-
	oauthSign   // ya29.
	webSign     // eyJ, SG.
	halfSign    // am, pm, also after a digit
	colonSign   // 9:00
	instantSign // T between two digits
	scoreSign   // ghp_
	dashesSign  // -----BEGIN
)

// wordSigns count at the start of a word alone.
const wordSigns = halfSign - 1

// What the checks look for, by the signs without which it is not there.
const (
	phraseSigns   = asSign | inSign | iSign | baSign | juSign | bcSign | imSign | kiSign | maSign | plSign | prSign | reSign | dlSign | withSign
	relativeSigns = inSign | toSign | eoSign | cobSign | nexSign | halfSign | colonSign
	clauseSigns   = juSign | maSign | reSign
	secretSigns   = cloudSign | gitlabSign | xSign | skSign | pypiSign | oauthSign | webSign | scoreSign | dashesSign
)

// signTable tells of each byte which signs it may be the first, second and third
// byte of.
type signTable struct{ first, second, third [256]signs }

// signBytes is never written.
var signBytes = newSignTable()

func newSignTable() (t signTable) {
	const digit, letter = "0123456789", "abcdefghijklmnopqrstuvwxyz"
	var space, apart, any string // any white space, whatever ends an ASCII word, any byte
	for c := range 256 {
		b := string([]byte{byte(c)})
		any += b
		if byteClass[c]&(letterByte|digitByte) == 0 {
			apart += b
		}
		if byteClass[c]&(spaceByte|wideByte) != 0 {
			space += b
		}
	}
	for _, x := range [...]struct {
		sign                 signs
		first, second, third string
	}{
		{asSign, "aA", "sStT", space}, {inSign, "iI", "nN", space}, {iSign, "iI", space, space + "tTgG"}, {baSign, "bB", "aA", "sS"},
		{juSign, "jJmM", "uU", "sS"}, {bcSign, "bB", "/", "cC"}, {imSign, "iI", "mM", "pP"}, {kiSign, "kK", "iI", "nN"},
		{maSign, "mM", "aA", "yY"}, {plSign, "pP", "lL", "eEsS"}, {prSign, "pP", "rR", "oO"}, {reSign, "rR", "eE", "qQ"},
		{dlSign, "dD", "lL", apart}, {withSign, "wW", "/", any}, {decSign, "dD", "eE", "cC"}, {toSign, "tT", "oO", "mMnN"},
		{eoSign, "eE", "oO", "dDwW"}, {cobSign, "cC", "oO", "bB"}, {nexSign, "nN", "eE", "xX"}, {halfSign, "aApP", "mM", apart},
		{colonSign, digit, ":", digit}, {instantSign, digit, "T", digit},
		{cloudSign, "A", "KSIG", "IzE"}, {gitlabSign, "g", "l", "pdr"}, {xSign, "x", "oa", "xpi"}, {skSign, "s", "k", "-"}, {pypiSign, "p", "y", "p"},
		{oauthSign, "y", "a", "2"}, {webSign, "eS", "yG", "J."}, {scoreSign, letter, letter, "_"}, {dashesSign, "-", "-", "-"},
	} {
		for i, set := range [...]string{x.first, x.second, x.third} {
			table := [...]*[256]signs{&t.first, &t.second, &t.third}[i]
			for _, c := range []byte(set) {
				table[c] |= x.sign
			}
		}
	}
	return t
}

// readSigns returns the signs of the text.
func readSigns(text string) signs {
	var found signs
	for from := 0; from < len(text); {
		at, hit := signBytes.next(text[from:])
		if hit == 0 {
			break
		}
		found |= signsAt(text, from+at, hit)
		from += at + 1
	}
	return found
}

// next returns where the first signs of the text start, and which they are, or
// none. Every byte of every message passes here, so that it looks at four places
// at once.
func (t *signTable) next(text string) (int, signs) {
	rest := text
	for ; len(rest) > 5; rest = rest[4:] {
		a, b, c, d, e, f := rest[0], rest[1], rest[2], rest[3], rest[4], rest[5]
		if t.sign(a, b, c)|t.sign(b, c, d)|t.sign(c, d, e)|t.sign(d, e, f) != 0 {
			break
		}
	}
	for ; len(rest) > 2; rest = rest[1:] {
		if hit := t.sign(rest[0], rest[1], rest[2]); hit != 0 {
			return len(text) - len(rest), hit
		}
	}
	if len(rest) == 2 {
		return len(text) - 2, t.sign(rest[0], rest[1], ' ')
	}
	return len(text), 0
}

func (t *signTable) sign(a, b, c byte) signs { return t.first[a] & t.second[b] & t.third[c] }

// signsAt returns those of the signs hit, whose bytes stand at i, that count
// there: at the start of a word, and where what is frequent goes on as it must.
func signsAt(text string, i int, hit signs) signs {
	if i > 0 && isAlnum(text[i-1]) {
		if isAlpha(text[i-1]) {
			hit &^= halfSign
		}
		return hit &^ wordSigns
	}
	switch {
	case hit&inSign != 0: // in order to, in 2h
		at := skipSpace(text, i+2, len(text))
		if at == len(text) || lower(text[at]) != 'o' && !isDigit(text[at]) {
			hit &^= inSign
		}
	case hit&asSign != 0: // as discussed, at this point
		if matchPhrase(text, i, len(text), "as discussed") < 0 && matchPhrase(text, i, len(text), "at this point") < 0 {
			hit &^= asSign
		}
	case hit&reSign != 0:
		if i+3 < len(text) && isAlnum(text[i+3]) {
			hit &^= reSign
		}
	}
	return hit
}
