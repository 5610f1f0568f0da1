package binlog

import "github.com/innosim/innosim/sim"

// A semi-synchronous standby acknowledges groups at AFTER_SYNC, the default of rpl_semi_sync_source_wait_point: the
// leader of the COMMIT stage holds LOCK_commit while it waits for the acknowledgement of the last transaction in its
// queue, and groups that are synced meanwhile line up behind it and become one queue. So one acknowledgement covers all
// that it finds, and what is acknowledged out of turn costs no second wait: the source sends events as soon as they are
// synced, and does not wait between two groups.
//
// Source: binlog.cc, MYSQL_BIN_LOG::ordered_commit and call_after_sync_hook; semisync_source.cc, commitTrx.
type ack struct {
	ready   list     // synced, waiting for the COMMIT stage
	waiting list     // in the COMMIT stage, waiting for the standby
	by      sim.Time // when the standby will have acknowledged the last of ready
	flushed sim.Time // when the last group was written to the binary log
	busy    bool     // LOCK_commit is held
}

// lineUp puts synced members into the queue of the COMMIT stage. Their events are sent now, or with sync_binlog other than
// 1 were sent when they had been written.
func (g *Group) lineUp(k *sim.Kernel, l list) {
	g.switchAll(k, &l, g.env.Waits.Commit)
	g.join(&g.ack.ready, &l)
	sent := k.Now()
	if g.kn.Sync != 1 {
		sent = g.ack.flushed
	}
	g.ack.by = sent.Add(g.env.Ack)
	g.awaitAck(k)
}

// awaitAck lets the leader of the queue take LOCK_commit and everybody in line with it.
func (g *Group) awaitAck(k *sim.Kernel) {
	a := &g.ack
	if a.busy || a.ready.first == 0 {
		return
	}
	a.busy = true
	g.join(&a.waiting, &a.ready)
	g.switchAll(k, &a.waiting, g.env.Waits.Ack)
	g.m.Acks++
	g.m.Acked += uint64(a.waiting.n)
	k.After(max(0, a.by.Sub(k.Now())), g.me(evAcked, a.waiting.first-1))
}

// acknowledged does the engine commits of the queue; LOCK_commit is free when they are done.
func (g *Group) acknowledged(k *sim.Kernel) {
	l := g.ack.waiting
	g.ack.waiting = list{}
	k.After(g.commitAll(k, &l), g.me(evCommitFree, l.first-1))
}

// commitFree hands LOCK_commit to the next leader.
func (g *Group) commitFree(k *sim.Kernel) {
	g.ack.busy = false
	g.awaitAck(k)
}

func (g *Group) switchAll(k *sim.Kernel, l *list, w sim.Wait) {
	for th := l.first; th != 0; th = g.members[th-1].next {
		g.env.Clock.Switch(th-1, k.Now(), w)
	}
}
