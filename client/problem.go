package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"

	"earshot/client/wire"
)

// Exit codes of a headless command, as the command line promises them.
const (
	ExitFound = 1 // the command worked and found something, such as a message that the room refuses
	ExitUsage = 2 // wrong usage or an input that cannot be read
	ExitRoom  = 3 // the room cannot be reached or refuses the seat
)

// Problem is an error for a person: what happened, what to do about it, and the exit code of a headless command. Both are
// whole sentences of printable text, without tokens.
type Problem struct {
	What, Do string
	Err      error
	Exit     int
}

// Error is both sentences.
func (p *Problem) Error() string {
	if p.Do == "" {
		return p.What
	}
	return p.What + " " + p.Do
}

// Unwrap gives the cause.
func (p *Problem) Unwrap() error { return p.Err }

// Explain turns any error of this package and its transports into a Problem.
func Explain(err error) Problem {
	if err == nil {
		return Problem{}
	}
	var known *Problem
	if errors.As(err, &known) {
		return *known
	}
	what, do := explain(err)
	p := Problem{What: printable(what), Do: printable(do), Err: err, Exit: ExitRoom}
	if errors.Is(err, ErrUnreadable) {
		p.Exit = ExitUsage
	}
	return p
}

func explain(err error) (what, do string) {
	place := "the room"
	anonymous := false
	room := ""
	var connect *ConnectError
	if errors.As(err, &connect) {
		anonymous = connect.Anonymous
		if u, err := url.Parse(connect.URL); err == nil {
			place, room = u.Host, roomOf(u)
		}
	}
	var closed *CloseError
	if errors.As(err, &closed) {
		return explainClose(closed, place, room, anonymous)
	}
	if what, do := explainNetwork(err, place); what != "" {
		return what, do
	}
	switch {
	case errors.Is(err, ErrNotRoom):
		return fmt.Sprintf("There is no Earshot room at %s: %s.", place, cause(err, ErrNotRoom)),
			"Check the address; it looks like ws://host:7788/rooms/main."
	case connect != nil && errors.Is(err, errLost):
		return fmt.Sprintf("%s hung up before it answered.", place), "Check the address; a proxy or firewall may stand between."
	case errors.Is(err, ErrReadOnly):
		return "This source can be read, but not posted to.", "To post, take a seat with earshot join."
	case errors.Is(err, ErrTooLarge):
		return fmt.Sprintf("The message is larger than the %d bytes a room takes.", wire.MaxContent), "Shorten it, or post it in parts."
	case errors.Is(err, ErrBlank):
		return "The message is blank.", "Write something into it."
	case errors.Is(err, ErrHistoryChanged):
		return "The room's history changed under the message this replies to; the reply was not sent.", "Look at the room and reply again."
	case errors.Is(err, ErrUnconfirmed):
		return "The message was sent, but the room never confirmed it.", "Look into the room before you send it again: it may be stored."
	case errors.Is(err, ErrUnreadable):
		return "The source cannot be read: " + cause(err, ErrUnreadable) + ".", "Check the file."
	case errors.Is(err, ErrSilent), errors.Is(err, errStalled), errors.Is(err, errLost), errors.Is(err, errNoAnswer),
		errors.Is(err, errGap), errors.Is(err, errWoken):
		return "The connection to the room was lost: " + cause(err, errLost) + ".", "It is made again by itself; check the network if it stays away."
	case errors.Is(err, errProtocol):
		return "The room does not keep to the protocol: " + cause(err, errProtocol) + ".", "Program and room may be of different versions; bring both up to date."
	}
	return err.Error() + ".", ""
}

// explainNetwork speaks of names, addresses, certificates and time; it returns nothing when the error is of another kind.
func explainNetwork(err error, place string) (what, do string) {
	var dns *net.DNSError
	var record tls.RecordHeaderError
	var verify *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return fmt.Sprintf("The name %s is not known.", dns.Name), "Check the spelling, and that this machine is online."
	case errors.As(err, &dns):
		return fmt.Sprintf("The name %s cannot be looked up: %s.", dns.Name, dns.Err), "Check that this machine is online."
	case errors.As(err, &record):
		return fmt.Sprintf("%s speaks no TLS.", place), "Use ws:// instead of wss://, if the network between can be trusted."
	case errors.As(err, &unknown):
		return fmt.Sprintf("The certificate of %s is signed by nobody this machine trusts.", place), "If it is your own authority, pass its certificate with --ca FILE."
	case errors.As(err, &verify):
		return fmt.Sprintf("The certificate of %s is not good: %s.", place, verify.Err), "Check the address and the clock of this machine; whoever runs the room may have to renew the certificate."
	case isErrno(err, syscall.ECONNREFUSED, 10061):
		return fmt.Sprintf("Nothing listens at %s.", place), "Start the room there (earshot serve), or check host and port."
	case errors.Is(err, errTimeout), errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), isErrno(err, syscall.ETIMEDOUT, 10060):
		return fmt.Sprintf("%s does not answer.", place), "Check address, network and firewall."
	case isErrno(err, syscall.EHOSTUNREACH, 10065), isErrno(err, syscall.ENETUNREACH, 10051):
		return fmt.Sprintf("There is no way to %s from this network.", place), "Check that this machine is online, and the address."
	}
	return "", ""
}

// isErrno tells whether err is that system error, under its own number or the one that Windows sockets give it.
func isErrno(err error, unix syscall.Errno, winsock syscall.Errno) bool {
	return errors.Is(err, unix) || errors.Is(err, winsock)
}

// explainClose speaks of what the room itself said.
func explainClose(e *CloseError, place, room string, anonymous bool) (what, do string) {
	code, said := "", ""
	if e.Reason != nil {
		code = e.Reason.Code
		if e.Reason.Message != "" {
			said = " It says: " + printable(e.Reason.Message)
		}
	}
	const newSeat = "Ask for an invite and take a seat with earshot join."
	switch {
	case e.Code == wire.CloseNoAuth && (anonymous || code == wire.CodeNoCredential):
		return "The room wants to know who you are, and no token was given." + said,
			"Set EARSHOT_TOKEN or pass --token-file; without a token, ask for an invite and take a seat with earshot join."
	case e.Code == wire.CloseNoAuth:
		return "The room does not know this token: it was revoked, belongs to another room, or is incomplete." + said, newSeat
	case code == wire.CodeOrigin:
		return "The room refuses connections that come from there." + said, "Connect to it directly."
	case code == wire.CodeNotMember:
		return "This seat does not sit in the room any more." + said, newSeat
	case e.Code == wire.CloseForbidden:
		return "The room does not allow that with this token." + said, "Use the token of a seat; " + lower(newSeat)
	case e.Code == wire.CloseNotFound:
		return fmt.Sprintf("There is no room%s at %s.%s", named(room), place, said), "Check the name behind /rooms/; earshot serve prints the addresses of its rooms."
	case e.Code == wire.CloseGone:
		return "The invite or token is used up: it expired or was revoked." + said, newSeat
	case code == wire.CodeNameTaken:
		return "That name is taken in this room." + said, "Choose another one; names are compared without case."
	case code == wire.CodeRoomClosed:
		return "The room is closed." + said, "Nothing can be posted any more; what was said can still be exported by those who have it."
	case e.Code == wire.CloseConflict:
		return "The room refuses: something stands against it." + said, "Change what it names and try again."
	case e.Code == wire.CloseRateLimited:
		return "The room asks to wait." + said, fmt.Sprintf("Try again in %d seconds.", max(1, retryAfter(e)))
	case e.Code == wire.CloseGoingAway:
		return "The room's server went away." + said, "It is tried again by itself."
	case code == wire.CodeValidation:
		return "The room does not take that." + said, "Mend what it names and try again."
	case code == wire.CodeUpgrade:
		return "The room wants a newer program." + said, "Bring earshot up to date."
	case e.Code == wire.CloseBadRequest, e.Code == wire.CloseTooBig, e.overFrame():
		return "The room does not understand this program." + said, "They may be of different versions; bring both up to date."
	case e.Code >= wire.CloseServerError:
		return fmt.Sprintf("The room's server is in trouble (%d).%s", e.Code-4000, said), "Try again; if it stays so, tell whoever runs it."
	}
	return fmt.Sprintf("The room closed the connection (%d).%s", e.Code, said), "It is tried again by itself."
}

func retryAfter(e *CloseError) int {
	if e.Reason == nil {
		return 0
	}
	return e.Reason.RetryAfter
}

func named(room string) string {
	if room == "" {
		return ""
	}
	return " " + room
}

func lower(sentence string) string { return string(sentence[0]|0x20) + sentence[1:] }

// cause is the text of err behind the sentinel's own.
func cause(err, sentinel error) string {
	text := err.Error()
	if _, behind, ok := strings.Cut(text, sentinel.Error()+": "); ok {
		return behind
	}
	return text
}
