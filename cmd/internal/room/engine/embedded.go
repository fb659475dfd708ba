package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
)

const (
	lockName     = "earshot.lock"
	storeName    = "jetstream"
	readyTimeout = 10 * time.Second
	maxReserved  = 1 << 42 // bytes that all rooms together may reserve: no allocation, each room has its own bound
)

// embedded is a NATS server in this process that nobody can dial.
type embedded struct {
	server  *server.Server
	lock    *flock.Flock // nil in memory
	scratch string       // private folder, removed at the end; "" with a data folder
	unsafe  string       // store folder that has to be brought to the disk at the end; "" where every write is
}

func startEmbedded(config Config) (*embedded, error) {
	e := &embedded{}
	store, err := e.claim(config.Dir)
	if err != nil {
		return nil, errors.Join(err, e.stop())
	}
	if config.Bulk && config.Dir != "" {
		e.unsafe = store
	}
	e.server, err = server.NewServer(&server.Options{
		ServerName:             "earshot",
		DontListen:             true,
		NoSigs:                 true, // its own handler would end the process under our feet
		NoLog:                  true,
		DisableJetStreamBanner: true,
		JetStream:              true,
		StoreDir:               store, // never empty: the default is shared by every such program
		SyncAlways:             !config.Bulk,
		JetStreamMaxMemory:     maxReserved,
		JetStreamMaxStore:      maxReserved,
		MaxPayload:             1 << 20,
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("prepare the room engine: %w", err), e.stop())
	}
	if err := e.start(config.Log); err != nil {
		return nil, errors.Join(err, e.stop())
	}
	return e, nil
}

// start runs the server until it answers. What it calls fatal ends the wait; the server itself only
// writes that down and goes on without its store.
func (e *embedded) start(logger *slog.Logger) error {
	fatal := make(chan string, 1)
	e.server.SetLoggerV2(natsLog{to: logger, fatal: fatal}, false, false, false)
	go e.server.Start()
	ready := make(chan bool, 1)
	go func() { ready <- e.server.ReadyForConnections(readyTimeout) }()
	select {
	case why := <-fatal:
		return fmt.Errorf("start the room engine: %s", why)
	case ok := <-ready:
		if !ok {
			return fmt.Errorf("room engine was not ready within %s", readyTimeout)
		}
		return nil
	}
}

// claim makes the store folder ours: the data folder under a lock, or a private folder that goes
// away with the server.
func (e *embedded) claim(dir string) (string, error) {
	if dir == "" {
		scratch, err := os.MkdirTemp("", "earshot-room-")
		if err != nil {
			return "", fmt.Errorf("make a scratch folder for the room engine: %w", err)
		}
		e.scratch = scratch
		return filepath.Join(scratch, storeName), nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the data folder: %w", err)
	}
	lock := flock.New(filepath.Join(dir, lockName))
	held, err := lock.TryLock()
	if err != nil {
		return "", fmt.Errorf("lock the data folder %s: %w", dir, err)
	}
	if !held {
		return "", fmt.Errorf("%s: %w", dir, ErrLocked)
	}
	e.lock = lock
	return filepath.Join(dir, storeName), nil
}

func (e *embedded) stop() error {
	if e.server != nil {
		e.server.Shutdown()
		e.server.WaitForShutdown()
	}
	var failed []error
	if e.unsafe != "" {
		if err := syncTree(e.unsafe); err != nil {
			failed = append(failed, fmt.Errorf("bring the room to the disk: %w", err))
		}
	}
	if e.scratch != "" {
		if err := os.RemoveAll(e.scratch); err != nil {
			failed = append(failed, fmt.Errorf("remove the scratch folder: %w", err))
		}
	}
	if e.lock != nil {
		if err := e.lock.Unlock(); err != nil {
			failed = append(failed, fmt.Errorf("unlock the data folder: %w", err))
		}
	}
	return errors.Join(failed...)
}

// syncTree brings every file below a root to the disk, and the folders where the system can do that. What
// vanishes meanwhile is of a stream that was removed: its files go in the background.
func syncTree(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != root {
			return nil
		}
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if f, err := os.Open(path); err == nil {
				_ = f.Sync() // not every system knows how
				_ = f.Close()
			}
			return nil
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}

// natsLog hands the server's lines to ours: notices are details, the rest keeps its weight.
type natsLog struct {
	to    *slog.Logger
	fatal chan<- string
}

func (l natsLog) Noticef(format string, v ...any) { l.to.Debug(fmt.Sprintf(format, v...)) }
func (l natsLog) Warnf(format string, v ...any)   { l.to.Warn(fmt.Sprintf(format, v...)) }
func (l natsLog) Errorf(format string, v ...any)  { l.to.Error(fmt.Sprintf(format, v...)) }
func (l natsLog) Debugf(format string, v ...any)  { l.to.Debug(fmt.Sprintf(format, v...)) }
func (l natsLog) Tracef(format string, v ...any)  { l.to.Debug(fmt.Sprintf(format, v...)) }

func (l natsLog) Fatalf(format string, v ...any) {
	line := fmt.Sprintf(format, v...)
	l.to.Error(line)
	select {
	case l.fatal <- line:
	default:
	}
}
