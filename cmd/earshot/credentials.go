package main

import (
	"errors"

	"earshot/client"
)

// tokenEnv is the environment variable that may hold a token.
const tokenEnv = "EARSHOT_TOKEN"

// credential finds the token for a source: the file given, else the environment, else the seat that
// was stored when it was taken; "" where there is none, and the room says what it makes of that. The
// invite of an invite text is no seat and is not looked at here.
func (p process) credential(source client.Source, tokenFile, seat string) (client.Token, error) {
	if tokenFile != "" {
		return client.ReadTokenFile(tokenFile)
	}
	if given := p.env(tokenEnv); given != "" {
		token, err := client.ParseToken(given)
		if err != nil {
			return "", unreadable(err, tokenEnv+" holds no token.", "Set it to one token and nothing else, or unset it.")
		}
		return token, nil
	}
	store, err := client.OpenStore(p.folders.seatsFolder())
	if err != nil {
		return "", err
	}
	token, err := store.Token(source.URL, seat)
	if errors.Is(err, client.ErrNoSeat) {
		return "", nil
	}
	return token, err
}
