package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestEveryWaitOfAClientHasAResource: all wait classes but those of background threads are some resource's.
func TestEveryWaitOfAClientHasAResource(t *testing.T) {
	background := map[string]bool{
		"other": true, "think": true, "purge_idle": true, "log_idle": true, "io_idle": true, "": true,
	}
	for w := range sim.Wait(sim.NumWaits - 1) {
		name := WaitName(w)
		if len(name) > 8 && name[:8] == "cleaner_" {
			continue
		}
		if !background[name] {
			require.Contains(t, resourceOf, name)
		}
	}
}

// TestLoadOfAQueue turns the length that random arrivals give back into the utilisation.
func TestLoadOfAQueue(t *testing.T) {
	for _, u := range []float64{0, 0.1, 0.5, 0.9, 0.99} {
		r := &Result{Results: map[string]float64{"tps": 1000, "latency.avg": 100}} // 100 clients
		length := u * u / (1 - u)
		require.InDelta(t, u, queueLoad(r, length/100), 1e-9)
	}
}

// TestLoadsLeaveOutagesOut: half of the window without service, the other half at the double rate is the same load.
func TestLoadsLeaveOutagesOut(t *testing.T) {
	run := func(tps, cpu float64, outages ...Outage) []Bind {
		e := &Engine{cfg: Config{Host: Host{CPUs: 1}}}
		r := &Result{
			Results:     map[string]float64{"tps": tps, "latency.avg": 10, "cpu_busy": cpu},
			Waits:       []Share{{"cpu", 8}, {"row_lock", 2}},
			WindowStart: sim.Time(10 * sim.Second), Window: 20 * sim.Second, Outages: outages,
		}
		e.bindings(r)
		return r.Binds
	}
	steady := run(100, 0.8)
	require.InDelta(t, 0.8, steady[0].Load, 1e-9)
	crash := Outage{At: sim.Time(8 * sim.Second), Down: 7 * sim.Second} // 5 s of it in the window
	late := Outage{At: sim.Time(25 * sim.Second), Down: sim.Minute}     // 5 s too: the window ends
	before := Outage{At: 0, Down: 10 * sim.Second}
	require.Equal(t, steady, run(50, 0.4, before, crash, late))
	require.Zero(t, run(0, 0, Outage{At: 0, Down: sim.Minute})[0].Load)
}

// TestBindsRankWhatIsUsedUp: a delay that everybody has comes after a resource that is used up.
func TestBindsRankWhatIsUsedUp(t *testing.T) {
	e := &Engine{cfg: Config{Host: Host{CPUs: 1}}}
	r := &Result{
		Results: map[string]float64{"tps": 100, "latency.avg": 10, "cpu_busy": 0.5},
		Waits:   []Share{{"network", 6}, {"cpu", 2.5}, {"run_queue", 1}, {"semisync", 0.5}},
	}
	e.bindings(r)
	require.Equal(t, []string{resCPU, resNetwork, resSemisync}, []string{r.Binds[0].Resource, r.Binds[1].Resource, r.Binds[2].Resource})
	require.InDelta(t, 0.35, r.Binds[0].Share, 1e-9)
	require.InDelta(t, 0.5, r.Binds[0].Load, 0)
	require.Zero(t, r.Binds[1].Load)
}
