package redo

import (
	"fmt"

	"github.com/innosim/innosim/sim"
)

// compute is the limits of a setting.
func (l *Log) compute(kn Knobs) Limits {
	return l.o.Policy.Limits(Geometry{
		Capacity: kn.Capacity, FileSize: l.o.FileSize, Files: l.o.Files, PageSize: l.o.PageSize,
		ThreadConcurrency: kn.ThreadConcurrency, AdaptiveLWM: kn.AdaptiveLWM,
	})
}

// SetKnobs changes variables while the server runs.
func (l *Log) SetKnobs(k *sim.Kernel, kn Knobs) error {
	if err := kn.Validate(); err != nil {
		return err
	}
	old := l.kn
	l.kn = kn
	if kn.BufferSize != old.BufferSize {
		l.resizeBuffer()
	}
	l.target = l.compute(kn)
	l.resized()
	l.spaceMoved(k)
	if l.kn.Writers != GroupCommit && (l.limits.FileBytes != l.target.FileBytes || l.limits.Hard != l.target.Hard) {
		l.RequestCheckpoint(k, l.available())
	}
	if kn.Writers != old.Writers {
		l.changeWriters(k)
	}
	l.armTimers(k)
	l.kick(k)
	return nil
}

// resizeBuffer waits for nothing: a smaller buffer takes effect as far as the unwritten redo allows.
func (l *Log) resizeBuffer() {
	want := LSN(l.kn.BufferSize) &^ 511
	l.bufSize = max(want, l.f.up(l.current-l.written)+4*LSN(l.f.Block))
}

// resized adopts the wanted limits as soon as the redo in use fits them. Until then user threads may not
// let it grow.
func (l *Log) resized() {
	if l.limits == l.target {
		return
	}
	age := l.current - l.ckpt.last
	if l.target.Hard >= l.limits.Hard || age <= l.target.Free {
		l.limits = l.target
		return
	}
	l.limits.Free = max(l.target.Free, min(l.limits.Free, age))
}

// ResizeStatus is Innodb_redo_log_resize_status.
func (l *Log) ResizeStatus() string {
	if l.limits == l.target {
		return "OK"
	}
	return "Resizing down"
}

// changeWriters moves all waiters to the other committer (innodb_log_writer_threads).
func (l *Log) changeWriters(k *sim.Kernel) {
	if l.kn.Writers == LogThreads {
		l.advanceAll()
		for _, slot := range l.queue[l.copied:] {
			l.links.push(link{l.pending[slot].span.End, k.Now()})
		}
		return
	}
	l.advanceAll()
	l.writer.gen++
	l.writer.pollSet = false
	l.moveWaiters(k, &l.onF, Synced)
	l.moveWaiters(k, &l.onW, Written)
	if l.recent > 0 {
		l.pumpRecent(k)
	}
}

func (l *Log) moveWaiters(k *sim.Kernel, w *waiters, need Need) {
	all := append([]waiter(nil), w.items[w.head:]...)
	w.items, w.head = w.items[:0], 0
	for _, x := range all {
		if x.ok.Kind == kindThenFlush && x.ok.To == l.id {
			x.ok, need = l.users[x.ok.Ref].ok, Synced
		}
		if l.userStart(k, request{lsn: x.lsn, need: need, ok: x.ok}) == sim.NoWait {
			k.Soon(x.ok.With(uint64(x.lsn)))
		}
	}
}

// kick starts what the new variables make due.
func (l *Log) kick(k *sim.Kernel) {
	if l.kn.Writers != LogThreads {
		return
	}
	if l.wanted() > l.written {
		l.writerUrgent(k)
	} else if l.writer.state == writerIdle && l.current > l.written {
		l.writer.lazy = false
		l.writerPollAt(k, k.Now())
	}
	if l.kn.FlushAtCommit == 1 {
		l.flusherWake(k)
	}
}

// Check verifies the laws of the log.
func (l *Log) Check() error {
	order := []struct {
		name string
		lsn  LSN
	}{{"checkpoint", l.ckpt.last}, {"flushed", l.flushed}, {"written", l.written}, {"current", l.current}}
	for i := 1; i < len(order); i++ {
		if order[i-1].lsn > order[i].lsn {
			return fmt.Errorf("redo: %s LSN %d is beyond %s LSN %d",
				order[i-1].name, order[i-1].lsn, order[i].name, order[i].lsn)
		}
	}
	return l.checkSpace()
}

func (l *Log) checkSpace() error {
	if oldest, dirty := l.oldest(); dirty && l.ckpt.last > oldest {
		return fmt.Errorf("redo: checkpoint LSN %d is beyond the oldest dirty page %d", l.ckpt.last, oldest)
	}
	ready := l.ready
	if l.kn.Writers == GroupCommit { // whoever writes, writes everything
		ready = l.completed()
	}
	if ready > l.completed() || l.written > ready {
		return fmt.Errorf("redo: written %d, ready %d, completed %d", l.written, l.ready, l.completed())
	}
	if inBuffer := l.f.SN(l.completed()) - l.f.SN(l.written); inBuffer > l.bufferPayload() {
		return fmt.Errorf("redo: %d bytes in a log buffer of %d", inBuffer, l.bufferPayload())
	}
	if l.written > l.hardEnd() && !l.limits.Overrun {
		return fmt.Errorf("redo: written %d beyond the hard limit %d", l.written, l.hardEnd())
	}
	if c := l.files.current(); l.written < c.start || l.written > c.end {
		return fmt.Errorf("redo: written %d is outside the current file %d … %d", l.written, c.start, c.end)
	}
	if l.copied > len(l.queue) || l.recent < 0 || l.spin.owed < 0 {
		return fmt.Errorf("redo: %d of %d copied, %d recent, %v owed",
			l.copied, len(l.queue), l.recent, l.spin.owed)
	}
	return nil
}
