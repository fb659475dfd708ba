package client

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// ReadTokenFile reads the token in a file: its only content but white space. A file that other users can read is refused.
// Its errors are Problems with exit code 2 and never show what the file holds.
func ReadTokenFile(path string) (Token, error) {
	data, err := readPrivate(path)
	if err != nil {
		return "", filePrivateProblem("token file", path, err)
	}
	t, err := ParseToken(string(data))
	if err != nil {
		return "", &Problem{What: fmt.Sprintf("The token file %s holds no token.", Redact(path)), Do: "It must hold one token and nothing else.", Err: err, Exit: ExitUsage}
	}
	return t, nil
}

// ErrNoToken says that a text is no token.
var ErrNoToken = errors.New("no token")

// ParseToken reads a token as a person or the environment hands it over: one word of printable ASCII, white space around it.
func ParseToken(s string) (Token, error) {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 512 {
		return "", ErrNoToken
	}
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7F || c == ',' { // the header takes no others
			return "", ErrNoToken
		}
	}
	return Token(s), nil
}

// errReadByOthers says that a file with a secret is open to other users.
var errReadByOthers = errors.New("other users can read it")

// maxPrivate bounds a file with a secret in bytes.
const maxPrivate = 64 << 10

// readPrivate reads a small file that only its owner may read. The check is made on the open file, so that it cannot be
// exchanged between check and reading.
func readPrivate(path string) (data []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, errors.New("it is a folder")
	}
	if openToOthers(info) {
		return nil, errReadByOthers
	}
	data, err = io.ReadAll(io.LimitReader(f, maxPrivate+1))
	if err == nil && len(data) > maxPrivate {
		err = errors.New("it is too large")
	}
	return data, err
}

// filePrivateProblem says why a file with a secret cannot be used.
func filePrivateProblem(what, path string, err error) error {
	path = Redact(path) // a token may have been given in its place
	p := &Problem{What: fmt.Sprintf("The %s %s cannot be read: %s.", what, path, reasonOf(err)), Do: "Check the path and its permissions.", Err: err, Exit: ExitUsage}
	switch {
	case errors.Is(err, errReadByOthers):
		p.What = fmt.Sprintf("The %s %s can be read by other users.", what, path)
		p.Do = fmt.Sprintf("Run chmod 600 %s; if others may have read it, ask for a new token.", path)
	case errors.Is(err, fs.ErrNotExist):
		p.What, p.Do = fmt.Sprintf("The %s %s does not exist.", what, path), "Check the path."
	}
	return p
}

// reasonOf is a file error without the path it repeats.
func reasonOf(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}
