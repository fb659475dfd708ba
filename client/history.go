package client

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"earshot/client/wire"
)

// History keeps a room between sessions: its messages and what was said about them, as wire.Messages, wire.Repeat and
// wire.Verdict.
type History interface {
	// Load hands out what is kept: messages in order, in batches, then the last word on each. It tells where to go on. Anything
	// doubtful is dropped, not handed out; an error means that the history cannot be used, and that what was handed out is void.
	Load(emit func(wire.Frame) error) (Resume, error)
	// Append adds what follows under this epoch; an epoch of "" is not kept.
	Append(epoch string, f wire.Frame) error
	// Reset forgets everything.
	Reset() error
}

// historyMost is how large a history grows, in bytes; what comes after is fetched again each time.
const historyMost = 256 << 20

// historyLine bounds one line when reading.
const historyLine = wire.MaxFrame + 64

// DiskHistory is the history of one room in one file: a line that names source and epoch, then a line a message, repeat count
// or verdict, each with a checksum that also covers the first line. A torn end, as a crash leaves it, is cut off; anything else that does not check
// makes the whole file void. Programs may share it: lines are appended whole, and what two of them append twice is read once.
type DiskHistory struct {
	path   string
	source string
	most   int64

	file  *os.File // open for appending
	seed  uint32   // checksum of the first line
	epoch string
	last  int64 // highest sequence kept
	size  int64 // of what checked
}

// historyHead is the first line.
type historyHead struct {
	Version int    `json:"earshot_history"`
	Source  string `json:"source"`
	Epoch   string `json:"epoch"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// OpenHistory uses a file for source (a Source's URL) in dir, which is made if need be. The error is a Problem; nothing
// needs a history.
func OpenHistory(dir, source string) (*DiskHistory, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &Problem{What: fmt.Sprintf("Room history cannot be kept in %s: %s.", dir, reasonOf(err)),
			Do: "Make the folder writable, or set XDG_CACHE_HOME to one that is.", Err: err, Exit: ExitUsage}
	}
	sum := sha256.Sum256([]byte(source))
	return &DiskHistory{path: filepath.Join(dir, hex.EncodeToString(sum[:12])+".history"), source: source, most: historyMost}, nil
}

// errDamaged says that a history does not check.
var errDamaged = errors.New("history is damaged")

// Load checks the whole file before it hands out anything.
func (h *DiskHistory) Load(emit func(wire.Frame) error) (Resume, error) {
	f, err := os.Open(h.path)
	if errors.Is(err, fs.ErrNotExist) {
		return Resume{}, nil
	}
	if err != nil {
		return Resume{}, err
	}
	defer f.Close() // it was only read
	if err := h.check(f); err != nil {
		return Resume{}, h.Reset()
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return Resume{}, err
	}
	if err := h.replay(io.LimitReader(f, h.size), emit); err != nil {
		return Resume{}, err
	}
	return Resume{After: h.last, Epoch: h.epoch}, nil
}

// historyLines scans whole lines with their line feed; a torn last line is nothing.
func historyLines(f io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(f)
	s.Buffer(make([]byte, 0, 64<<10), historyLine)
	s.Split(func(data []byte, _ bool) (int, []byte, error) {
		end := bytes.IndexByte(data, '\n') + 1
		if end == 0 {
			return 0, nil, nil
		}
		return end, data[:end], nil
	})
	return s
}

// check reads the file through and notes how far it is good.
func (h *DiskHistory) check(f io.Reader) error {
	lines := historyLines(f)
	if !lines.Scan() {
		return errDamaged
	}
	var head historyHead
	if err := json.Unmarshal(lines.Bytes(), &head); err != nil || head.Version != 1 || head.Source != h.source || head.Epoch == "" {
		return errDamaged
	}
	h.seed, h.epoch, h.size = crc32.Checksum(lines.Bytes(), castagnoli), head.Epoch, int64(len(lines.Bytes()))
	for lines.Scan() {
		line := lines.Bytes()
		sum, object, ok := bytes.Cut(line, []byte(" "))
		if want, err := strconv.ParseUint(string(sum), 16, 32); !ok || err != nil || crc32.Update(h.seed, castagnoli, object) != uint32(want) {
			return errDamaged
		}
		h.size += int64(len(line))
	}
	if lines.Err() != nil {
		return errDamaged
	}
	return nil
}

// replay hands out a file that was checked.
func (h *DiskHistory) replay(f io.Reader, emit func(wire.Frame) error) error {
	lines := historyLines(f)
	lines.Scan() // the first line was read
	h.last = 0
	var batch []wire.Message
	var said lastWords
	for lines.Scan() {
		_, object, _ := bytes.Cut(lines.Bytes(), []byte(" "))
		if bytes.HasPrefix(object, []byte(`{"op":`)) {
			f, err := wire.Decode(object)
			if err != nil {
				return errDamaged
			}
			said.hear(f)
			continue
		}
		m, err := wire.DecodeMessage(object)
		if err != nil || m.Sequence == 0 {
			return errDamaged
		}
		if m.Sequence <= h.last { // appended by another program as well
			continue
		}
		h.last = m.Sequence
		if batch = append(batch, m); len(batch) == wire.PageMessages {
			if err := emit(wire.Messages{Messages: batch}); err != nil {
				return err
			}
			batch = nil
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if len(batch) > 0 {
		if err := emit(wire.Messages{Messages: batch}); err != nil {
			return err
		}
	}
	return said.tell(h.last, emit)
}

// lastWords keeps the last word on each thing, in the order in which the things came up.
type lastWords struct {
	order []wire.Frame
	at    map[string]int
}

func (l *lastWords) hear(f wire.Frame) {
	key := ""
	switch f := f.(type) {
	case wire.Repeat:
		key = strconv.FormatInt(f.Sequence, 10)
	case wire.Verdict:
		key = fmt.Sprint(f.Sequence, " ", f.Line, " ", f.Reference)
	default:
		return
	}
	if l.at == nil {
		l.at = make(map[string]int)
	}
	if i, ok := l.at[key]; ok {
		l.order[i] = f
		return
	}
	l.at[key] = len(l.order)
	l.order = append(l.order, f)
}

// tell hands out what was said about messages up to last.
func (l *lastWords) tell(last int64, emit func(wire.Frame) error) error {
	for _, f := range l.order {
		if about(f) > last {
			continue
		}
		if err := emit(f); err != nil {
			return err
		}
	}
	return nil
}

// about is the sequence that a frame speaks of.
func about(f wire.Frame) int64 {
	switch f := f.(type) {
	case wire.Repeat:
		return f.Sequence
	case wire.Verdict:
		return f.Sequence
	}
	return 0
}

// Append writes a frame in one go.
func (h *DiskHistory) Append(epoch string, f wire.Frame) error {
	if epoch == "" || h.size > h.most {
		return nil
	}
	if h.epoch != epoch || h.file == nil {
		if err := h.open(epoch); err != nil {
			return fmt.Errorf("keep history: %w", err)
		}
	}
	lines, err := h.encode(f)
	if err != nil {
		return fmt.Errorf("keep history: %w", err)
	}
	n, err := h.file.Write(lines)
	h.size += int64(n)
	if err != nil {
		return fmt.Errorf("keep history: %w", err)
	}
	return nil
}

// encode gives the lines of a frame.
func (h *DiskHistory) encode(f wire.Frame) ([]byte, error) {
	messages, ok := f.(wire.Messages)
	if !ok {
		object, err := wire.Encode(f)
		return h.line(nil, object), err
	}
	var lines []byte
	for _, m := range messages.Messages {
		if m.Sequence <= h.last {
			continue
		}
		object, err := wire.EncodeMessage(m)
		if err != nil {
			return nil, err
		}
		if len(object) > historyLine-16 { // it could not be read back; a history ends before it
			h.size = h.most + 1
			break
		}
		h.last = m.Sequence
		lines = h.line(lines, object)
	}
	return lines, nil
}

// line appends one line with its checksum.
func (h *DiskHistory) line(lines, object []byte) []byte {
	object = append(object, '\n')
	lines = fmt.Appendf(lines, "%08x ", crc32.Update(h.seed, castagnoli, object))
	return append(lines, object...)
}

// open makes the file ready to append under an epoch: the one that was loaded, without its torn end, or a new one.
func (h *DiskHistory) open(epoch string) error {
	if h.epoch == epoch {
		if err := os.Truncate(h.path, h.size); err != nil {
			return err
		}
	} else {
		if err := h.Reset(); err != nil {
			return err
		}
		head, err := json.Marshal(historyHead{1, h.source, epoch})
		if err != nil {
			return err
		}
		head = append(head, '\n')
		if err := writeWhole(h.path, head); err != nil {
			return err
		}
		h.seed, h.epoch, h.size = crc32.Checksum(head, castagnoli), epoch, int64(len(head))
	}
	f, err := os.OpenFile(h.path, os.O_APPEND|os.O_WRONLY, 0o600)
	h.file = f
	return err
}

// Reset removes the file.
func (h *DiskHistory) Reset() error {
	err := h.Close()
	h.epoch, h.last, h.size, h.seed = "", 0, 0, 0
	if rm := os.Remove(h.path); rm != nil && !errors.Is(rm, fs.ErrNotExist) {
		// Another program may hold it open where that forbids removing; without its content it is void as well.
		err = errors.Join(err, os.Truncate(h.path, 0))
	}
	return err
}

// Close ends the appending; the history can be used again.
func (h *DiskHistory) Close() error {
	if h.file == nil {
		return nil
	}
	err := h.file.Close()
	h.file = nil
	return err
}

// String names the file without its folder.
func (h *DiskHistory) String() string { return strings.TrimSuffix(filepath.Base(h.path), ".history") }
