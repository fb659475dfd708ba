package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/pflag"

	"earshot/client"
	"earshot/convention/ledger"
	"earshot/convention/scp"
	"earshot/convention/tokens"
	"earshot/tui"
)

// screenOptions are the flags of every command that draws the terminal interface.
type screenOptions struct{ dictionary string }

func (o *screenOptions) flags(flags *pflag.FlagSet) {
	flags.StringVar(&o.dictionary, "dict", "", "an SCP dictionary `FILE` to decode bodies with")
}

// screenClock is the rooms' time.
type screenClock struct {
	now   func() time.Time
	speed float64
}

// screenRoom is one room to show.
type screenRoom struct {
	name, as string
	seat     keptSeat // whose drafts, marks and rows set aside are kept
	drafts   string   // the key of its drafts
	session  *client.Session
	run      roomRun // the session's, or around it
	finished bool    // it takes no posts
	standing bool    // its clock stands at its last message
	// leftOut counts what of the source is no message; nil where everything is.
	leftOut func() (lines int, first error)
}

// runScreen draws the terminal interface over some rooms until the person leaves it. With keep, drafts,
// read marks and what was set aside are kept between runs.
func runScreen(ctx context.Context, p process, o screenOptions, due time.Duration, clock screenClock, rooms []screenRoom, keep bool) error {
	dictionary, err := o.loadDictionary()
	if err != nil {
		return err
	}
	s, problem := loadSettings(p.configPath(""))
	templates, left := p.folders.loadTemplates()
	if problem = errors.Join(problem, left); problem != nil {
		say(p.err, problem.Error())
	}
	if due == 0 {
		due = time.Duration(s.DueWindow)
	}
	options := tui.Options{
		Now: clock.now, Speed: clock.speed, Zone: time.Local, Palette: s.Theme.name, Emoji: s.Emoji.shown, NewID: uuid.NewString,
		LoadCounter: func() (*tokens.Counter, error) { return tokens.Load(s.Encoding.name) },
		Keys:        s.Keys, NoMouse: !s.Mouse, Editor: p.editText, Templates: templates, Dictionary: dictionary,
		Ledger: ledger.Options{DueWindow: due}, Notify: s.Notify.shown(), OpenLink: p.linkOpener(runtime.GOOS),
	}
	if problem != nil {
		options.Banner = problem.Error()
	}
	if state := p.folders.stateFolder(); state != "" {
		options.SaveCopy = copies(state) // on a key alone
	}
	if state := p.folders.stateFolder(); keep && state != "" {
		release, told := keepBetweenRuns(&options, state, s.History, rooms)
		defer func() { _ = release() }() // the end of the program releases all the same
		options.Banner = strings.Join(slices.DeleteFunc([]string{options.Banner, told}, func(s string) bool { return s == "" }), "; ")
	}
	for _, r := range rooms {
		options.Rooms = append(options.Rooms, r.shown())
	}
	err = tui.Run(ctx, tui.New(options))
	var unkept *tui.Unkept
	if errors.As(err, &unkept) { // rather on the terminal than nowhere
		for _, text := range unkept.Texts {
			fmt.Fprintln(p.err, text)
		}
	}
	if ended := signalOf(ctx); ended != nil && err == nil {
		return errSignal{ended}
	}
	return err
}

// keepBetweenRuns has drafts, marks and what is set aside kept below a folder, each for the seat that it
// belongs to. It tells what a person should know of it, "" for nothing.
func keepBetweenRuns(options *tui.Options, state string, history bool, rooms []screenRoom) (release func() error, told string) {
	folders := map[string]kept{}
	for folder, suffix := range map[string]string{"drafts": ".txt", "marks": ".txt", "sent": ".json", "asides": ".json"} {
		folders[folder] = kept{filepath.Join(state, folder), suffix}
	}
	places := newPlaces(folders["drafts"], filepath.Join(state, "locks"))
	var problems []string
	for i := range rooms {
		r := &rooms[i]
		key, shared, err := places.take(r.seat.key)
		if r.drafts = key; err != nil {
			problems = append(problems, err.Error())
			continue
		}
		if shared {
			problems = append(problems, "this seat is open in another program too: what is written here is kept apart, and comes back at the next start")
			continue
		}
		for _, k := range folders {
			if err := k.adopt(r.seat.before, r.seat.key); err != nil {
				problems = append(problems, err.Error())
			}
		}
	}
	options.Drafts = drafts{folders["drafts"], places}
	options.Marks = marks{folders["marks"]}
	options.Asides = newAsides(folders["asides"])
	if history {
		options.Sent = newSent(folders["sent"])
	}
	return places.release, strings.Join(problems, "; ")
}

func (o *screenOptions) loadDictionary() (*scp.Dictionary, error) {
	if o.dictionary == "" {
		return nil, nil
	}
	return loadDictionary(o.dictionary)
}

// shown is the room as the interface takes it.
func (r screenRoom) shown() tui.Room {
	room := tui.Room{Name: r.name, Run: r.run, As: r.as, ReadOnly: r.finished, Standing: r.standing, LeftOut: r.leftOut,
		Key: r.seat.key, DraftKey: r.drafts, Member: r.seat.member}
	if !r.finished {
		room.API = r.session
	}
	return room
}
