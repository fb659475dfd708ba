package main

import (
	"errors"
	"fmt"
	"strings"

	"earshot/client"
	"earshot/render"
)

// tokenEnv is the environment variable that may hold a token.
const tokenEnv = "EARSHOT_TOKEN"

// credential finds the token for a source: the file given, else the environment, else the seat that
// was stored when it was taken; "" where there is none, and the room says what it makes of that. The
// invite of an invite text is no seat and is not looked at here.
//
// A name that no seat of ours has may be somebody else's: to look on from there the one seat that is kept
// will do, but nothing is to be posted with another seat than the one that was named.
func (p process) credential(source client.Source, tokenFile, seat string, posts bool) (client.Token, error) {
	if token, err := p.givenToken(tokenFile); token != "" || err != nil {
		return token, err
	}
	store, err := client.OpenStore(p.folders.seatsFolder())
	if err != nil {
		return "", err
	}
	token, err := store.Token(source.URL, seat)
	if !errors.Is(err, client.ErrNoSeat) {
		return token, err
	}
	if seat != "" && posts {
		return "", p.noSeat(source, seat)
	}
	switch token, err = store.Token(source.URL, ""); {
	case errors.Is(err, client.ErrNoSeat):
		return "", nil
	case err != nil && seat != "": // several, and none of them is the one that was named
		return "", p.noSeat(source, seat)
	}
	return token, err
}

// givenToken is the token of the file given, else that of the environment; "" where there is neither.
func (p process) givenToken(tokenFile string) (client.Token, error) {
	if tokenFile != "" {
		return client.ReadTokenFile(tokenFile)
	}
	given := p.env(tokenEnv)
	if given == "" {
		return "", nil
	}
	token, err := client.ParseToken(given)
	if err != nil {
		return "", unreadable(err, tokenEnv+" holds no token.", "Set it to one token and nothing else, or unset it.")
	}
	return token, nil
}

// noSeat says that no token was found for a room, to somebody whom the room asked for one.
func (p process) noSeat(source client.Source, seat string) *client.Problem {
	problem := &client.Problem{
		What: "No seat of yours is kept for " + source.URL + ", and the room wants to know who you are.",
		Do:   fmt.Sprintf("Check the address; then take a seat with \"earshot join %s --name SEAT\", or set %s.", source.URL, tokenEnv), Exit: exitUnreachable,
	}
	if seat == "" {
		return problem
	}
	problem.Exit = exitUsage
	problem.What = fmt.Sprintf("No seat of yours called %s is kept for %s.", render.CleanLine(seat), source.URL)
	store, err := client.OpenStore(p.folders.seatsFolder())
	if err != nil {
		return problem
	}
	all, err := store.List()
	if err != nil {
		return problem
	}
	var names []string
	for _, kept := range all {
		if kept.URL == source.URL {
			names = append(names, render.CleanLine(kept.Seat.Name).String())
		}
	}
	if len(names) > 0 {
		problem.Do = fmt.Sprintf("You have %s there: --as %s.", strings.Join(names, ", "), names[0])
	}
	return problem
}
