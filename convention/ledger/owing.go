package ledger

// item is one ask or req line as one seat owes it. Rooms hold many and most of
// them are short stories: what few have is kept apart.
type item struct {
	asking     *asking
	owner      *seat
	answered   *post // the message that answers it
	end        *ending
	past       *past
	job        *job   // of a req
	group      *group // of the items that its line opened; nil: it is alone
	alike      *item  // another of its message that says the same to the same seat
	fellow     *item  // another that the same message answered
	due        moment
	timer      moment // when it changes by time alone, zero never
	sense      uint64 // equal for lines that say the same
	text       span
	line       uint32
	nth        uint32
	ask        bool
	decider    bool // owed as the decider
	timed      bool // its text has times
	byTopic    bool // how it was answered
	late       lateness
	unreadable bool // what answers it says only that something could not be read: no silence

	stands  uint8 // the number of the state it shows
	alive   bool  // on the roll of what may have to be looked at
	inRoll  bool
	counted bool // the owner's unsettled counts it
	owing   bool // and so does its owing
	overdue bool // and its overdue
	settled bool // as its group counts it
}

// lateness is how late an answer was.
type lateness uint8

const (
	inTime lateness = iota
	late
	lateAfterDefault
)

func (x lateness) String() string {
	switch x {
	case late:
		return Late
	case lateAfterDefault:
		return LateAfterDefault
	}
	return ""
}

// ending is what took an item back or accepted it.
type ending struct {
	withdrawn  *post
	superseded *post
	accepted   *post // an ask's; a req's is read off its reports
	next       *item // the item that superseded it
}

// past is what happened to an item while it waited.
type past struct {
	to        *seat // who was addressed, where another owes it by now
	holds     int
	acks      []Ack
	nudges    []int64
	handovers []Handover
}

// job is what settles a req; forgotten and found again in a replay.
type job struct {
	entry       entry[item]
	proved      *done
	claimed     *post
	reports     []*post
	blocked     *post
	blockedText span
	progress    int64
}

// group is the items that one line opened.
type group struct{ of, settled int }

func (it *item) post() *post { return it.asking.post }

func (it *item) place() place  { return place{it.post().seq, int(it.line), int(it.nth)} }
func (it *item) listed() bool  { return it.alive }
func (it *item) rolled() *bool { return &it.inRoll }

// shown is the state that the item was last seen in.
func (it *item) shown() State { return stateOf(it.stands) }

// ended tells what ended the item, if anything did.
func (it *item) ended() ending {
	if it.end == nil {
		return ending{}
	}
	return *it.end
}

// ending returns where to note what ended the item.
func (it *item) ending() *ending {
	if it.end == nil {
		it.end = &ending{}
	}
	return it.end
}

// remember returns where to note what happened to the item.
func (it *item) remember() *past {
	if it.past == nil {
		it.past = &past{}
	}
	return it.past
}

// asked is the seat that was addressed, as it was known then.
func (it *item) asked() *seat {
	if it.past != nil && it.past.to != nil {
		return it.past.to
	}
	return it.owner
}

// to is the seat that was addressed.
func (it *item) to() *seat { return it.asked().self() }

func (it *item) proved() *done {
	if it.job == nil {
		return nil
	}
	return it.job.proved
}

func (it *item) claimed() *post {
	if it.job == nil {
		return nil
	}
	return it.job.claimed
}

func (it *item) blocked() *post {
	if it.job == nil {
		return nil
	}
	return it.job.blocked
}

func (it *item) reports() []*post {
	if it.job == nil {
		return nil
	}
	return it.job.reports
}

func (j *job) unsettle() {
	j.proved, j.claimed, j.reports, j.blocked, j.blockedText, j.progress = nil, nil, nil, nil, span{}, 0
	j.entry.again = false
}

// isAnswered reports whether an ask has an answer that counts.
func (it *item) isAnswered() bool { return it.answered != nil && !it.unreadable }

// waits reports whether an ask has no answer yet that counts.
func (it *item) waits() bool { return it.ask && !it.isAnswered() }

// pends reports whether an ask still waits and nobody took it back.
func (it *item) pends() bool {
	return it.waits() && (it.end == nil || it.end.withdrawn == nil && it.end.superseded == nil && it.end.accepted == nil)
}

// defaulted reports whether silence has decided by a moment.
func (it *item) defaulted(now moment) bool {
	return it.pends() && it.answered == nil && it.asking.silent && !it.due.isZero() && !now.before(it.due)
}

// acceptedBy returns the message by which the asker accepted: for a req, one in
// reply to a report that settles it. Nobody accepts its own work.
func (it *item) acceptedBy() *post {
	if it.ask {
		return it.ended().accepted
	}
	for _, report := range it.reports() {
		if report.detail == nil || report.detail.rare == nil {
			continue
		}
		for _, p := range report.detail.rare.accepts {
			if same(p.from, it.post().from) && !same(p.from, report.from) {
				return p
			}
		}
	}
	return nil
}

// handTo makes another seat owe the item, by a message that says so.
func (it *item) handTo(to *seat, by *post) {
	past, from := it.remember(), it.owner.self()
	if past.to == nil {
		past.to = from
	}
	past.handovers = append(past.handovers, Handover{Sequence: by.seq, From: from.public(), To: to.public(), At: by.at.time()})
	it.owner = to
}
