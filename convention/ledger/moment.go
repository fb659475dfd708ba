package ledger

import (
	"cmp"
	"time"
)

// moment is a time as the ledger keeps it: microseconds since the time that is
// zero for package time, so that no time is no moment. Fractions of a microsecond
// are dropped, which never puts a time on another side of a whole one; views give
// moments in UTC.
type moment int64

// yearOne is the zero time in microseconds of Unix time.
const yearOne = -62_135_596_800_000_000

func momentOf(t time.Time) moment { return moment(t.UnixMicro() - yearOne) }

func (m moment) time() time.Time {
	if m == 0 {
		return time.Time{}
	}
	return time.UnixMicro(int64(m) + yearOne).UTC()
}

func (m moment) isZero() bool               { return m == 0 }
func (m moment) before(o moment) bool       { return m < o }
func (m moment) after(o moment) bool        { return m > o }
func (m moment) compare(o moment) int       { return cmp.Compare(m, o) }
func (m moment) sub(o moment) time.Duration { return time.Duration(m-o) * time.Microsecond }
func (m moment) add(d time.Duration) moment { return m + moment(d/time.Microsecond) }
