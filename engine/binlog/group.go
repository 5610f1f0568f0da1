package binlog

import (
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// Knobs are the dynamic variables of group commit.
type Knobs struct {
	Sync          int64        // sync_binlog: groups per fsync; 0 never
	SyncDelay     sim.Duration // binlog_group_commit_sync_delay
	NoDelayCount  int          // binlog_group_commit_sync_no_delay_count; 0 none
	FlushAtCommit int          // innodb_flush_log_at_trx_commit
	Unordered     bool         // binlog_order_commits = OFF
}

// Log is the redo log as group commit needs it.
type Log interface {
	Durable(k *sim.Kernel, upTo redo.LSN, need redo.Need, ok sim.Wake) sim.Wait
}

// Waits are the classes in which members of a group wait.
type Waits struct {
	Order, Sync, Commit sim.Wait
	Ack                 sim.Wait // of a standby's acknowledgement
}

// Costs is CPU time of a leader.
type Costs struct {
	Flush, FlushEach sim.Duration // of a group, and of each member: GTID, copying the cache
	PerKiB           sim.Duration // written
	CommitEach       sim.Duration // of each member's engine commit under LOCK_commit
}

// Env is the world around group commit.
type Env struct {
	Log     Log
	Files   *device.Files
	File    device.FileID
	CPU     *queue.CPU
	Clock   *stat.WaitClock
	Waits   Waits
	Costs   Costs
	Handoff sim.Duration // from one thread's signal until another sleeping thread is runnable
	Ack     sim.Duration // from sending a group to a semi-synchronous standby until it has acknowledged it; 0 without one
	// Prepared is MariaDB's group commit: each thread has made its own redo durable before it comes, and the
	// leader keeps LOCK_log while it writes and syncs.
	Prepared bool
}

// Metrics count what group commit has done.
type Metrics struct {
	Groups, Members, Syncs, Bytes uint64
	Acks, Acked                   uint64 // acknowledgements waited for, and the members that they covered
}

// Sub returns what was counted since o.
func (m Metrics) Sub(o Metrics) Metrics {
	return Metrics{
		m.Groups - o.Groups, m.Members - o.Members, m.Syncs - o.Syncs, m.Bytes - o.Bytes,
		m.Acks - o.Acks, m.Acked - o.Acked,
	}
}

// member is one committing thread.
type member struct {
	done  sim.Wake
	lsn   redo.LSN
	bytes uint32
	next  uint32 // thread behind it in its group + 1; 0 is the end
}

// list is a queue of threads, linked through member.next.
type list struct {
	first, last uint32 // thread + 1
	n           int
	bytes       uint64
	lsn         redo.LSN
}

// Group is the binary log's group commit.
type Group struct {
	kn      Knobs
	env     Env
	id      sim.ActorID
	members []member
	queued  list // waiting for the FLUSH stage
	flush   list // in the FLUSH stage
	written list // waiting for the SYNC stage
	sync    list // in the SYNC stage
	offset  int64
	groups  int64 // since the last fsync
	busy    [2]bool
	delayed bool // the SYNC leader waits for more members
	gen     uint64
	commit  queue.Mutex
	ack     ack
	m       Metrics
}

// Stages with a lock of their own.
const (
	stageFlush = iota
	stageSync
)

const (
	evRedoDurable sim.Kind = iota // FLUSH: redo is as durable as the mode asks
	evFlushBurst                  // FLUSH: caches copied
	evWritten                     // FLUSH: binlog written
	evDelayOver                   // SYNC: the delay is over
	evSynced                      // SYNC: fsync done
	evAcked                       // COMMIT: the standby has acknowledged the queue
	evCommitFree                  // COMMIT: LOCK_commit is free
)

// New registers group commit for threads 0 … threads-1.
func New(k *sim.Kernel, threads int, kn Knobs, env Env) *Group {
	g := &Group{kn: kn, env: env, members: make([]member, threads)}
	g.id = k.Register("binlog", g)
	return g
}

// SetKnobs changes the dynamic variables.
func (g *Group) SetKnobs(kn Knobs) { g.kn = kn }

// Metrics returns the counters.
func (g *Group) Metrics() Metrics { return g.m }

// Commit takes a prepared transaction, whose last redo ends at lsn, through the stages. It always parks: done
// arrives when the transaction may do its engine commit.
func (g *Group) Commit(k *sim.Kernel, bytes uint32, lsn redo.LSN, done sim.Wake) {
	th := done.Ref
	g.members[th] = member{done: done, lsn: lsn, bytes: bytes}
	g.env.Clock.Switch(th, k.Now(), g.env.Waits.Order)
	g.add(&g.queued, th)
	g.startFlush(k)
}

func (g *Group) add(l *list, th uint32) {
	m := &g.members[th]
	m.next = 0
	if l.first == 0 {
		l.first = th + 1
	} else {
		g.members[l.last-1].next = th + 1
	}
	l.last = th + 1
	l.n++
	l.bytes += uint64(m.bytes)
	l.lsn = max(l.lsn, m.lsn)
}

// join moves all of from behind to.
func (g *Group) join(to, from *list) {
	if to.first == 0 {
		*to = *from
	} else {
		g.members[to.last-1].next = from.first
		to.last = from.last
		to.n += from.n
		to.bytes += from.bytes
		to.lsn = max(to.lsn, from.lsn)
	}
	*from = list{}
}

// startFlush lets the leader of the queue take LOCK_log and everybody queued so far with it.
func (g *Group) startFlush(k *sim.Kernel) {
	if g.busy[stageFlush] || g.env.Prepared && g.busy[stageSync] || g.queued.first == 0 {
		return
	}
	g.busy[stageFlush] = true
	g.join(&g.flush, &g.queued)
	g.m.Groups++
	g.m.Members += uint64(g.flush.n)
	leader := g.flush.first - 1
	ok := g.me(evRedoDurable, leader)
	switch {
	case g.env.Prepared:
	case g.kn.FlushAtCommit == 1:
		if g.env.Log.Durable(k, g.flush.lsn, redo.Synced, ok) != sim.NoWait {
			return
		}
	case g.kn.FlushAtCommit == 2:
		if g.env.Log.Durable(k, g.flush.lsn, redo.Written, ok) != sim.NoWait {
			return
		}
	}
	g.copyCaches(k, leader)
}

// Handle advances the stages; Ref is the leader.
func (g *Group) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case evRedoDurable:
		g.copyCaches(k, ev.Ref)
	case evFlushBurst:
		g.write(k, ev.Ref)
	case evWritten:
		g.flushed(k)
	case evDelayOver:
		if g.delayed && g.gen == ev.Arg {
			g.syncNow(k)
		}
	case evSynced:
		g.synced(k)
	case evAcked:
		g.acknowledged(k)
	case evCommitFree:
		g.commitFree(k)
	default:
		panic("binlog: unknown event kind")
	}
}

func (g *Group) copyCaches(k *sim.Kernel, leader uint32) {
	c := &g.env.Costs
	d := c.Flush + c.FlushEach*sim.Duration(g.flush.n) + c.PerKiB*sim.Duration(g.flush.bytes)/1024
	g.env.CPU.Run(k, queue.Server, d, g.me(evFlushBurst, leader))
}

func (g *Group) write(k *sim.Kernel, leader uint32) {
	n := g.flush.bytes
	off := g.offset
	g.offset += int64(n)
	g.m.Bytes += n
	g.env.Files.Call(k, device.Call{
		Op: device.Write, File: g.env.File, Offset: off, Bytes: uint32(n), Wait: g.env.Waits.Sync,
	}, g.me(evWritten, leader))
}

// flushed hands the group on to the SYNC stage and lets the next one flush.
func (g *Group) flushed(k *sim.Kernel) {
	g.env.Clock.Switch(g.flush.first-1, k.Now(), g.env.Waits.Order) // the leader has written: now it waits for LOCK_sync
	g.join(&g.written, &g.flush)
	g.ack.flushed = k.Now()
	g.busy[stageFlush] = false
	if g.env.Prepared {
		g.startSync(k)
		return
	}
	g.startFlush(k)
	if g.delayed && g.kn.NoDelayCount > 0 && g.written.n >= g.kn.NoDelayCount {
		g.syncNow(k)
		return
	}
	g.startSync(k)
}

// startSync lets the leader take LOCK_sync; with a delay it waits for more members before it takes the queue.
func (g *Group) startSync(k *sim.Kernel) {
	if g.busy[stageSync] || g.written.first == 0 {
		return
	}
	g.busy[stageSync] = true
	enough := g.kn.NoDelayCount > 0 && g.written.n >= g.kn.NoDelayCount
	if g.kn.SyncDelay > 0 && g.willSync() && !enough {
		g.delayed = true
		g.gen++
		w := g.me(evDelayOver, g.written.first-1)
		k.After(g.kn.SyncDelay, w.With(g.gen))
		return
	}
	g.syncNow(k)
}

func (g *Group) willSync() bool { return g.kn.Sync > 0 && g.groups+1 >= g.kn.Sync }

func (g *Group) syncNow(k *sim.Kernel) {
	g.delayed = false
	g.join(&g.sync, &g.written)
	leader := g.sync.first - 1
	if !g.willSync() {
		g.groups++
		g.synced(k)
		return
	}
	g.groups = 0
	g.m.Syncs++
	g.env.Files.Call(k, device.Call{
		Op: device.Flush, Data: true, File: g.env.File, Wait: g.env.Waits.Sync,
	}, g.me(evSynced, leader))
}

// synced is the COMMIT stage: the members' engine commits run one after another under LOCK_commit; then
// everybody is woken.
func (g *Group) synced(k *sim.Kernel) {
	l := g.sync
	g.sync = list{}
	g.busy[stageSync] = false
	if g.env.Ack > 0 {
		g.lineUp(k, l)
	} else {
		g.commitAll(k, &l)
	}
	if g.env.Prepared {
		g.startFlush(k)
	}
	g.startSync(k)
}

// commitAll books the engine commits of a queue, wakes its members for then, and returns how long that takes. Without an
// order each member wakes up at once and does its own (MYSQL_BIN_LOG::ordered_commit, finish_commit).
func (g *Group) commitAll(k *sim.Kernel, l *list) sim.Duration {
	var wait, held, own sim.Duration
	if g.kn.Unordered {
		own = g.env.Costs.CommitEach
	} else {
		wait, held = g.commit.Book(k.Now(), g.env.Costs.CommitEach*sim.Duration(l.n))
	}
	for th := l.first; th != 0; {
		m := &g.members[th-1]
		g.env.Clock.Switch(th-1, k.Now(), g.env.Waits.Commit)
		g.env.CPU.Wake(k, queue.Server, wait+held+g.env.Handoff, own, m.done)
		th = m.next
	}
	return wait + held
}

func (g *Group) me(kind sim.Kind, leader uint32) sim.Wake {
	return sim.Wake{To: g.id, Kind: kind, Ref: leader}
}
