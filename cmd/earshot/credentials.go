package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"earshot/client"
)

// tokenEnv is the environment variable that may hold a token.
const tokenEnv = "EARSHOT_TOKEN"

// credential finds the token for a source: the file given, else the environment, else the seat that
// was stored when it was taken. The invite of an invite text is no seat and is not looked at here.
func (p process) credential(source client.Source, tokenFile, seat string) (client.Token, error) {
	if tokenFile != "" {
		return readToken(tokenFile)
	}
	if token := strings.TrimSpace(p.env(tokenEnv)); token != "" {
		return client.Token(token), nil
	}
	store, err := client.OpenStore(p.folders.seatsFolder())
	if err != nil {
		return "", err
	}
	token, err := store.Token(source.URL, seat)
	if errors.Is(err, client.ErrNoSeat) {
		return "", nil // the room says what it makes of somebody without a token
	}
	return token, err
}

// readToken reads a token from a file that nobody else may read.
func readToken(path string) (client.Token, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", unreadable(err, fmt.Sprintf("The token file %s cannot be read: %v.", path, cause(err)), "Check the path given with --token-file.")
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", usage(fmt.Sprintf("Other users can read the token file %s.", path), fmt.Sprintf("Run: chmod 600 %s.", path))
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", unreadable(err, fmt.Sprintf("The token file %s cannot be read: %v.", path, cause(err)), "Check who may read it.")
	}
	token := strings.TrimSpace(string(data))
	if token == "" || strings.ContainsAny(token, " \t\r\n") {
		return "", usage(fmt.Sprintf("The token file %s holds no single token.", path), "Write the token alone into it.")
	}
	return client.Token(token), nil
}
