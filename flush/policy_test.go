package flush

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

const mib = 1 << 20

// flow is a flush list on which pages become dirty at a constant rate, with a constant distance in redo.
type flow struct {
	perPage  redo.LSN // redo between two pages
	made     int      // pages dirtied so far
	first    int      // pages flushed so far
	inst     int
	flushed  int
	now      sim.Time
	mem      Memory
	kn       Knobs
	limits   redo.Limits
	poolSize int
	policy   Policy
}

func (f *flow) CountOlder(_ int, limit redo.LSN, most int) int {
	n := min(int(limit/f.perPage), f.made) - f.first
	return min(max(n, 0)/f.inst, most)
}

func (f *flow) inputs() Inputs {
	in := Inputs{
		Now: f.now, Added: redo.LSN(f.made) * f.perPage, Limits: f.limits, Flushed: f.flushed, Dirty: f.made - f.first,
		LRU: f.poolSize, Instances: f.inst, Older: f,
	}
	if f.made > f.first {
		in.Oldest = redo.LSN(f.first)*f.perPage + 1
	}
	return in
}

// second dirties pages and flushes what the policy wants.
func (f *flow) second(demand int) Plan {
	f.now = f.now.Add(sim.Second)
	f.made += demand
	plan := f.policy.Recommend(f.inputs(), f.kn, &f.mem)
	f.flushed = min(plan.Pages, f.made-f.first)
	f.first += f.flushed
	return plan
}

func (f *flow) agePct() float64 {
	in := f.inputs()
	return 100 * float64(in.age()) / float64(f.limits.Dirty)
}

func newFlow(t *testing.T, d *datadriven.TestData) *flow {
	f := &flow{
		perPage: 4096, inst: 1, kn: DefaultKnobs(), policy: Adaptive{}, poolSize: 1 << 30,
		limits: redo.Limits{Dirty: 75801559, LWM: 8745123},
	}
	var v int
	for _, a := range d.CmdArgs {
		if len(a.Vals) == 1 {
			v, _ = strconv.Atoi(a.Vals[0])
		}
		switch a.Key {
		case "io":
			f.kn.IOCapacity = v
		case "io-max":
			f.kn.IOCapacityMax = v
		case "loops":
			f.kn.FlushingAvgLoops = v
		case "pool":
			f.poolSize = v
		case "per-page":
			f.perPage = redo.LSN(v)
		case "instances":
			f.inst = v
		case "lwm":
			f.kn.MaxDirtyPagesPctLWM = float64(v)
		case "hwm":
			f.kn.MaxDirtyPagesPct = float64(v)
		case "off":
			f.kn.AdaptiveFlushing = false
		case "5.7":
			f.policy = Adaptive57{}
		case "ahead":
			f.policy = Ahead{}
		case "5.6":
			f.policy = Adaptive56{}
		case "high-checkpoint":
			f.policy = HighCheckpoint{}
		default:
			t.Fatalf("unknown argument %q", a.Key)
		}
	}
	return f
}

// numbers are the integers of the input, in order.
func numbers(d *datadriven.TestData) []float64 {
	var out []float64
	for _, s := range strings.Fields(d.Input) {
		if v, err := strconv.ParseFloat(s, 64); err == nil {
			out = append(out, v)
		}
	}
	return out
}

func (f *flow) ages(xs []float64) string {
	var b strings.Builder
	for _, x := range xs {
		_, whole := f.policy.(Adaptive57)
		_, late := f.policy.(HighCheckpoint)
		in := Inputs{Oldest: 1, Limits: redo.Limits{Dirty: 1e9, LWM: f.limits.LWM}}
		in.Added = 1 + redo.LSN(x*1e7+0.5)
		fmt.Fprintf(&b, "age=%v%% pct=%d\n", x, percentByAge(&in, f.kn, rules{wholePercent: whole, late: late}))
	}
	return b.String()
}

func (f *flow) dirt(xs []float64) string {
	var b strings.Builder
	for _, x := range xs {
		in := Inputs{Dirty: int(x * 1000), LRU: 99999}
		fmt.Fprintf(&b, "dirty=%v%% pct=%d\n", x, percentByDirty(&in, f.kn))
	}
	return b.String()
}

// settle prints the age at which flushing equals demand.
func (f *flow) settle(xs []float64) string {
	var b strings.Builder
	for _, x := range xs {
		g := *f
		for range 1200 {
			g.second(int(x))
		}
		fmt.Fprintf(&b, "demand=%v age=%.1f%% dirty=%.1f%% flushed=%d/s\n", x, g.agePct(), g.dirtyPct(), g.flushed)
	}
	return b.String()
}

// steps prints the flush rate while demand changes: pairs of seconds and demand.
func (f *flow) steps(xs []float64) string {
	var b strings.Builder
	second := 0
	for i := 0; i+1 < len(xs); i += 2 {
		for range int(xs[i]) {
			f.second(int(xs[i+1]))
			if second++; second%15 == 0 {
				fmt.Fprintf(&b, "t=%d demand=%v flushed=%d age=%.1f%% average=%d\n",
					second, xs[i+1], f.flushed, f.agePct(), f.mem.PageAvg)
			}
		}
	}
	return b.String()
}

func TestPolicy(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			f := newFlow(t, d)
			switch d.Cmd {
			case "by-age":
				f.limits.LWM = 0
				return f.ages(numbers(d))
			case "by-age-lwm":
				f.limits.LWM = 1e8
				return f.ages(numbers(d))
			case "by-dirty":
				return f.dirt(numbers(d))
			case "settle":
				return f.settle(numbers(d))
			case "steps":
				return f.steps(numbers(d))
			case "plan":
				return f.plan(numbers(d))
			case "lru-manager":
				return managerRounds(t, d)
			}
			t.Fatalf("unknown command %q", d.Cmd)
			return ""
		})
	})
}

// plan prints one plan: of synchronous flushing when the third number is given, its limit in percent of age.
func (f *flow) plan(xs []float64) string {
	f.second(0)
	f.made = int(xs[0])
	in := f.inputs()
	in.Flushed = int(xs[1])
	in.Now = in.Now.Add(30 * sim.Second)
	if len(xs) > 2 {
		in.Sync, in.UpTo = true, redo.LSN(xs[2])*f.perPage
	}
	p := f.policy.Recommend(in, f.kn, &f.mem)
	return fmt.Sprintf("age=%.1f%% by-age=%d by-dirty=%d pages=%d slots=%v page-avg=%d lsn-avg=%d\n",
		f.agePct(), p.ByAge, p.ByDirty, p.Pages, p.Slots, f.mem.PageAvg, f.mem.LSNAvg)
}

// TestPolicyIsPure repeats a call with equal inputs and memory.
func TestPolicyIsPure(t *testing.T) {
	f := newFlow(t, &datadriven.TestData{})
	for range 50 {
		f.second(3000)
	}
	a, b := f.mem, f.mem
	a.slots, b.slots = nil, nil
	p, q := f.policy.Recommend(f.inputs(), f.kn, &a), f.policy.Recommend(f.inputs(), f.kn, &b)
	if p.Pages != q.Pages || a.PageAvg != b.PageAvg {
		t.Fatalf("%v and %v", p, q)
	}
}

// TestPolicyNeverExceedsTheCeiling tries many states.
func TestPolicyNeverExceedsTheCeiling(t *testing.T) {
	f := newFlow(t, &datadriven.TestData{})
	for i := range 3000 {
		if p := f.second(i * 37 % 60000); p.Pages > f.kn.IOCapacityMax {
			t.Fatalf("pass %d wants %d pages", i, p.Pages)
		}
	}
}

func BenchmarkRecommend(b *testing.B) {
	f := &flow{perPage: 4096, inst: 8, kn: DefaultKnobs(), policy: Adaptive{}, poolSize: 1 << 20}
	f.limits = redo.Limits{Dirty: 72 * mib, LWM: 8 * mib}
	for b.Loop() {
		f.second(5000)
	}
}

func (f *flow) dirtyPct() float64 { return 100 * float64(f.made-f.first) / float64(f.poolSize) }
