package room

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
	"earshot/cmd/internal/room/hall"
)

// Scrub rewrites messages of a room that must not be kept, under a new epoch: clients discard what
// they hold and load the room anew. The content of each message goes through rewrite, which tells
// whether it changed; sequences, ids, senders and times stay. The store must not be served from
// meanwhile.
//
// A log cannot be changed in place. The room is written to the file backup, removed, and made again;
// the file is removed at the end. Where that fails in between, the error says so, and the file is an
// export that Import takes.
func Scrub(ctx context.Context, config Config, name, backup string, rewrite func(sequence int64, content string) (string, bool)) (changed int, err error) {
	if config, err = config.withDefaults(); err != nil {
		return 0, fmt.Errorf("scrub room %s: %w", name, err)
	}
	file, err := os.OpenFile(backup, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, fmt.Errorf("scrub room %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err := Export(ctx, config, name, file); err != nil {
		return 0, errors.Join(err, os.Remove(backup))
	}
	if err := file.Sync(); err != nil {
		return 0, errors.Join(fmt.Errorf("scrub room %s: %w", name, err), os.Remove(backup))
	}
	s := scrubber{config: config, name: name, rewrite: rewrite}
	if err := s.replace(ctx, file); err != nil {
		return 0, fmt.Errorf("scrub room %s: the room is now in %s alone, import it: %w", name, backup, err)
	}
	if err := os.Remove(backup); err != nil {
		return s.changed, fmt.Errorf("scrub room %s: the room is scrubbed, but its old state is still in %s: %w", name, backup, err)
	}
	return s.changed, nil
}

type scrubber struct {
	config  Config
	name    string
	rewrite func(int64, string) (string, bool)
	changed int
}

// replace removes the room and makes it again from its export.
func (s *scrubber) replace(ctx context.Context, export io.ReadSeeker) (err error) {
	if _, err := export.Seek(0, io.SeekStart); err != nil {
		return err
	}
	lines := readExport(export)
	head, err := lines.next()
	if err != nil || head == nil {
		return errors.Join(errors.New("the export cannot be read"), err)
	}
	if head.Epoch, err = hall.NewEpoch(s.config.Rand); err != nil {
		return err
	}
	e, err := openEngine(ctx, s.config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if err := e.RemoveRoom(ctx, s.name); err != nil {
		return err
	}
	_, err = fill(ctx, e, head.exportHead, lines, s.change)
	return err
}

func (s *scrubber) change(e *engine.Entry) error {
	m, err := wire.DecodeMessage(e.Body)
	if err != nil {
		return fmt.Errorf("read message %d: %w", e.Sequence, err)
	}
	content, changes := s.rewrite(e.Sequence, m.Content)
	if !changes {
		return nil
	}
	m.Content = content
	if e.Body, err = wire.EncodeMessage(m); err != nil {
		return fmt.Errorf("write message %d: %w", e.Sequence, err)
	}
	s.changed++
	return nil
}
