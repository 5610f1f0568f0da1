package engine

import "github.com/innosim/innosim/sim"

// sawtooth is the history list's length over time. Commits lengthen the list one by one, and purge shortens it by all
// that it has worked off at once, every innodb_purge_rseg_truncate_frequency batches.
type sawtooth struct {
	length uint64
	since  sim.Time // … it is as long as that
	area   float64  // transactions × seconds up to since
	tooth  tooth    // the last that ended
}

// tooth is the end of one tooth of the saw.
type tooth struct {
	at   sim.Time // 0: none has ended yet
	area float64
}

// set changes the length of the list.
func (s *sawtooth) set(now sim.Time, length uint64) {
	s.area += float64(float64(s.length) * now.Sub(s.since).Seconds())
	s.since, s.length = now, length
}

// cut is set at the end of a tooth.
func (s *sawtooth) cut(now sim.Time, length uint64) {
	s.set(now, length)
	s.tooth = tooth{now, s.area}
}

// historyNow is the history list's length at the end, as it is found on average: a single look at a saw finds any point
// of it, so it is the mean over the last ten report intervals; in whole teeth, because ten looks at a saw with a period of
// about an interval are no better than one.
func (e *Engine) historyNow() float64 {
	lines := e.meter.lines
	if len(lines) == 0 {
		return float64(e.purge.saw.length)
	}
	if mean, ok := meanTooth(lines[max(0, len(lines)-historyLines-1):], e.purge.saw.tooth); ok {
		return mean
	}
	lines = lines[max(0, len(lines)-historyLines):]
	sum := 0.0
	for _, l := range lines {
		sum += l.HistoryList
	}
	return sum / float64(len(lines))
}

// meanTooth is the mean length over the teeth from the first that ended before or in one of the lines to the last; false
// when that is none.
func meanTooth(lines []IntervalLine, last tooth) (float64, bool) {
	for _, l := range lines {
		if first := l.tooth; first.at > 0 && first.at < last.at {
			return (last.area - first.area) / last.at.Sub(first.at).Seconds(), true
		}
	}
	return 0, false
}

const historyLines = 10 // report intervals
