package queue

import "github.com/innosim/innosim/sim"

// Lines is a rate limit before which requests of two kinds, such as reads and writes, wait in lines of their own. The
// heads of both lines take turns, so while both wait each gets half of the rate; within a line the first comes first.
// The zero value limits nothing.
//
// It is booked: the delay assumes that the other line gets no new requests. Those that come later take their half of
// the rate from whoever comes after them, not from what is booked already, so the rate holds over any time that is
// long against the lines, and a little more may pass while they grow.
type Lines struct {
	Bucket
	behind [2]int64 // picoseconds of service at the full rate for which each line waits
	at     int64    // picoseconds: when it was so
}

// NewLines returns a full bucket with two empty lines.
func NewLines(rate, depth float64) Lines { return Lines{Bucket: NewBucket(rate, depth)} }

// Book takes n units at the end of a line, 0 or 1, and returns the delay until they may pass.
func (l *Lines) Book(now sim.Time, line int, n uint64) sim.Duration {
	if l.rate == 0 {
		return 0
	}
	l.drain(now)
	before := l.late(now)
	l.Bucket.Book(now, n)
	delay := min(2*l.behind[line], before)
	l.behind[line] += l.late(now) - before
	return sim.Duration((delay + picos - 1) / picos)
}

// drain lets both lines get on until now: equally, as long as the shorter one lasts.
func (l *Lines) drain(now sim.Time) {
	elapsed := int64(now)*picos - l.at
	l.at += elapsed
	short := 0
	if l.behind[1] < l.behind[0] {
		short = 1
	}
	l.behind[short] = max(0, l.behind[short]-elapsed/2)
	l.behind[1-short] = max(0, l.late(now)-l.behind[short])
}

// late is for how long the bucket is booked out, in picoseconds.
func (l *Lines) late(now sim.Time) int64 { return max(0, l.full-l.tau-int64(now)*picos) }

// SetRate changes the rate and the depth from now on; what is booked stays booked, and counts as the second line's.
func (l *Lines) SetRate(rate, depth float64) {
	l.Bucket.SetRate(rate, depth)
	l.behind = [2]int64{}
}
