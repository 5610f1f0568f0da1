package queue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestBurstsBeyondAnyRunDoNotEndBeforeTheyBegin: on the slowest host an hour of processor time is beyond 64 bits of the
// scaled product, and of a run.
func TestBurstsBeyondAnyRunDoNotEndBeforeTheyBegin(t *testing.T) {
	k := sim.New()
	o := CPUOptions{CPUs: 1, ThreadsPerCore: 1, Factor: 100, Share: 0.01}
	c := NewCPU(k, o, nil)
	end := c.Run(k, Server, 20*sim.Second, sim.Wake{})
	require.Equal(t, sim.Time(200_000*sim.Second), end)
	require.Greater(t, c.Run(k, Server, 10_000*sim.Hour, sim.Wake{}), sim.Time(10_000*sim.Hour))
}
