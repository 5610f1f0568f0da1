package experiment

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/profile"
)

// Choice is a combination of values and whether it does the job.
type Choice struct {
	Set     []Change
	Cost    float64 // in the unit of the prices; without prices the steps up the lists
	Results map[string]float64
	Fails   []string // requirements that do not hold; empty when all do
	Failed  string   // why it could not be simulated
	at      []int    // positions in the lists of values
	state   verdict
	arm     Arm
}

type verdict uint8

const (
	unknown  verdict = iota
	holds            // simulated: every requirement holds
	fails            // simulated: one does not
	tooSmall         // not simulated: a larger one fails
	enough           // not simulated: a smaller one holds
)

// Planning is the answer of Plan.
type Planning struct {
	Choice   *Choice   // the cheapest that holds every requirement; nil when there is none
	Closest  *Choice   // without a choice, what comes nearest
	Rejected []*Choice // the neighbours below the choice, which fail, and everything else that was simulated and fails
	HeadRoom []HeadRoom
	Runs     int // simulations
	Points   int // of the full grid
	Partial  bool
}

// HeadRoom is how far a requirement is from its limit, as a share of the limit.
type HeadRoom struct {
	Requirement scenario.Threshold
	Value       float64
	Share       float64
}

// PlanOptions say what is wanted.
type PlanOptions struct {
	Options
	Require []scenario.Threshold
	Prices  *Prices // nil: a choice costs its steps up the lists
}

// planner searches the grid. More of a resource, such as memory, processors or a device's operations, is
// taken never to break a requirement that holds with less. Nothing follows from one value for another of
// anything else: of names, of the load (threads, rate), of variables that trade one thing for another; nor
// where a result must equal something.
type planner struct {
	base    Source
	params  []Parameter
	ordered []bool
	o       PlanOptions
	all     []*Choice
	runs    int
}

// Plan finds the cheapest combination of values that holds every requirement, with as few simulations as it
// can.
func Plan(ctx context.Context, base Source, params []Parameter, o PlanOptions) (*Planning, error) {
	p := &planner{base: base, params: params, o: o}
	for _, one := range params {
		p.ordered = append(p.ordered, resource(one.Name) && numeric(one.Values) && !equals(o.Require))
	}
	if err := p.grid(); err != nil {
		return nil, err
	}
	if err := p.search(ctx); err != nil {
		return nil, err
	}
	if best := p.cheapest(); best != nil && ctx.Err() == nil {
		if err := p.askNeighbours(ctx, best); err != nil {
			return nil, err
		}
	}
	return p.answer(ctx.Err() != nil), nil
}

// resource reports whether more of a parameter can only help.
func resource(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if rest, ok := strings.CutPrefix(name, "device."); ok {
		_, name, _ = strings.Cut(rest, ".")
		switch name {
		case "size", "iops", "read-iops", "write-iops", "bandwidth", "read-bandwidth", "write-bandwidth", "channels", "queue-depth",
			"cache-size", "burst-iops", "burst-bandwidth", "burst-credits", "sustained-write":
			return true
		}
		return false
	}
	switch name {
	case "innodb-buffer-pool-size", "innodb-redo-log-capacity", "innodb-log-file-size", "cpus", "memory", "device-size",
		"redo-device-size", "vm-iops", "vm-bandwidth":
		return true
	}
	return false
}

// equals reports whether a requirement asks for one value of a result, which both less and more may miss.
func equals(require []scenario.Threshold) bool {
	return slices.ContainsFunc(require, func(t scenario.Threshold) bool { return t.Op == "==" || t.Op == "!=" })
}

// numeric reports whether all values are numbers in rising order.
func numeric(values []string) bool {
	last := int64(math.MinInt64)
	for _, v := range values {
		n, _, bad := profile.ParseNumber(v, true)
		if bad != "" || n <= last {
			return false
		}
		last = n
	}
	return true
}

// grid lays out every choice with its cost, the cheapest first.
func (p *planner) grid() error {
	sets := Grid(p.params)
	arms, err := NewArms(p.base, sets)
	if err != nil {
		return err
	}
	for i, set := range sets {
		c := &Choice{Set: set, arm: arms[i]}
		for i, one := range set {
			c.at = append(c.at, slices.Index(p.params[i].Values, one.Value))
		}
		cost, err := p.cost(c)
		if err != nil {
			return err
		}
		c.Cost = cost
		p.all = append(p.all, c)
	}
	slices.SortStableFunc(p.all, func(a, b *Choice) int {
		switch {
		case a.Cost < b.Cost:
			return -1
		case a.Cost > b.Cost:
			return 1
		}
		return 0
	})
	return nil
}

func (p *planner) cost(c *Choice) (float64, error) {
	if p.o.Prices != nil {
		return p.o.Prices.of(c.Set)
	}
	steps := 0
	for _, i := range c.at {
		steps += i
	}
	return float64(steps), nil
}

// search simulates choices until the cheapest one that holds is known. Each time it takes, among those that
// could still be it, as many as there are jobs, each the one that decides most others whatever its outcome.
func (p *planner) search(ctx context.Context) error {
	for ctx.Err() == nil {
		batch := p.next(max(p.o.Jobs, 1))
		if len(batch) == 0 {
			return nil
		}
		if err := p.simulate(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

// next are the choices to simulate now; none when the answer is known.
func (p *planner) next(jobs int) []*Choice {
	open := p.open()
	var batch []*Choice
	for len(open) > 0 && len(batch) < jobs {
		best, most := open[0], -1
		for _, c := range open {
			up, down := 1, 1
			for _, d := range open {
				if p.above(d, c) {
					up++
				}
				if p.above(c, d) {
					down++
				}
			}
			if v := min(up, down); v > most {
				best, most = c, v
			}
		}
		batch = append(batch, best)
		open = slices.DeleteFunc(open, func(c *Choice) bool { return c == best || p.above(c, best) || p.above(best, c) })
	}
	return batch
}

// open are the choices that may be the answer: undecided, and cheaper than what is known to hold; and what is
// known to hold without having been simulated, when nothing undecided is cheaper.
func (p *planner) open() []*Choice {
	var out []*Choice
	for _, c := range p.all {
		switch c.state {
		case holds:
			return out
		case unknown:
			out = append(out, c)
		case enough:
			if len(out) == 0 {
				return []*Choice{c}
			}
		}
	}
	return out
}

// above reports whether a has at least as much of everything as b, and the same names.
func (p *planner) above(a, b *Choice) bool {
	if a == b {
		return false
	}
	for i := range a.at {
		if a.at[i] < b.at[i] || !p.ordered[i] && a.at[i] != b.at[i] {
			return false
		}
	}
	return true
}

// simulate runs choices and draws the conclusions.
func (p *planner) simulate(ctx context.Context, batch []*Choice) error {
	var tasks []task[outcome]
	for _, c := range batch {
		tasks = append(tasks, task[outcome]{
			run:  func(ctx context.Context) outcome { return simulateOne(ctx, c.arm.Scenario.Config) },
			done: func(x outcome) { p.judge(c, x) },
		})
	}
	o := p.o.Options
	o.Progress = nil
	runTasks(ctx, tasks, o)
	if p.o.Progress != nil {
		p.o.Progress(p.runs, p.runs+len(p.open()))
	}
	return nil
}

// judge holds a run against the requirements; what follows for others is noted.
func (p *planner) judge(c *Choice, x outcome) {
	switch {
	case x.err != nil:
		c.Failed, c.state = x.err.Error(), fails
		p.runs++
		return
	case x.result.Partial:
		return
	}
	p.runs++
	c.Results, c.state = document.Finite(x.result.Results), holds
	if c.Fails = scenario.Failing(p.o.Require, c.Results); len(c.Fails) > 0 {
		c.state = fails
	}
	for _, d := range p.all {
		if d.state != unknown {
			continue
		}
		if c.state == holds && p.above(d, c) {
			d.state = enough
		}
		if c.state == fails && p.above(c, d) {
			d.state = tooSmall
		}
	}
}

// cheapest is the answer so far.
func (p *planner) cheapest() *Choice {
	for _, c := range p.all {
		if c.state == holds {
			return c
		}
	}
	return nil
}

// askNeighbours simulates the choices one step below the best that have not been: their failures say what
// each step buys.
func (p *planner) askNeighbours(ctx context.Context, best *Choice) error {
	var batch []*Choice
	for _, c := range p.neighbours(best) {
		if c.state == tooSmall || c.state == unknown {
			batch = append(batch, c)
		}
	}
	return p.simulate(ctx, batch)
}

// neighbours are the choices one step down in one ordered parameter.
func (p *planner) neighbours(best *Choice) []*Choice {
	var out []*Choice
	for _, c := range p.all {
		steps := 0
		for i := range c.at {
			d := best.at[i] - c.at[i]
			if d < 0 || d > 0 && !p.ordered[i] {
				steps = 2
				break
			}
			steps += d
		}
		if steps == 1 {
			out = append(out, c)
		}
	}
	return out
}
