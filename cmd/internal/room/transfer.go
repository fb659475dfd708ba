package room

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"earshot/cmd/internal/room/engine"
)

// An export is lines of JSON: a head, the room's table, its log, and a tail that tells that the
// export is whole. It holds hashes of tokens and no tokens, and all that was said: keep it like the
// room itself.
//
//	{"earshot_export":1,"room":"main","epoch":"ep_…"}
//	{"key":"seat.i_…","value":{…}}
//	{"sequence":1,"member":"i_…","key":"…","id":"…","body":{…}}
//	{"entries":120}
const exportVersion = 1

const (
	exportPage    = 256
	exportBytes   = 8 << 20
	exportMaxLine = 1 << 20
)

type exportHead struct {
	Version int    `json:"earshot_export"`
	Room    string `json:"room"`
	Epoch   string `json:"epoch"`
}

type exportFact struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

type exportEntry struct {
	Sequence int64           `json:"sequence"`
	Member   string          `json:"member"`
	Key      string          `json:"key,omitempty"`
	Gateway  string          `json:"gateway,omitempty"`
	ID       string          `json:"id"`
	Body     json.RawMessage `json:"body"`
}

type exportTail struct {
	Entries *int64 `json:"entries"`
}

// exportLine is any line of an export.
type exportLine struct {
	exportHead
	exportEntry
	exportTail
	Value json.RawMessage `json:"value"`
}

// openEngine opens the store that a configuration names, without serving it.
func openEngine(ctx context.Context, config Config) (*engine.Engine, error) {
	if config.Data == "" && len(config.NATS.URLs) == 0 {
		return nil, errors.New("a data folder or a cluster is needed: a room in memory cannot be moved")
	}
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	settings := config.engine()
	settings.Bulk = true
	return engine.Open(ctx, settings)
}

// Export writes a room of the configuration's store. The store must not be served from meanwhile; a
// data folder that is gives engine.ErrLocked.
func Export(ctx context.Context, config Config, name string, w io.Writer) (entries int64, err error) {
	e, err := openEngine(ctx, config)
	if err != nil {
		return 0, fmt.Errorf("export room %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	known, err := e.HasLog(ctx, name)
	if err == nil && !known {
		err = errors.New("there is no such room")
	}
	if err != nil {
		return 0, fmt.Errorf("export room %s: %w", name, err)
	}
	out := bufio.NewWriter(w)
	x := exporter{encoder: json.NewEncoder(out)}
	x.encoder.SetEscapeHTML(false) // bodies must come out byte for byte
	if entries, err = x.room(ctx, e, name); err == nil {
		err = out.Flush()
	}
	if err != nil {
		return 0, fmt.Errorf("export room %s: %w", name, err)
	}
	return entries, nil
}

type exporter struct{ encoder *json.Encoder }

func (x exporter) room(ctx context.Context, e *engine.Engine, name string) (int64, error) {
	log, err := e.OpenLog(ctx, name, "")
	if err != nil {
		return 0, err
	}
	table, err := e.OpenTable(ctx, name)
	if err != nil {
		return 0, err
	}
	if err := x.encoder.Encode(exportHead{exportVersion, name, log.Epoch()}); err != nil {
		return 0, err
	}
	items, _, err := table.All(ctx)
	if err != nil {
		return 0, err
	}
	for _, item := range items {
		if err := x.encoder.Encode(exportFact{item.Key, item.Value}); err != nil {
			return 0, err
		}
	}
	last, err := x.log(ctx, log)
	if err != nil {
		return 0, err
	}
	return last, x.encoder.Encode(exportTail{&last})
}

func (x exporter) log(ctx context.Context, log *engine.Log) (int64, error) {
	for after := int64(0); ; {
		found, err := log.Read(ctx, after, exportPage, exportBytes)
		if err != nil || len(found) == 0 {
			return after, err
		}
		for _, e := range found {
			if !compact(e.Body) {
				return after, fmt.Errorf("entry %d would not come out byte for byte", e.Sequence)
			}
			if err := x.encoder.Encode(exportEntry{e.Sequence, e.Member, e.Key, e.Gateway, e.ID, e.Body}); err != nil {
				return after, err
			}
			after = e.Sequence
		}
	}
}

// compact tells whether JSON goes through an encoder unchanged.
func compact(body []byte) bool {
	var b bytes.Buffer
	return json.Compact(&b, body) == nil && bytes.Equal(b.Bytes(), body)
}

// Import makes the room of an export in the configuration's store: the same sequences, the same bytes,
// the same epoch, seats and tokens, so that clients resume where they were. A room that is there
// already gives engine.ErrExists. Of an import that fails nothing stays.
func Import(ctx context.Context, config Config, r io.Reader) (room string, entries int64, err error) {
	lines := readExport(r)
	head, err := lines.next()
	if err != nil || head == nil || head.Version != exportVersion || !validRoom(head.Room) || head.Epoch == "" {
		return "", 0, errors.Join(errors.New("import a room: this is no export of a room"), err)
	}
	e, err := openEngine(ctx, config)
	if err != nil {
		return head.Room, 0, fmt.Errorf("import room %s: %w", head.Room, err)
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	known, err := e.HasLog(ctx, head.Room)
	if err == nil && known {
		err = engine.ErrExists
	}
	if err == nil {
		entries, err = fill(ctx, e, head.exportHead, lines, nil)
		if err != nil && !errors.Is(err, engine.ErrExists) {
			err = errors.Join(err, e.RemoveRoom(context.WithoutCancel(ctx), head.Room))
		}
	}
	if err != nil {
		return head.Room, 0, fmt.Errorf("import room %s: %w", head.Room, err)
	}
	return head.Room, entries, nil
}

// exportReader reads an export line by line.
type exportReader struct {
	lines *bufio.Scanner
	line  int
}

func readExport(r io.Reader) *exportReader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, exportMaxLine)
	return &exportReader{lines: lines}
}

// next returns nil after the last line. Its errors name the line.
func (x *exportReader) next() (*exportLine, error) {
	x.line++
	if !x.lines.Scan() {
		if err := x.lines.Err(); err != nil {
			return nil, fmt.Errorf("read line %d: %w", x.line, err)
		}
		return nil, nil
	}
	var line exportLine
	if err := json.Unmarshal(x.lines.Bytes(), &line); err != nil {
		return nil, fmt.Errorf("read line %d: %w", x.line, err)
	}
	return &line, nil
}

// fault says what keeps a line behind the head from being a record of a room, "" where nothing does. A name
// that is no subject would be waited for in vain.
func (l *exportLine) fault() string {
	switch {
	case l.Entries != nil:
		return ""
	case l.Sequence != 0 && (!subject(l.Member) || strings.Contains(l.Member, ".")):
		return "it is an entry without a member"
	case l.Sequence != 0 && (l.ID == "" || len(l.Body) == 0):
		return "it is an entry without an id or a body"
	case l.Sequence == 0 && !subject(l.exportEntry.Key):
		return "it has neither a sequence nor a key"
	case l.Sequence == 0 && len(l.Value) == 0:
		return "it is a fact without a value"
	}
	return ""
}

// subject tells whether a text can stand in a subject of the log: words of visible ASCII with dots between.
func subject(s string) bool {
	for word := range strings.SplitSeq(s, ".") {
		if word == "" || strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r > '~' || r == '*' || r == '>' }) {
			return false
		}
	}
	return true
}

// fill makes the log and then the table, so that an import that broke off has no seats. Each entry
// goes through change, which may be nil.
func fill(ctx context.Context, e *engine.Engine, head exportHead, lines *exportReader, change func(*engine.Entry) error) (int64, error) {
	log, err := e.OpenLog(ctx, head.Room, head.Epoch)
	if err != nil {
		return 0, err
	}
	var facts []exportFact
	var promised *int64
	entries, err := log.Import(ctx, func() (*engine.Entry, error) {
		for {
			line, err := lines.next()
			if err != nil || line == nil {
				return nil, err
			}
			if fault := line.fault(); fault != "" {
				return nil, fmt.Errorf("line %d is no record of a room: %s", lines.line, fault)
			}
			switch {
			case line.Entries != nil:
				promised = line.Entries
			case line.Sequence > 0:
				e := &engine.Entry{Sequence: line.Sequence, Member: line.Member, Key: line.exportEntry.Key, Gateway: line.Gateway, ID: line.ID, Body: line.Body}
				if change == nil {
					return e, nil
				}
				return e, change(e)
			default:
				facts = append(facts, exportFact{line.exportEntry.Key, line.Value})
			}
		}
	})
	if err != nil {
		return 0, err
	}
	if promised == nil || *promised != entries {
		return 0, errors.New("the export is not whole: it ends early")
	}
	table, err := e.OpenTable(ctx, head.Room)
	if err != nil {
		return 0, err
	}
	for _, f := range facts {
		if _, err := table.Put(ctx, f.Key, f.Value); err != nil {
			return 0, err
		}
	}
	return entries, nil
}
