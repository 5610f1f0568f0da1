package explain

import (
	"context"
	"fmt"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// Options choose the stretch that is explained.
type Options struct {
	From, To sim.Duration // since the start of the run; both 0: the worst stall
}

// Stretch is an explained part of a run.
type Stretch struct {
	From, To  sim.Duration
	TPS, Mean float64 // transactions per second in it, and over the measured window
	Asked     bool    // the user's own choice
	Stall     bool    // fewer than half of the mean
	Chain     []Link  // from what transactions wait for to what is used up
	Result    *engine.Result
}

// stallShare is the part of the mean throughput below which an interval is a stall.
const stallShare = 0.5

// fine is the report interval in which stalls are looked for.
const fine = 250 * sim.Millisecond

// Down is how long the server was out of service in the stretch.
func (s *Stretch) Down() sim.Duration { return s.Result.DownTime() }

// Explain finds the stretch and says why it is as it is.
func Explain(ctx context.Context, c engine.Config, o Options) (*Stretch, error) {
	s := &Stretch{From: o.From, To: o.To, Asked: o.To > 0}
	if err := s.find(ctx, c); err != nil {
		return nil, err
	}
	again := c
	again.Stretch, again.Until = engine.Stretch{From: s.From, To: s.To}, 0
	res, _, err := simulate(ctx, again)
	if err != nil {
		return nil, err
	}
	s.Result, s.TPS = res, res.Results["tps"]
	s.Stall = s.TPS < float64(stallShare*s.Mean)
	s.Chain = chain(&again, res)
	return s, nil
}

// find runs the scenario once: for the mean, and for its worst stall where no stretch was given.
func (s *Stretch) find(ctx context.Context, c engine.Config) error {
	c.ReportInterval = fine
	res, lines, err := simulate(ctx, c)
	if err != nil {
		return err
	}
	s.Mean = res.Results["tps"]
	begin, end := sim.Duration(res.WindowStart), sim.Duration(res.WindowStart)+res.Window
	if s.To > 0 {
		if s.From >= s.To || s.To > res.Simulated {
			return fmt.Errorf("--window = %s..%s: allowed is a stretch of the run, which ends at %s", s.From, s.To, res.Simulated)
		}
		return nil
	}
	var inside []engine.IntervalLine
	for _, l := range lines {
		if at := sim.Duration(l.At); at > begin && at <= end {
			inside = append(inside, l)
		}
	}
	if len(inside) == 0 {
		return fmt.Errorf("time = %s: a stretch of a window that is shorter than %s cannot be explained", res.Window, fine)
	}
	s.From, s.To = worst(inside, s.Mean)
	return nil
}

// worst is the run of intervals below the stall's share that lost most transactions; without any, the slowest
// second.
func worst(lines []engine.IntervalLine, mean float64) (from, to sim.Duration) {
	lost, most := 0.0, 0.0
	begin := 0
	for i, l := range lines {
		if l.TPS >= float64(stallShare*mean) {
			lost, begin = 0, i+1
			continue
		}
		if lost += mean - l.TPS; lost > most {
			most = lost
			from, to = sim.Duration(lines[begin].At)-fine, sim.Duration(lines[min(i+1, len(lines)-1)].At)
		}
	}
	if most > 0 {
		return from, to
	}
	const second = int(sim.Second / fine)
	if len(lines) < second {
		return sim.Duration(lines[0].At) - fine, sim.Duration(lines[len(lines)-1].At)
	}
	best, least := 0, -1.0
	for i := 0; i+second <= len(lines); i++ {
		sum := 0.0
		for _, l := range lines[i : i+second] {
			sum += l.TPS
		}
		if least < 0 || sum < least {
			best, least = i, sum
		}
	}
	return sim.Duration(lines[best].At) - fine, sim.Duration(lines[best+second-1].At)
}

// simulate runs a configuration to its end.
func simulate(ctx context.Context, c engine.Config) (*engine.Result, []engine.IntervalLine, error) {
	e, err := engine.New(c)
	if err != nil {
		return nil, nil, err
	}
	for !e.Step(stepEvents) {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}
	return e.Result(false), e.Intervals(0), e.Err()
}
