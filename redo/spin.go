package redo

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// debt is CPU time of spinning and polling that is not yet paid.
type debt struct {
	owed   sim.Duration
	paying int // bursts at the CPU
}

// payers is how many spinning threads can burn processors at the same time.
const payers = 4

// owe charges CPU time that the log's threads burn without an event of their own.
func (l *Log) owe(k *sim.Kernel, d sim.Duration) {
	if d <= 0 {
		return
	}
	l.spin.owed = min(l.spin.owed+d, l.o.Costs.DebtMax)
	l.pay(k)
}

func (l *Log) pay(k *sim.Kernel) {
	c := l.o.Costs.SpinChunk
	if l.spin.owed < c || l.spin.paying == payers {
		return
	}
	l.spin.owed -= c
	l.spin.paying++
	if l.kn.Writers == LogThreads && l.threadsSpin() {
		c = l.fairShare(c)
	}
	l.m.SpinTime += uint64(c)
	l.env.CPU.Run(k, queue.Server, c, l.wake(kindDebtPaid, l.o.Threads.Spin))
}

// fairShare is the CPU time that a spinning thread gets in d: all of it on a processor that is free, else its
// part among those that want one, since a fair scheduler gives threads that wait as much as threads that
// spin.
func (l *Log) fairShare(d sim.Duration) sim.Duration {
	cpus := l.env.CPU.CPUs()
	if l.env.CPU.Busy() < cpus {
		return d
	}
	return d * sim.Duration(cpus) / sim.Duration(cpus+l.env.CPU.Queued()+l.spin.paying)
}

func (l *Log) debtPaid(k *sim.Kernel) {
	l.spin.paying--
	l.pay(k)
}

// requestRate is the mean interval between requests to write or flush (write_to_file_requests_interval).
type requestRate struct {
	total, last uint64
	lastTime    sim.Time
	interval    sim.Duration
}

const (
	frequent     = 1 * sim.Millisecond   // more often than this is worth spinning
	rarest       = 100 * sim.Millisecond // the interval is not tracked beyond
	rateWeight   = 64
	timeoutMax   = 100 * sim.Millisecond // os_event_wait_for doubles its timeout after each 4, up to this
	timeoutTries = 4
)

// update is Log_write_to_file_requests_monitor::update.
func (r *requestRate) update(now sim.Time) {
	d := now.Sub(r.lastTime)
	switch {
	case r.total > r.last:
		n := sim.Duration(r.total - r.last)
		r.interval = (r.interval*(rateWeight-1) + d/n) / rateWeight
	case d > rarest:
		r.interval = rarest
	default:
		return
	}
	r.last, r.lastTime = r.total, now
}

// threadsSpin tells whether log threads spin before they sleep (Log_thread_waiting).
func (l *Log) threadsSpin() bool {
	return l.env.Load != nil && l.rate.interval < frequent &&
		l.env.Load.CPUPercentOfOneCore() >= float64(l.kn.SpinAbsLWM)
}

// spinning tells whether a log thread that is idle since t still spins.
func (l *Log) spinning(now, since sim.Time) bool {
	return now.Sub(since) < l.o.Costs.ThreadSpin && l.threadsSpin()
}

// nextPoll is when a log thread that is idle since t looks again by itself, at now or later.
func (l *Log) nextPoll(now, since sim.Time) sim.Time {
	w := l.o.Costs.ThreadSleep
	if !l.threadsSpin() {
		w = min(max(l.rate.interval, w), frequent)
	} else {
		since = since.Add(l.o.Costs.ThreadSpin)
	}
	slack := l.o.Costs.TimerSlack
	at := since
	for {
		for range timeoutTries {
			if at = at.Add(w + slack); at >= now {
				return at
			}
		}
		if w >= timeoutMax {
			break
		}
		w = min(2*w, timeoutMax)
	}
	n := (now.Sub(at) + w + slack - 1) / (w + slack)
	return at.Add(n * (w + slack))
}

// userSpin is the time that a user thread spins before it sleeps (log_max_spins_when_waiting_in_user_thread).
func (l *Log) userSpin(flush bool) sim.Duration {
	if l.env.Load == nil || flush && l.flush.average >= l.kn.FlushSpin {
		return 0
	}
	return sim.Duration(l.UserSpinRounds()) * l.o.Costs.SpinRound
}

// UserSpinRounds is the spin budget of a user thread by CPU use, in rounds; the rule on the average sync
// time aside.
func (l *Log) UserSpinRounds() int64 {
	hwm := float64(l.kn.SpinPctHWM)
	half := float64(hwm / 2)
	all, base := l.env.Load.CPUPercentOfAll(), l.o.Costs.UserSpin
	switch {
	case l.env.Load.CPUPercentOfOneCore() < float64(l.kn.SpinAbsLWM), all >= hwm:
		return 0
	case all >= half:
		return base
	}
	r := (half - all) / half
	return base + int64(float64(9*r*float64(base)))
}

// rechecks is how many timed wake-ups a user thread had in a sleep of d.
func (l *Log) rechecks(d sim.Duration) uint64 {
	n, w := uint64(0), l.o.Costs.UserRecheck
	for {
		for range timeoutTries {
			if d -= w; d < 0 {
				return n
			}
			n++
		}
		w = min(2*w, timeoutMax)
	}
}
