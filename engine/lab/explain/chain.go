package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine"
)

// Link is one cause: what it is and the figures that show it.
type Link struct {
	Cause   string // in a DBA's words
	Figures string
}

// evidence is what a chain is made of.
type evidence struct {
	c      *engine.Config
	r      *engine.Result
	shares []share // of the response time by resource, the largest first
}

type share struct {
	resource string
	part     float64 // 0 … 1
	ms       float64
	classes  []string
}

// chain follows the resource that takes most of the response time.
func chain(c *engine.Config, r *engine.Result) []Link {
	e := &evidence{c: c, r: r}
	e.gather()
	if down := e.outage(); len(down) > 0 {
		return down
	}
	if len(e.shares) == 0 {
		return e.stands()
	}
	top := e.shares[0]
	links := []Link{{"transactions wait for " + top.resource,
		fmt.Sprintf("%.0f %% of the response time, %.2f ms of %.2f (%s)", 100*top.part, top.ms, r.Results["latency.avg"],
			strings.Join(top.classes, ", "))}}
	return append(links, e.behind(top.resource)...)
}

// gather adds the wait classes up by resource.
func (e *evidence) gather() {
	total := 0.0
	for _, w := range e.r.Waits {
		total += w.MS
	}
	for _, w := range e.r.Waits {
		name := engine.ResourceOf(w.Class)
		i := slices.IndexFunc(e.shares, func(s share) bool { return s.resource == name })
		if i < 0 {
			e.shares = append(e.shares, share{resource: name})
			i = len(e.shares) - 1
		}
		s := &e.shares[i]
		s.ms += w.MS
		s.part += w.MS / total
		s.classes = append(s.classes, w.Class)
	}
	slices.SortStableFunc(e.shares, func(a, b share) int { return cmp.Compare(b.ms, a.ms) })
}

// stands are the causes of a stretch in which nobody gets through.
func (e *evidence) stands() []Link {
	links := []Link{{"no transaction ended in this stretch", e.r.Standing() + "; " + e.stuck()}}
	if e.r.PoolStands != "" {
		links = append(links, Link{"the thread pool stands still", e.r.PoolStands})
	}
	return links
}

// stuck says where the log and the pool stand when nobody gets through.
func (e *evidence) stuck() string {
	s := &e.r.State
	return fmt.Sprintf("checkpoint age %s of %s, free pages %d of %d", size(float64(s.LSN-s.Checkpoint)),
		size(float64(s.RedoSoftLimit)), s.FreePages, s.PoolPages)
}

// behind are the causes of a wait for a resource.
func (e *evidence) behind(resource string) []Link {
	switch resource {
	case engine.ResourceCapacity:
		return append([]Link{e.age()}, e.flushing()...)
	case engine.ResourceFree:
		return append([]Link{e.freePages()}, e.flushing()...)
	case engine.ResourcePage:
		return append([]Link{{"a page that a statement wants to change is being written, and keeps its latch until the write is done",
			fmt.Sprintf("%s ms a write", figure(e.r.Results["write_await"]))}}, e.flushing()...)
	case engine.ResourceLatch, engine.ResourceRseg, engine.ResourceLocks, engine.ResourceGate:
		return e.holder()
	case engine.ResourceLRU:
		return e.lruMutex()
	case engine.ResourceRead:
		return append([]Link{e.reads()}, e.device("data")...)
	case engine.ResourceRedo, engine.ResourceLogBuffer:
		return append([]Link{e.commits()}, e.device("redo")...)
	case engine.ResourceBinlog:
		links := append([]Link{e.commits()}, e.device("redo")...)
		if e.has("binlog") {
			links = append(links, e.device("binlog")...)
		}
		return links
	case engine.ResourceCPU:
		return []Link{{"the processors are busy", fmt.Sprintf("%.0f %% of %d CPUs", 100*e.r.Results["cpu_busy"], e.c.Host.CPUs)}}
	}
	return e.alsoBinds(resource)
}

// alsoBinds names what the ranking of resources puts first, where it is another one.
func (e *evidence) alsoBinds(resource string) []Link {
	if len(e.r.Binds) == 0 || e.r.Binds[0].Resource == resource {
		return nil
	}
	b := e.r.Binds[0]
	return []Link{{"what is loaded most meanwhile is " + b.Resource, fmt.Sprintf("%.0f %% loaded", 100*b.Load)}}
}

// holder follows a latch or a lock to what its holders wait for: the largest wait that is no queue behind
// other transactions.
func (e *evidence) holder() []Link {
	for _, s := range e.shares {
		switch s.resource {
		case engine.ResourceLatch, engine.ResourceRseg, engine.ResourceLocks, engine.ResourcePage, engine.ResourceGate:
			continue
		}
		link := Link{"whoever holds it waits, as all do, for " + s.resource,
			fmt.Sprintf("%.0f %% of the response time, %.2f ms (%s)", 100*s.part, s.ms, strings.Join(s.classes, ", "))}
		return append([]Link{link}, e.behind(s.resource)...)
	}
	return nil
}

// lruMutex is who has the LRU list mutex when everybody waits for it.
func (e *evidence) lruMutex() []Link {
	kept := e.r.State.LRUKept
	if kept < keptLong {
		return e.alsoBinds(engine.ResourceLRU)
	}
	link := Link{"an I/O thread keeps the mutex of the LRU list while it syncs the data files, at the end of each LRU batch",
		fmt.Sprintf("%.0f %% of the time", 100*kept)}
	return append([]Link{link, e.freePages()}, e.flushing()...)
}

// keptLong is the part of the time from which syncs under a mutex count as the cause of a wait for it: below, its other
// holders have it longer. A choice.
const keptLong = 0.1

// age is the redo log against its limits.
func (e *evidence) age() Link {
	s := &e.r.State
	age := float64(s.LSN - s.Checkpoint)
	what := "the redo log is nearly full: its age is at the limit of innodb_redo_log_capacity"
	if age < float64(0.9*float64(s.RedoSoftLimit)) {
		what = "the redo log was full during the stretch"
	}
	return Link{what, fmt.Sprintf("age %s of %s usable, %s capacity, %s/s of redo written", size(age),
		size(float64(s.RedoSoftLimit)), size(float64(s.RedoCapacity)), size(e.perSecond(s.Bytes.LSN)))}
}

// freePages is the pool without a free page.
func (e *evidence) freePages() Link {
	s := &e.r.State
	return Link{"no free page: the end of the LRU list is dirty and flushing it is too slow",
		fmt.Sprintf("%d of %d pages free, %d dirty, %s reads/s want a page, LRU flushing gives %s and single-page flushes %s pages/s",
			s.FreePages, s.PoolPages, s.DirtyPages, figure(s.Rates["pages_read"]), figure(s.FlushedBy.LRU), figure(s.FlushedBy.Single))}
}

// flushing is how many pages are written and why not more.
func (e *evidence) flushing() []Link {
	f := e.r.State.FlushedBy
	total := f.Adaptive + f.Dirty + f.Sync + f.Idle + f.LRU + f.Single
	links := []Link{{"pages are not flushed fast enough", fmt.Sprintf("%s pages/s written (%s)", figure(total), byCause(f))}}
	if load := e.load("data"); load < nearlyFull && total >= float64(nearlyFull*float64(e.c.Settings.IOCapacityMax)) {
		return append(links, Link{"innodb_io_capacity_max is used up", fmt.Sprintf("%d pages/s", e.c.Settings.IOCapacityMax)})
	}
	return append(links, e.device("data")...)
}

// nearlyFull is the load from which a resource counts as used up.
const nearlyFull = 0.9

// byCause lists the causes that count, the largest first.
func byCause(f engine.FlushedPages) string {
	all := []struct {
		name string
		v    float64
	}{{"adaptive", f.Adaptive}, {"dirty", f.Dirty}, {"sync", f.Sync}, {"idle", f.Idle}, {"LRU", f.LRU}, {"single-page", f.Single}}
	slices.SortStableFunc(all, func(a, b struct {
		name string
		v    float64
	}) int {
		return cmp.Compare(b.v, a.v)
	})
	var parts []string
	for _, c := range all {
		if c.v > 0 {
			parts = append(parts, c.name+" "+figure(c.v))
		}
	}
	return strings.Join(parts, ", ")
}

// reads is the pool's misses.
func (e *evidence) reads() Link {
	s := &e.r.State
	return Link{"pages are not in the buffer pool", fmt.Sprintf("%s page reads per transaction, %s reads/s, pool of %d pages",
		figure(e.r.Results["data_reads_per_trx"]), figure(s.Rates["pages_read"]), s.PoolPages)}
}

// commits is what making a commit durable takes.
func (e *evidence) commits() Link {
	return Link{"every commit waits until the redo log is synced (innodb_flush_log_at_trx_commit)",
		fmt.Sprintf("innodb_flush_log_at_trx_commit = %d, %s ms a sync, %s syncs per commit", e.c.Settings.FlushLogAtTrxCommit,
			figure(e.r.Results["redo_fsync_await"]), figure(e.r.State.RedoFsyncsPerCommit))}
}

// device is the device of a role and what of it is used up.
func (e *evidence) device(role string) []Link {
	i := e.index(role)
	if i < 0 {
		return nil
	}
	d := &e.r.Devices[i]
	what := fmt.Sprintf("the %s device takes its time", d.Name)
	if d.Binding != "" {
		what = fmt.Sprintf("the %s device is used up: requests wait for its %s", d.Name, d.Binding)
	}
	return []Link{{what, fmt.Sprintf("%s r/s at %s ms, %s w/s at %s ms, %s f/s at %s ms, queue %s, busy %.0f %%",
		figure(d.ReadsPerSec), figure(d.ReadAwait), figure(d.WritesPerSec), figure(d.WriteAwait),
		figure(d.FlushesPerSec), figure(d.FlushAwait), figure(d.QueueSize), 100*d.Util)}}
}

// index finds the device of a role: its own, or the data device.
func (e *evidence) index(role string) int {
	i := slices.IndexFunc(e.r.Devices, func(d engine.DeviceResult) bool { return d.Name == role })
	if i < 0 && len(e.r.Devices) > 0 {
		return 0
	}
	return i
}

// has reports whether a role has a device of its own.
func (e *evidence) has(role string) bool {
	return slices.ContainsFunc(e.r.Devices, func(d engine.DeviceResult) bool { return d.Name == role })
}

// load is the utilisation of a role's device.
func (e *evidence) load(role string) float64 {
	if i := e.index(role); i >= 0 && e.r.Devices[i].Binding != "" {
		return 1
	}
	return 0
}

// perSecond divides an amount of the stretch by its length.
func (e *evidence) perSecond(v float64) float64 {
	if d := e.r.Window.Seconds(); d > 0 {
		return v / d
	}
	return 0
}
