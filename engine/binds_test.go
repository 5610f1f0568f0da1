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
