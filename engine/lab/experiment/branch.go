package experiment

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
)

// settle is the part of the warm-up that a branch runs with its own values.
const settle = 0.25

// live are the variables that a running engine takes over at once: the Knobs of its packages. The redo log's
// capacity is not among them: the age that it allows takes longer to build up than a branch has.
var live = map[string]bool{
	"innodb_io_capacity": true, "innodb_io_capacity_max": true, "innodb_max_dirty_pages_pct": true,
	"innodb_max_dirty_pages_pct_lwm": true, "innodb_adaptive_flushing": true, "innodb_adaptive_flushing_lwm": true,
	"innodb_flushing_avg_loops": true, "innodb_flush_sync": true, "innodb_idle_flush_pct": true,
	"innodb_flush_neighbors": true, "innodb_lru_scan_depth": true, "innodb_old_blocks_pct": true,
	"innodb_old_blocks_time": true, "innodb_read_ahead_threshold": true, "innodb_random_read_ahead": true,
	"innodb_flush_log_at_trx_commit": true, "innodb_flush_log_at_timeout": true, "sync_binlog": true,
	"binlog_group_commit_sync_delay": true, "binlog_group_commit_sync_no_delay_count": true,
	"innodb_thread_concurrency": true,
}

// plan is how a point is run, and the key under which it is kept.
type plan struct {
	key      string
	simulate func(context.Context) Point
}

// trunk is the warm-up that a group of points shares.
type trunk struct {
	config engine.Config
	warm   func() (*engine.Engine, error)
}

// plans decides which points share a warm-up: those with equal values of everything that is not live.
func plans(arms []Arm, branch bool) []plan {
	groups := map[string][]int{}
	for i, a := range arms {
		groups[fixedText(a.Set)] = append(groups[fixedText(a.Set)], i)
	}
	out := make([]plan, len(arms))
	for _, members := range groups {
		first := &arms[members[0]]
		shares := branch && len(members) > 1 && branches(&first.Scenario.Config)
		var t *trunk
		if shares {
			t = newTrunk(first.Scenario.Config)
		}
		for _, i := range members {
			out[i] = planOf(&arms[i], t, first)
		}
	}
	return out
}

// planOf is a run of its own, or a branch.
func planOf(a *Arm, t *trunk, first *Arm) plan {
	key := fmt.Sprintf("%016x-%d", a.Scenario.Digest(), a.Scenario.Seed)
	if t == nil {
		return plan{key, func(ctx context.Context) Point {
			res, err := Simulate(ctx, a.Scenario.Config)
			return pointOf(a.Set, res, err)
		}}
	}
	key += fmt.Sprintf("-of-%016x", first.Scenario.Digest())
	return plan{key, func(ctx context.Context) Point {
		res, err := t.branch(ctx, a.Set)
		p := pointOf(a.Set, res, err)
		p.Branched = true
		return p
	}}
}

// fixedText are the changes that need a warm-up of their own.
func fixedText(set []Change) string {
	var fixed []Change
	for _, c := range set {
		if !live[profile.NormalName(c.Name)] {
			fixed = append(fixed, c)
		}
	}
	return Text(fixed)
}

// branches reports whether a warm-up can be shared: the run starts in a stationary state, its warm-up is long
// enough to leave a part for settling, and nothing else is planned for it.
func branches(c *engine.Config) bool {
	return c.Start == engine.Warm && !c.Steady && len(c.Workload) == 1 && len(c.Timeline) == 0 && c.Warmup >= 4*sim.Second
}

// newTrunk prepares a shared warm-up; the first branch that needs it runs it.
func newTrunk(c engine.Config) *trunk {
	return &trunk{config: c, warm: sync.OnceValues(func() (e *engine.Engine, err error) {
		defer func() {
			if broken := recover(); broken != nil {
				err = fmt.Errorf("the model broke: %v", broken)
			}
		}()
		if e, err = engine.New(c); err != nil {
			return nil, err
		}
		e.RunUntil(sim.Time(float64(c.Warmup) * (1 - settle)))
		return e, e.Err()
	})}
}

// branch goes on from the shared warm-up with a point's values.
func (t *trunk) branch(ctx context.Context, set []Change) (res *engine.Result, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			res, err = nil, fmt.Errorf("the model broke: %v", broken)
		}
	}()
	warm, err := t.warm()
	if err != nil {
		return nil, err
	}
	e := warm.Clone()
	for _, c := range set {
		name := profile.NormalName(c.Name)
		if !live[name] {
			continue
		}
		if err := e.Apply(name, strings.TrimSpace(c.Value)); err != nil {
			return nil, err
		}
	}
	return finish(ctx, e)
}
