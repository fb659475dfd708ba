package main

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/pflag"

	"earshot/client"
	"earshot/client/sharednet"
	"earshot/client/transcript"
)

// sourceOptions are the flags of every command that reads a SOURCE.
type sourceOptions struct {
	tokenFile, as, ca, now, mapping string
	wait, dueWindow                 time.Duration
	follow                          bool   // a transcript goes on being read as it grows
	posts                           bool   // as the seat that as names, and no other
	history                         string // the folder that rooms are kept in between runs; "" keeps none
}

// seatFlags are the flags of every command that sits in a room.
func (o *sourceOptions) seatFlags(flags *pflag.FlagSet) {
	flags.StringVar(&o.tokenFile, "token-file", "", "a `FILE` with the token of your seat, readable by you alone")
	flags.StringVar(&o.as, "as", "", "the `SEAT` to look from, where the source does not say who you are or you keep several")
	flags.StringVar(&o.ca, "ca", "", "a `FILE` with the certificates to trust, in PEM")
	flags.DurationVar(&o.wait, "wait", 10*time.Second, "how long to try to reach a room")
}

// flags are those of every command that reads a source.
func (o *sourceOptions) flags(flags *pflag.FlagSet) {
	o.seatFlags(flags)
	flags.StringVar(&o.now, "now", "", "read everything as of this `TIME`, in ISO 8601; later messages are left out")
	flags.StringVar(&o.mapping, "map", "", "the fields of another program's journal: a `FILE`, or sharednet, who-when")
	flags.DurationVar(&o.dueWindow, "due-window", 0, "how long before its time an item counts as due (default the config's, 15m)")
}

// opened is a source ready to be run.
type opened struct {
	name     string // as a person named it, without any secret
	source   client.Source
	session  *client.Session
	run      roomRun         // the session's, or around it; nil is the session's
	finite   bool            // it ends by itself
	noSeat   *client.Problem // what to say where the room asks for a token: none was found
	leftOut  *leftOut        // of a transcript
	tellLeft func()          // says what of the transcript was left out and not said yet; nil for nothing
	close    func() error
}

// open makes a session over a source. The broken lines of a transcript are named on standard error.
func (o *sourceOptions) open(p process, argument string) (*opened, error) {
	source, err := client.ParseSource(argument)
	if err != nil {
		return nil, err
	}
	from := &opened{name: source.URL, source: source, leftOut: new(leftOut), close: func() error { return nil }}
	var transport client.Transport
	switch source.Kind {
	case client.Room:
		transport, err = o.room(p, from)
	case client.Transcript:
		from.name, from.finite = source.Path, !o.follow
		transport, err = o.transcript(p, source.Path, from.leftOut)
	case client.Stdin:
		from.name, from.finite = "-", true
		transport, err = o.transcript(p, "", from.leftOut)
	case client.SharedNet:
		transport, err = o.sharedNet(p, source)
	case client.PublicLink:
		transport, err = o.publicLink(source)
	default:
		err = usage(fmt.Sprintf("%s cannot be read.", source.Kind), "Give a room as ws://host:port/rooms/ROOM or a transcript as FILE.jsonl.")
	}
	if err != nil {
		return nil, err
	}
	from.tellLeft = func() {
		if rest := from.leftOut.rest(from.name); rest != "" {
			say(p.err, rest)
		}
	}
	from.session = session(p, transport, o.openHistory(p, from))
	return from, nil
}

// window is how long before its time an item counts as due: the flag's, else the config's.
func (o *sourceOptions) window(p process) time.Duration {
	if o.dueWindow > 0 {
		return o.dueWindow
	}
	s, problem := loadSettings(p.configPath(""))
	if problem != nil {
		say(p.err, problem.Error())
	}
	return time.Duration(s.DueWindow)
}

func session(p process, transport client.Transport, history client.History) *client.Session {
	return client.New(client.Config{Transport: transport, History: history, Now: p.now, NewID: uuid.NewString})
}

// openHistory opens what is kept of a room, so that it shows at once; nil where nothing is kept. A
// history that cannot be kept is said and done without.
func (o *sourceOptions) openHistory(p process, from *opened) client.History {
	kind := from.source.Kind
	if o.history == "" || kind == client.Transcript || kind == client.Stdin {
		return nil
	}
	history, err := client.OpenHistory(o.history, from.source.URL)
	if err != nil {
		say(p.err, err.Error())
		return nil
	}
	from.close = history.Close
	return history
}

// transcript is the transport over a file, or over standard input where no path is given. What is no
// message is named on standard error and counted.
func (o *sourceOptions) transcript(p process, path string, left *leftOut) (client.Transport, error) {
	name := cmp.Or(path, "-")
	options := transcript.Options{Follow: o.follow, Broken: func(line int, err error) {
		if left.add(line, err) {
			say(p.err, fmt.Sprintf("%s line %d is no message and was left out: %v.", name, line, err))
		}
	}}
	if o.mapping != "" {
		fields, err := readMap(o.mapping)
		if err != nil {
			return nil, err
		}
		options.Map = &fields
	}
	if path == "" {
		return transcript.Open(name, p.in, options), nil
	}
	return transcript.File(path, options), nil
}

// readMap finds the map of another program's journal: one that the program knows, or a file.
func readMap(name string) (transcript.Map, error) {
	if known, ok := transcript.Builtin(name); ok {
		return known, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return transcript.Map{}, unreadable(err, fmt.Sprintf("The map %s cannot be read: %v.", name, cause(err)), "Give --map a file, or one of sharednet and who-when.")
	}
	defer file.Close()
	fields, err := transcript.ReadMap(file)
	if err != nil {
		return transcript.Map{}, unreadable(err, fmt.Sprintf("The map %s cannot be used: %v.", name, err), "Mend the file.")
	}
	return fields, nil
}

// room is the transport to a room of the protocol.
func (o *sourceOptions) room(p process, from *opened) (client.Transport, error) {
	token, err := p.credential(from.source, o.tokenFile, o.as, o.posts)
	if err != nil {
		return nil, err
	}
	if token == "" {
		from.noSeat = p.noSeat(from.source, o.as)
	}
	trusted, err := readCertificates(o.ca)
	if err != nil {
		return nil, err
	}
	return client.WebSocket(client.WebSocketConfig{URL: from.source.URL, Token: token, CA: trusted, Proxy: http.ProxyFromEnvironment}), nil
}

// sharedNet is the transport to a seat of a SharedNet room.
func (o *sourceOptions) sharedNet(p process, source client.Source) (client.Transport, error) {
	token, err := p.credential(source, o.tokenFile, o.as, o.posts)
	if err != nil {
		return nil, err
	}
	if token == "" {
		return nil, p.noSeat(source, o.as)
	}
	web, err := o.web()
	if err != nil {
		return nil, err
	}
	return sharednet.New(sharednet.Config{Base: source.Base, Room: source.Room, Token: token, HTTP: web}), nil
}

// publicLink is the transport of a link that anybody may read.
func (o *sourceOptions) publicLink(source client.Source) (client.Transport, error) {
	web, err := o.web()
	if err != nil {
		return nil, err
	}
	return sharednet.Public(sharednet.PublicConfig{Base: source.Base, Link: source.Secret, HTTP: web}), nil
}

// web is what HTTP is spoken with: the environment's proxy, and the certificates given with --ca.
func (o *sourceOptions) web() (*http.Client, error) {
	trusted, err := readCertificates(o.ca)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}
	return &http.Client{Transport: transport}, nil
}

// readCertificates reads the file given with --ca; none means the system's own.
func readCertificates(path string) (*x509.CertPool, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, unreadable(err, fmt.Sprintf("The certificates in %s cannot be read: %v.", path, cause(err)), "Check the path given with --ca.")
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(data) {
		return nil, usage(fmt.Sprintf("%s holds no certificate.", path), "Give --ca a file with certificates in PEM.")
	}
	return pool, nil
}
