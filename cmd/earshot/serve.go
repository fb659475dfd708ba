package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"earshot/client"
	"earshot/cmd/internal/room"
	"earshot/cmd/internal/room/engine"
	"earshot/cmd/internal/room/hall"
	"earshot/convention/tokens"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	listen, data, nats, natsCreds, policy string
	certificate, key                      string
	rooms, reseat, origins                []string
	insecure, revoke, json                bool
	postsPerMinute, postBurst             int
	dueWindow                             time.Duration
	evidence                              evidenceOptions
}

func newServe(p process) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run a room server",
		Long: `serve runs a room server and prints the address of each room with a fresh invite, observer and operator
token, once. Without --data the rooms live in memory. SIGTERM stops it in order.`,
		Args: takes(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd.Context(), p, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.listen, "listen", "127.0.0.1:7788", "the `ADDRESS` to listen on; port 0 picks one")
	flags.StringArrayVar(&o.rooms, "room", []string{"main"}, "the `NAME` of a room; may be given several times")
	flags.StringVar(&o.data, "data", "", "the `DIR` to keep the rooms in; without it they are kept in memory")
	flags.StringVar(&o.nats, "nats", "", "the `URL`s of an existing NATS cluster to keep the rooms in, separated by commas")
	flags.StringVar(&o.natsCreds, "nats-creds", "", "a `FILE` with the credentials for --nats")
	flags.StringVar(&o.policy, "policy", string(room.PolicyAdvise), "advise stores messages with errors and tells, refuse does not store them")
	flags.IntVar(&o.postsPerMinute, "posts-per-minute", 30, "how many posts a seat may make in a minute, repeats included")
	flags.IntVar(&o.postBurst, "post-burst", 10, "how many posts a seat may make at once")
	flags.StringVar(&o.certificate, "tls-cert", "", "a `FILE` with the certificate to serve TLS with")
	flags.StringVar(&o.key, "tls-key", "", "a `FILE` with the key of --tls-cert")
	flags.BoolVar(&o.insecure, "insecure-listen", false, "listen beyond loopback without TLS")
	flags.StringArrayVar(&o.origins, "allow-origin", nil, "an `ORIGIN`, https://host or https://host:port, whose pages may open the rooms' websockets; may be given several times")
	flags.BoolVar(&o.revoke, "revoke-invites", false, "end the invites of earlier starts")
	flags.StringArrayVar(&o.reseat, "reseat", nil, "give the seat `NAME` a new token and end its old ones; ROOM/NAME where there are several rooms")
	flags.DurationVar(&o.dueWindow, "due-window", 0, "how long before its time an item counts as due (default the config's, 15m)")
	o.evidence.flags(flags)
	flags.BoolVar(&o.json, "json", false, "print the rooms as one line of JSON")
	return cmd
}

func serve(ctx context.Context, p process, o serveOptions) error {
	config, err := o.config(p)
	if err != nil {
		return err
	}
	listener, secure, err := o.open(ctx)
	if err != nil {
		return err
	}
	server, err := room.Open(ctx, config)
	if err != nil {
		return errors.Join(unreadable(err, sentence(err), o.remedy(err)), listener.Close())
	}
	seats, err := o.reseats(server)
	if err == nil {
		err = o.announce(p, server, listener.Addr().String(), secure, seats)
	}
	if err != nil {
		return errors.Join(err, listener.Close(), server.Close())
	}
	err = server.Serve(ctx, listener)
	if closing := server.Close(); err == nil || errors.Is(err, context.Canceled) {
		err = closing
	}
	if err == nil && signalOf(ctx) == syscall.SIGINT {
		return errSignal{syscall.SIGINT}
	}
	return err
}

// config is what the server is opened with.
func (o serveOptions) config(p process) (room.Config, error) {
	due := sourceOptions{dueWindow: o.dueWindow}
	config := room.Config{
		Rooms: o.rooms, Data: o.data, NATS: room.NATS{URLs: splitList(o.nats), Credentials: o.natsCreds},
		Now: p.now, Log: slog.New(slog.NewTextHandler(p.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
		PostsPerMinute: o.postsPerMinute, PostBurst: o.postBurst,
		Policy: room.Policy(o.policy), RevokeInvites: o.revoke, Origins: o.origins, DueWindow: due.window(p), Count: countLater(),
	}
	resolver, err := o.evidence.open(p.err)
	if resolver != nil { // an interface that holds nil would be asked
		config.Resolver = resolver
	}
	return config, err
}

// reseats gives the seats that --reseat names their new tokens, by room. A bare name says enough where
// there is one room; with several it could stand in each of them, and none may lose its token by a guess.
func (o serveOptions) reseats(server *room.Server) (map[string][]reseatJSON, error) {
	rooms := server.Rooms()
	seats := make(map[string][]reseatJSON)
	for _, name := range o.reseat {
		in := rooms[0].Room
		if len(rooms) > 1 {
			var found bool
			if in, name, found = strings.Cut(name, "/"); !found {
				return nil, usage(fmt.Sprintf("--reseat %s does not say in which room.", in), "With several rooms, give --reseat ROOM/NAME.")
			}
		}
		seat, token, err := server.Reseat(in, name)
		if err != nil {
			why := sentence(err)
			var refused *hall.Refusal
			if errors.As(err, &refused) {
				why = refused.Message
			}
			return nil, unreadable(err, fmt.Sprintf("%s in room %s gets no new token: %s", name, in, why), "Check --reseat, --room and --data.")
		}
		seats[in] = append(seats[in], reseatJSON{seat.Name, token})
	}
	return seats, nil
}

// remedy is what to do where the rooms cannot be opened.
func (o serveOptions) remedy(err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, engine.ErrLocked):
		return "Stop the other server, or give --data another folder."
	case errors.As(err, &path):
		return "Give --data a folder that can be made and written."
	case o.nats != "":
		return "Check --nats, --nats-creds and --room, and that the cluster runs."
	}
	return "See \"earshot serve --help\"."
}

// countLater counts tokens with a counter that is loaded when the first text is to be counted, so that a
// server where nobody posts does without it.
func countLater() func(string) int {
	load := sync.OnceValues(func() (*tokens.Counter, error) { return tokens.Load(tokens.O200k) })
	return func(text string) int {
		counter, err := load()
		if err != nil {
			return 0 // the vocabulary is part of the program
		}
		return counter.Count(text)
	}
}

// open listens, with TLS where a certificate is given; without one on loopback alone.
func (o serveOptions) open(ctx context.Context) (net.Listener, bool, error) {
	if (o.certificate == "") != (o.key == "") {
		return nil, false, usage("--tls-cert and --tls-key belong together.", "Give both.")
	}
	if o.policy != string(room.PolicyAdvise) && o.policy != string(room.PolicyRefuse) {
		return nil, false, usage(fmt.Sprintf("There is no policy %q.", o.policy), "The policies are advise and refuse.")
	}
	if o.postsPerMinute < 1 || o.postBurst < 1 {
		return nil, false, usage("A seat that may not post is of no use.", "Give --posts-per-minute and --post-burst 1 or more.")
	}
	for _, origin := range o.origins {
		if u, err := url.Parse(origin); err != nil || u.Host == "" || u.Scheme+"://"+u.Host != origin {
			return nil, false, usage(fmt.Sprintf("--allow-origin %q is no origin.", origin), "Give what a browser sends of a page: https://host, or https://host:port.")
		}
	}
	secure := o.certificate != ""
	if !secure && !o.insecure && !loopback(o.listen) {
		return nil, false, usage(fmt.Sprintf("%s is not loopback, and tokens would travel unencrypted.", o.listen), "Give --tls-cert and --tls-key, or --insecure-listen.")
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", o.listen)
	if err != nil {
		return nil, false, &client.Problem{What: fmt.Sprintf("%s cannot be listened on: %v.", o.listen, refusal(err)), Do: "Give another --listen address; port 0 picks a free port.", Err: err, Exit: exitUsage}
	}
	if !secure {
		return listener, false, nil
	}
	pair, err := tls.LoadX509KeyPair(o.certificate, o.key)
	if err != nil {
		_ = listener.Close()
		return nil, false, unreadable(err, fmt.Sprintf("The certificate cannot be used: %v.", err), "Check --tls-cert and --tls-key.")
	}
	return tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}), true, nil
}

// loopback says whether an address can be reached from this machine alone.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// refusal is the innermost word of a network error: the address is in the sentence around it.
func refusal(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// splitList reads what is separated by commas, without the empty parts.
func splitList(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

// The JSON that serve --json prints once it listens. Field names are stable.
type (
	serveJSON struct {
		Listen string          `json:"listen"`
		Rooms  []serveRoomJSON `json:"rooms"`
	}
	serveRoomJSON struct {
		Room         string `json:"room"`
		URL          string `json:"url"`
		Invite       string `json:"invite"`
		PersonInvite string `json:"person_invite,omitempty"`
		Observer     string `json:"observer"`
		Operator     string `json:"operator,omitempty"`

		Reseated []reseatJSON `json:"reseated,omitempty"`
	}
	reseatJSON struct {
		Name  string `json:"name"`
		Token string `json:"token"`
	}
)

// announce prints the one place where fresh tokens are shown.
func (o serveOptions) announce(p process, server *room.Server, address string, secure bool, seats map[string][]reseatJSON) error {
	scheme := "ws://"
	if secure {
		scheme = "wss://"
	}
	said := serveJSON{Listen: address, Rooms: []serveRoomJSON{}}
	for _, r := range server.Rooms() {
		said.Rooms = append(said.Rooms, serveRoomJSON{
			r.Room, scheme + address + "/rooms/" + r.Room, r.Invite, r.PersonInvite, r.Observer, r.Operator, seats[r.Room],
		})
	}
	if o.json {
		return writeJSON(p.out, said)
	}
	for _, r := range said.Rooms {
		_, err := fmt.Fprintf(p.out, "room %s at %s\n  invite for an agent   %s\n  invite for a person   %s\n  observer token        %s\n  operator token        %s\n",
			r.Room, r.URL, r.Invite, r.PersonInvite, r.Observer, r.Operator)
		for _, seat := range r.Reseated {
			if err == nil {
				_, err = fmt.Fprintf(p.out, "  new token of %s  %s\n", seat.Name, seat.Token)
			}
		}
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(p.out, "These tokens are shown this once. Take a seat with: earshot join URL --name SEAT < FILE-WITH-INVITE")
	return err
}
