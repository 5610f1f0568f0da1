package redo

import "github.com/innosim/innosim/sim"

// writer is the log_writer thread.
type writer struct {
	state   writerState
	locked  bool     // holds the writer mutex
	lazy    bool     // it is awake and nobody waits: what it writes is replayed at the next poll
	pollSet bool     // a poll is scheduled
	gen     uint64   // of the poll; older ones are ignored
	since   sim.Time // idle since
	free    sim.Time // end of the last replayed write: it spins, or sleeps, since then
	upTo    LSN      // of the write in progress
}

type writerState uint8

const (
	writerIdle    writerState = iota
	writerWaking              // its event is set
	writerMutexed             // waits for the writer mutex
	writerWriting
	writerSwitching // starts the next file
	writerStopped   // out of redo space
)

// writerNote tells the writer that there is redo in the buffer. Nothing wakes it, as in the server: it
// spins, or looks at its next timeout.
func (l *Log) writerNote(k *sim.Kernel) {
	w := &l.writer
	if w.state != writerIdle || w.pollSet {
		return
	}
	now := k.Now()
	if w.lazy = l.spinning(now, w.since); !w.lazy {
		l.writerPollAt(k, l.nextPoll(now, w.since))
		return
	}
	if l.o.Mode != Buffered {
		l.m.WriterNoWaits++
		l.writerGo(k, 0)
		return
	}
	l.writerPollAt(k, now.Add(l.lazyWindow()))
}

// lazyWindow is when to look what the writer has done: after its next write when that starts a sync at once (mode 1, idle
// flusher).
func (l *Log) lazyWindow() sim.Duration {
	if l.kn.FlushAtCommit == 1 && l.flush.state == flusherIdle {
		return min(l.o.Costs.Pwrite, l.o.Costs.LazyWindow)
	}
	return l.o.Costs.LazyWindow
}

func (l *Log) writerPollAt(k *sim.Kernel, at sim.Time) {
	l.writer.gen++
	l.writer.pollSet = true
	k.At(at, l.wake(kindWriterPoll, l.o.Threads.Writer).With(l.writer.gen))
}

// writerPoll is the writer looking by itself.
func (l *Log) writerPoll(k *sim.Kernel, gen uint64) {
	w := &l.writer
	if gen != w.gen {
		return
	}
	w.pollSet = false
	if w.state != writerIdle {
		return
	}
	l.rate.update(k.Now())
	if !w.lazy {
		l.m.WriterWaits++
		if l.o.Mode != Buffered || l.wanted() > l.written {
			l.writerGo(k, l.o.Costs.Poll)
			return
		}
		l.owe(k, l.o.Costs.Poll)
		l.writerStay(k)
		return
	}
	if !l.replay(k) {
		l.writerGo(k, 0)
		return
	}
	l.writerNext(k)
}

// writerNext schedules the next look after a replay: the writer is still at work, or spins, or sleeps until
// a timeout.
func (l *Log) writerNext(k *sim.Kernel) {
	w, now := &l.writer, k.Now()
	if w.state != writerIdle || w.pollSet {
		return
	}
	found, _ := l.nextLook(w.free)
	switch {
	case l.ready > l.written, w.free >= now && found != sim.Never, found <= now:
		l.writerPollAt(k, now.Add(l.lazyWindow()))
	case found != sim.Never:
		w.lazy = false
		l.writerPollAt(k, found)
	}
}

// writerStay keeps the writer awake, with redo to write and nobody waiting.
func (l *Log) writerStay(k *sim.Kernel) {
	w, now := &l.writer, k.Now()
	w.lazy, w.since, w.free = true, now, now
	l.writerPollAt(k, now.Add(l.lazyWindow()))
}

// wanted is the LSN up to which somebody waits for a write.
func (l *Log) wanted() LSN {
	w := max(l.onW.last(), l.onF.last(), l.flush.force)
	if l.recent > 0 {
		w = max(w, l.completed())
	}
	return w
}

// writerUrgent sets the writer's event: somebody waits for redo that is not written.
func (l *Log) writerUrgent(k *sim.Kernel) {
	w := &l.writer
	if w.state != writerIdle {
		return
	}
	now := k.Now()
	w.gen++
	w.pollSet = false
	if !l.spinning(now, w.since) {
		w.state = writerWaking
		l.m.WriterWaits++
		l.rouse(k, l.o.Handoff, l.o.Costs.ThreadLoop, l.wake(kindWriterAwake, l.o.Threads.Writer))
		return
	}
	l.m.WriterNoWaits++
	rest := sim.Duration(0)
	if l.o.Mode == Buffered && l.replay(k) {
		if l.wanted() <= l.written || w.state != writerIdle {
			return
		}
		rest = max(0, w.free.Sub(now))
		l.owe(k, now.Sub(w.free))
	}
	l.writerGo(k, rest)
}

// writerGo is the writer's loop: pwrites as far as redo space and the file allow. Busy is CPU time that it
// still needs before the call.
func (l *Log) writerGo(k *sim.Kernel, busy sim.Duration) {
	w := &l.writer
	l.advance(k.Now())
	if l.ready <= l.written {
		l.writerRest(k)
		return
	}
	if !w.locked {
		if w.state = writerMutexed; !l.lock(k, l.wake(kindWriterLocked, l.o.Threads.Writer)) {
			return
		}
		w.locked = true
	}
	to, ok := l.spaceFor(k, l.ready)
	if !ok {
		w.state, w.locked = writerStopped, false
		l.unlock(k)
		return
	}
	c := l.run(k, to)
	if c.writes == 0 {
		w.state = writerSwitching
		l.switchFile(k, l.o.Threads.Writer)
		return
	}
	w.state, w.upTo = writerWriting, c.upTo
	l.chainCall(k, c, busy, l.wake(kindWriterWritten, l.o.Threads.Writer))
}

// run plans the pwrites of one run of the writer. Redo that is ready already is written in one call of the
// host, since the thread keeps its processor; an incomplete last block is left for the next call, as more
// may have come by then.
func (l *Log) run(k *sim.Kernel, to LSN) chain {
	c := l.plan(to, 1)
	if l.o.Mode != Buffered {
		return c
	}
	old := l.written
	for l.written = c.upTo; c.writes > 0 && c.writes < runWrites; l.written = c.upTo {
		l.advance(k.Now())
		if l.ready-l.f.down(l.written) < LSN(l.f.Block) || l.ready <= l.written || l.ready > l.softEnd() {
			break
		}
		s := l.shape(l.ready)
		if s.bytes == 0 {
			break
		}
		l.add(&c, s)
	}
	l.written = old
	return c
}

const runWrites = 16 // pwrites of one burst, about 100 us

func (l *Log) writerWritten(k *sim.Kernel) {
	w := &l.writer
	l.rate.update(k.Now())
	l.wrote(k, w.upTo)
	if len(l.mutex.queue) > 0 {
		w.locked = false
		l.unlock(k)
	}
	if l.kn.Writers == UserThreads || l.o.Mode == Buffered && l.wanted() <= l.written {
		l.writerRest(k) // switched off meanwhile: the committing threads go on
		return
	}
	l.writerGo(k, 0)
}

// writerRest ends a busy period.
func (l *Log) writerRest(k *sim.Kernel) {
	w := &l.writer
	if w.locked {
		w.locked = false
		l.unlock(k)
	}
	w.state, w.since, w.free = writerIdle, k.Now(), k.Now()
	l.park(k, l.o.Threads.Writer, WaitLogIdle)
	if l.kn.Writers == LogThreads && (l.ready > l.written || !l.links.empty()) {
		l.writerStay(k)
	}
}

// replay does what a writer for which nobody waits has done since the last look: it found each
// mini-transaction as soon as the write before it had returned, or at its next timeout once it slept. It
// says false when the writer must go on by itself: a file is full, or redo space is short.
func (l *Log) replay(k *sim.Kernel) bool {
	w, now := &l.writer, k.Now()
	if l.mutex.busy {
		return true
	}
	c, at, old, burnt := chain{}, w.free, l.written, sim.Duration(0)
	ok := true
	for at < now {
		l.advance(at)
		if l.written >= l.ready {
			found, spun := l.nextLook(at)
			if found >= now {
				break
			}
			at = found
			burnt += spun
			continue
		}
		s := shape{}
		if l.ready <= l.softEnd() {
			s = l.shape(l.ready)
		}
		if ok = s.bytes > 0; !ok {
			break
		}
		l.add(&c, s)
		l.written = s.upTo
		d := l.o.Costs.pwrite(1, uint64(s.bytes))
		burnt += d
		at = at.Add(d)
		w.free, w.since = at, at
	}
	l.owe(k, burnt)
	l.written = old
	if c.writes > 0 {
		l.env.Files.Write(k, l.files.current().id, c.offset, uint32(c.bytes), l.wake(kindIgnore, 0))
		l.wrote(k, c.upTo)
	}
	return ok
}

// nextLook is when a writer that is idle since t finds the next mini-transaction, and the CPU time until
// then.
func (l *Log) nextLook(t sim.Time) (sim.Time, sim.Duration) {
	if l.links.empty() || l.links.front().end > l.completed() {
		return sim.Never, 0
	}
	at := max(t, l.links.front().at)
	if at == t || l.spinning(at, t) {
		return at, at.Sub(t)
	}
	d := l.o.Costs.Poll
	if l.threadsSpin() {
		d += l.o.Costs.ThreadSpin
	}
	return l.nextPoll(at, t), d
}
