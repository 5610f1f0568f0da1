package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/innosim/innosim/sim"
)

// Parked is how many clients wait for a resource at the end of the run, with a transaction that is not answered.
type Parked struct {
	Resource string
	Clients  int
}

// poolWorker is what a statement waits for that a thread pool has not begun.
const poolWorker = "a worker of the thread pool"

// parked counts the clients by what they wait for, most first.
func (e *Engine) parked() (out []Parked) {
	for i := range e.clients {
		if !e.clients[i].inside {
			continue
		}
		name := e.parkedAt(uint32(i))
		at := slices.IndexFunc(out, func(p Parked) bool { return p.Resource == name })
		if at < 0 {
			at = len(out)
			out = append(out, Parked{Resource: name})
		}
		out[at].Clients++
	}
	slices.SortStableFunc(out, func(a, b Parked) int { return cmp.Compare(b.Clients, a.Clients) })
	return out
}

func (e *Engine) parkedAt(th uint32) string {
	wait := e.waits.Current(th)
	if wait == WaitAdmission && e.pooled() {
		return poolWorker
	}
	return ResourceOf(WaitName(wait))
}

// standing says why no transaction has ended, and what waits for row locks have come to.
func (e *Engine) standing(r *Result) {
	r.Parked = e.parked()
	c := e.meter.diff()
	if c.timeouts > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf(
			"%d statements failed that waited for a row lock for innodb_lock_wait_timeout = %d s: they are among the ignored errors",
			c.timeouts, e.lockTimer.limit/sim.Second))
	}
	if r.Window > 0 && c.trx == 0 {
		r.Warnings = append(r.Warnings, "no transaction ended in the measured window: "+r.Standing())
	}
	if e.poolStands(r.Parked) {
		r.PoolStands = fmt.Sprintf("all %d workers that thread_pool_max_threads allows wait for rows, the transactions that "+
			"have the rows need a worker; %s", e.settings.ThreadPoolMaxThreads, e.lockTimer.ends())
		r.Warnings = append(r.Warnings, "the thread pool stands still: "+r.PoolStands)
	}
}

// Standing says what clients wait for at the end of the run.
func (r *Result) Standing() string {
	if len(r.Parked) == 0 {
		return "no client has a transaction"
	}
	var parts []string
	for _, p := range r.Parked {
		parts = append(parts, fmt.Sprintf("%d for %s", p.Clients, p.Resource))
	}
	return "clients wait at the end, " + strings.Join(parts, ", ")
}

// poolStands tells whether every worker of the thread pool waits for a row.
func (e *Engine) poolStands(all []Parked) bool {
	if !e.pooled() || e.room() {
		return false
	}
	waiting := 0
	for i := range e.workers.groups {
		waiting += e.workers.groups[i].waiting
	}
	locks, line := 0, 0
	for _, p := range all {
		switch p.Resource {
		case resLocks:
			locks = p.Clients
		case poolWorker:
			line = p.Clients
		}
	}
	return line > 0 && locks > 0 && locks == waiting && waiting == e.workers.threads
}

// ends says when a wait for a row ends at the latest.
func (t *lockTimer) ends() string {
	if t.limit >= noTimeout {
		return "no wait ends: innodb_lock_wait_timeout is without a limit"
	}
	return fmt.Sprintf("a wait ends after innodb_lock_wait_timeout = %d s", t.limit/sim.Second)
}

// standsStill tells that nothing more will happen in a run that only a number of transactions ends: the timeline has left
// no client, or all wait for rows, and for as long as they like.
func (e *Engine) standsStill() bool {
	p := &e.run
	if p.end > 0 || p.length > 0 || p.stopping || e.down.now || p.change < len(e.cfg.Timeline) {
		return false
	}
	inside, forever := 0, 0
	for i := range e.clients {
		if !e.clients[i].inside {
			if i < p.threads {
				return false // it thinks, or waits for an arrival: it may begin yet
			}
			continue
		}
		inside++
		if w := e.waits.Current(uint32(i)); w == WaitRowLock || w == WaitAdmission {
			forever++
		}
	}
	if inside > 0 {
		return forever == inside && e.locks.Current > 0 && e.lockTimer.limit >= noTimeout
	}
	return p.threads == 0 && p.events > 0
}

// endStanding ends such a run.
func (e *Engine) endStanding(k *sim.Kernel) {
	e.meter.warnings = append(e.meter.warnings, fmt.Sprintf(
		"%d of %d transactions have begun, and no more will end: the run ends here", e.run.begun, e.run.events))
	e.finish(k)
}
