package fil

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// Flush makes the completed writes of a space durable. It always wakes done, of thread done.Ref: at once when
// nothing is unflushed. One fsync of a file runs at a time; who comes while it runs waits, and looks again.
// An fsync counts for the writes that had completed when its thread asked for it, not when it began: those
// who asked later sync again, even where the device has done their work already. So among the waiters it
// depends on who is first how many of them are spared (fil0fil.cc, space_flush: old_mod_counter).
func (s *System) Flush(k *sim.Kernel, id SpaceID, done sim.Wake) {
	o := s.op(done.Ref)
	o.flush, o.space, o.want = done, id, s.spaces[id].modified
	if s.spaces[id].flushed >= o.want {
		s.metrics.SyncsSkipped++
		k.Soon(done)
		return
	}
	s.tryFlush(k, done.Ref)
}

// tryFlush starts the fsync, or waits for the running one.
func (s *System) tryFlush(k *sim.Kernel, thread uint32) {
	o := &s.ops[thread]
	sp := &s.spaces[o.space]
	switch {
	case sp.flushed >= o.want:
		s.metrics.SyncsShared++
		k.Soon(o.flush)
	case sp.syncing && !s.o.OwnSyncs:
		s.park(k, thread, WaitDataSyncShared)
		sp.waiters = append(sp.waiters, thread)
	default:
		sp.syncing = true
		s.metrics.PendingSyncs++
		s.env.Files.Call(k, device.Call{
			Op: device.Flush, File: sp.file, Data: s.o.Fdatasync, Wait: WaitDataSync,
			CPU: s.tab.Pay(thread) + s.o.Costs.SyncIO, Account: queue.Server,
		}, s.me(kindSynced, thread))
	}
}

func (s *System) synced(k *sim.Kernel, thread uint32) {
	o := &s.ops[thread]
	sp := &s.spaces[o.space]
	s.metrics.Syncs++
	s.metrics.PendingSyncs--
	sp.syncing = false
	sp.flushed = max(sp.flushed, o.want)
	if sp.flushed == sp.modified {
		s.unflushed[o.space/64] &^= 1 << (o.space % 64)
		sp.grown = false
	}
	s.wakeWaiters(k, o.space)
	k.Soon(o.flush)
}

// A broadcast wakes threads one after another, wakeEach apart, and each finds its processor within
// wakeJitter: so the first to look again is one of the first that waited, not always the very first.
// Estimates: 20, 35 and 75 us were tried against all lab cases, and 35 left the least error in syncs and doublewrite writes.
const (
	wakeEach   = 5 * sim.Microsecond
	wakeJitter = 35 * sim.Microsecond
)

// wakeWaiters signals everybody who waited for the fsync of a space: the covered ones go on, the others look
// again, in the order in which they get at the mutex.
func (s *System) wakeWaiters(k *sim.Kernel, id SpaceID) {
	sp := &s.spaces[id]
	sp.waiters, sp.woken = sp.woken[:0], sp.waiters
	s.inOrderOfWaking(sp.woken)
	for _, t := range sp.woken {
		next := s.me(kindRecheck, t)
		if s.ops[t].want <= sp.flushed {
			s.metrics.SyncsShared++
			next = s.ops[t].flush
		}
		s.env.CPU.Wake(k, queue.Server, s.o.HandOff, s.o.Costs.SyncIO, next)
	}
}

// inOrderOfWaking sorts threads, which come in the order of waiting, by the time at which they run.
func (s *System) inOrderOfWaking(threads []uint32) {
	s.runs = s.runs[:0]
	for i, t := range threads {
		at := sim.Duration(i)*wakeEach + sim.Duration(s.order.Uint64n(uint64(wakeJitter)))
		j := len(s.runs)
		s.runs = append(s.runs, run{})
		for ; j > 0 && s.runs[j-1].at > at; j-- {
			s.runs[j] = s.runs[j-1]
		}
		s.runs[j] = run{at, t}
	}
	for i := range threads {
		threads[i] = s.runs[i].thread
	}
}

// run is when a woken thread runs.
type run struct {
	at     sim.Duration
	thread uint32
}

// FlushAll makes all completed writes of all spaces durable, file after file, in the thread done.Ref, which
// it always parks. With OwnSyncs it looks from the first file again after each, so that hundreds of threads sync the same
// file at the same time, and a file that has been written meanwhile once more (fil_flush_file_spaces).
func (s *System) FlushAll(k *sim.Kernel, done sim.Wake) {
	o := s.op(done.Ref)
	o.all, o.cursor = done, 0
	s.nextSpace(k, done.Ref)
}

// SyncAll is FlushAll: the checkpointer's way to make page writes durable, redo.DataSyncer.
func (s *System) SyncAll(k *sim.Kernel, done sim.Wake) { s.FlushAll(k, done) }

func (s *System) nextSpace(k *sim.Kernel, thread uint32) {
	o := &s.ops[thread]
	if s.o.OwnSyncs {
		o.cursor = 0
	}
	id, ok := s.nextUnflushed(o.cursor)
	if !ok {
		k.Soon(o.all)
		return
	}
	o.cursor = int(id) + 1
	s.Flush(k, id, s.me(kindNextSpace, thread))
}
