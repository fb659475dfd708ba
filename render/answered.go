package render

import (
	"strings"
	"unicode"

	"earshot/convention"
)

// answered is the fact of a message that a reply to it is about: the one that the
// reply quotes, where it has two words or more of one that can be asked about, and
// most of them; else the first ask, else the first req, else the first fact. The
// message must have facts.
func answered(message, reply *convention.Message) convention.Fact {
	said := map[string]bool{}
	if reply != nil {
		for _, f := range reply.Facts {
			for _, w := range wordsOf(f.Text) {
				said[w] = true
			}
		}
	}
	best, most, rank := message.Facts[0], 1, 0
	for _, f := range message.Facts {
		r := askedAbout(f.Label.Modality)
		if r == 0 {
			continue
		}
		shared := sharedWords(f.Text, said)
		switch {
		case shared > most:
			best, most, rank = f, shared, r
		case most == 1 && r > rank:
			best, rank = f, r
		}
	}
	return best
}

// askedAbout weighs how likely a reply is about a line of a modality where
// nothing else tells; 0 for lines that are a part of another one's matter, and for
// plain facts.
func askedAbout(m convention.Modality) int {
	switch m {
	case convention.Ask:
		return 3
	case convention.Req:
		return 2
	case convention.Done, convention.Claim, convention.Block, convention.Todo, convention.Plan, convention.Unknown, convention.MustNot, convention.May:
		return 1
	}
	return 0
}

// sharedWords counts the different words of a text that were said; 0 where they
// are less than two thirds of them.
func sharedWords(text string, said map[string]bool) int {
	if len(said) == 0 {
		return 0
	}
	all, shared := map[string]bool{}, 0
	for _, w := range wordsOf(text) {
		if !all[w] && said[w] {
			shared++
		}
		all[w] = true
	}
	if shared*3 < len(all)*2 {
		return 0
	}
	return shared
}

// wordsOf are the words of a text that tell lines apart: of three letters or
// digits and more.
func wordsOf(text string) []string {
	var long []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) > 2 {
			long = append(long, w)
		}
	}
	return long
}
