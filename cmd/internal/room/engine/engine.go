package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Errors that callers branch on.
var (
	// ErrLocked says that another process serves from the same data folder.
	ErrLocked = errors.New("data folder is in use by another server")
	// ErrFull says that the log has reached its size: it refuses, it never forgets.
	ErrFull = errors.New("log is full")
	// ErrTooLarge says that one entry is over the size a log takes.
	ErrTooLarge = errors.New("entry is too large")
	// ErrConflict says that somebody else wrote first.
	ErrConflict = errors.New("written by another first")
	// ErrUnsure says that no answer came: the entry may be stored or not, and an attempt with the
	// same id will tell.
	ErrUnsure = errors.New("no answer from the log")
	// ErrExists says that a log to be filled by an import already holds entries.
	ErrExists = errors.New("log is not empty")
)

// Config says where the engine keeps things. The zero value is a server in memory.
type Config struct {
	Dir          string        // data folder of the embedded server; "" keeps everything in memory
	URLs         []string      // an existing cluster instead of the embedded server
	Credentials  string        // NATS credentials file for URLs; "" for none
	Replicas     int           // copies of each stream on a cluster; 0 means 3
	MaxLogBytes  int64         // size of one log in bytes; 0 means 1 GiB on disk, 256 MiB in memory
	Duplicates   time.Duration // how long the engine itself remembers ids; 0 means 10 minutes
	SilenceCheck time.Duration // how often a quiet follower asks whether it missed something; 0 means 1 s
	Patience     time.Duration // all attempts to store one entry together; 0 means 20 s
	Bulk         bool          // for filling a folder: nothing is safe before Close has returned
	Log          *slog.Logger  // nil is silent
}

// Sizes of an entry and of a log.
const (
	// MaxEntryBytes bounds one stored entry with its headers: 32 KiB of text can grow sixfold in JSON.
	MaxEntryBytes      = 256 << 10
	defaultDiskBytes   = 1 << 30
	defaultMemoryBytes = 256 << 20
)

func (c Config) withDefaults() Config {
	if c.MaxLogBytes == 0 {
		c.MaxLogBytes = defaultMemoryBytes
		if c.durable() {
			c.MaxLogBytes = defaultDiskBytes
		}
	}
	if c.Duplicates == 0 {
		c.Duplicates = 10 * time.Minute
	}
	if c.SilenceCheck == 0 {
		c.SilenceCheck = time.Second
	}
	if c.Patience == 0 {
		c.Patience = publishTimeout
	}
	if c.Replicas == 0 {
		c.Replicas = 3
	}
	if len(c.URLs) == 0 {
		c.Replicas = 1
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

func (c Config) durable() bool { return c.Dir != "" || len(c.URLs) > 0 }

func (c Config) storage() jetstream.StorageType {
	if c.durable() {
		return jetstream.FileStorage
	}
	return jetstream.MemoryStorage
}

// Engine is a connection to JetStream, and the embedded server behind it where there is one.
// It is safe for concurrent use.
type Engine struct {
	config   Config
	embedded *embedded // nil with an external cluster
	conn     *nats.Conn
	stream   jetstream.JetStream
}

// Open starts the embedded server, or connects to the cluster, and returns when it answers.
// A data folder that another process serves from gives ErrLocked.
func Open(ctx context.Context, config Config) (*Engine, error) {
	config = config.withDefaults()
	e := &Engine{config: config}
	options := connectOptions(config)
	address := strings.Join(config.URLs, ",")
	if len(config.URLs) == 0 {
		started, err := startEmbedded(config)
		if err != nil {
			return nil, err
		}
		e.embedded = started
		options = append(options, nats.InProcessServer(started.server))
	}
	if err := e.connect(ctx, address, options); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

func (e *Engine) connect(ctx context.Context, address string, options []nats.Option) error {
	conn, err := nats.Connect(address, options...)
	if err != nil {
		return fmt.Errorf("connect to the room engine: %w", err)
	}
	e.conn = conn
	if e.stream, err = jetstream.New(conn); err != nil {
		return fmt.Errorf("open jetstream: %w", err)
	}
	return e.whileForming(ctx, func() error {
		if _, err := e.stream.AccountInfo(ctx); err != nil {
			return fmt.Errorf("ask jetstream: %w", err)
		}
		return nil
	})
}

// formingTimeout is how long a cluster may take to elect who answers.
const formingTimeout = 30 * time.Second

// whileForming tries again while a cluster has not come together yet. An embedded server answers at
// once or not at all.
func (e *Engine) whileForming(ctx context.Context, do func() error) error {
	ctx, cancel := context.WithTimeout(ctx, formingTimeout)
	defer cancel()
	for {
		err := do()
		var api *jetstream.APIError
		forming := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
			errors.As(err, &api) && (api.Code == 503 || api.ErrorCode == codeNoPeers)
		if err == nil || e.embedded != nil || !forming || !pause(ctx, 250*time.Millisecond) {
			return err
		}
	}
}

// connectOptions: a connection that never gives up; who waits for an answer has a deadline of its own.
func connectOptions(config Config) []nats.Option {
	logger := config.Log
	options := []nats.Option{
		nats.Name("earshot gateway"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(250*time.Millisecond, 500*time.Millisecond),
		nats.Timeout(5 * time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { logger.Debug("engine connection lost", "error", err) }),
		nats.ReconnectHandler(func(*nats.Conn) { logger.Debug("engine connection back") }),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			subject := ""
			if s != nil {
				subject = s.Subject
			}
			logger.Debug("engine subscription", "subject", subject, "error", err)
		}),
	}
	if config.Credentials != "" {
		options = append(options, nats.UserCredentials(config.Credentials))
	}
	return options
}

// Close ends the connection, stops the embedded server and gives its folder free. What was
// acknowledged is on disk already, so nothing is flushed here.
func (e *Engine) Close() error {
	if e.conn != nil {
		e.conn.Close()
	}
	if e.embedded != nil {
		return e.embedded.stop()
	}
	return nil
}

// Publish sends a passing word to every engine that listens on the subject now; nothing is stored.
func (e *Engine) Publish(subject string, data []byte) error {
	if err := e.conn.Publish(subject, data); err != nil {
		return fmt.Errorf("publish on %s: %w", subject, err)
	}
	return nil
}

// Listen calls handle with every word published on the subject until ctx ends. Words may be lost.
func (e *Engine) Listen(ctx context.Context, subject string, handle func([]byte)) error {
	sub, err := e.conn.Subscribe(subject, func(m *nats.Msg) { handle(m.Data) })
	if err != nil {
		return fmt.Errorf("listen on %s: %w", subject, err)
	}
	context.AfterFunc(ctx, func() { _ = sub.Unsubscribe() })
	return nil
}

// Shared tells whether other gateways may write to the same rooms.
func (e *Engine) Shared() bool { return e.embedded == nil }

// Durable tells whether what is stored outlives the process.
func (e *Engine) Durable() bool { return e.config.durable() }
