package main

import (
	"errors"
	"io"

	"earshot/client"
	"earshot/client/wire"
)

// Codes of a message that is not posted, beside those of the protocol.
const (
	codeUsage       = "wrong_usage"
	codeBlank       = "blank"
	codeUnreachable = "room_unreachable"
	codeUnconfirmed = "unconfirmed" // it may be stored: to be posted again with the same id
	codeInterrupted = "interrupted"
	codeFailed      = "failed"
)

// notPosted is why a message was not posted.
type notPosted struct {
	id         string // that it was or would have been posted with
	code       string // "" where the error alone tells
	retryAfter int    // seconds
	found      []diagnosticJSON
	stored     bool // it was posted, and something else failed
}

// notPostedJSON is how post --json says that a message was not posted: the protocol's refusal. Field names are
// stable.
type notPostedJSON struct {
	ID          string           `json:"id,omitempty"`
	Error       wire.Error       `json:"error"`
	Diagnostics []diagnosticJSON `json:"diagnostics"`
}

// write writes the reason, which ended the command with err. It is said in the sentences that stand on
// standard error.
func (n *notPosted) write(w io.Writer, err error) error {
	said := notPostedJSON{ID: n.id, Diagnostics: n.found}
	if said.Diagnostics == nil {
		said.Diagnostics = []diagnosticJSON{}
	}
	said.Error = wire.Error{Code: n.codeOf(err), Message: plainText(client.Redact(err.Error())), RetryAfter: n.retryAfter}
	return writeJSON(w, said)
}

// codeOf is the room's own code where it gave one, else what kind of failure it was.
func (n *notPosted) codeOf(err error) string {
	if n.code != "" {
		return n.code
	}
	var room *wire.Error
	var closed *client.CloseError
	switch {
	case errors.As(err, &room) && room.Code != "":
		return room.Code
	case errors.As(err, &closed) && closed.Reason != nil && closed.Reason.Code != "":
		return closed.Reason.Code
	case errors.Is(err, client.ErrBlank):
		return codeBlank
	case errors.Is(err, client.ErrTooLarge):
		return wire.CodeTooLarge
	case errors.Is(err, client.ErrHistoryChanged):
		return wire.CodeReplyTarget
	}
	var problem *client.Problem
	if !errors.As(err, &problem) {
		return codeFailed
	}
	if code, ok := map[int]string{exitUsage: codeUsage, exitUnreachable: codeUnreachable, exitInterrupted: codeInterrupted}[problem.Exit]; ok {
		return code
	}
	return codeFailed
}

// foundByRoom is what the room found, as the checks here say it.
func foundByRoom(found []wire.Diagnostic) []diagnosticJSON {
	out := make([]diagnosticJSON, len(found))
	for i, d := range found {
		out[i] = diagnosticJSON{Code: d.Code, Severity: d.Severity, Message: d.Message, rangeJSON: rangeJSON{d.Line, d.Column, d.EndLine, d.EndColumn}}
		if d.Fix == nil {
			continue
		}
		fix := &fixJSON{Title: d.Fix.Title, Safe: d.Fix.Safe, Edits: []editJSON{}}
		for _, e := range d.Fix.Edits {
			fix.Edits = append(fix.Edits, editJSON{rangeJSON{e.Line, e.Column, e.EndLine, e.EndColumn}, e.Text})
		}
		out[i].Fix = fix
	}
	return out
}
