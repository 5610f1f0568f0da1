package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestMeanTooth: a saw that climbs by 100 a second and is cut to 20 every 1.1 s has a mean of 75, whatever the looks at
// it once a second find.
func TestMeanTooth(t *testing.T) {
	var s sawtooth
	var lines []IntervalLine
	s.set(0, 20)
	for i := 1; i <= 2000; i++ {
		now := sim.Time(i) * sim.Time(10*sim.Millisecond)
		if i%110 == 0 {
			s.cut(now, 20)
		} else {
			s.set(now, s.length+1)
		}
		if i%100 == 0 {
			lines = append(lines, IntervalLine{At: now, HistoryList: float64(s.length), tooth: s.tooth})
		}
	}
	mean, ok := meanTooth(lines[9:], s.tooth)
	require.True(t, ok)
	require.InDelta(t, 74.5, mean, 0.01)
}

// TestNoTooth: a list that was cut once, or never, has no whole tooth.
func TestNoTooth(t *testing.T) {
	var s sawtooth
	s.set(sim.Time(sim.Second), 100)
	_, ok := meanTooth([]IntervalLine{{tooth: s.tooth}}, s.tooth)
	require.False(t, ok)
	s.cut(sim.Time(2*sim.Second), 0)
	_, ok = meanTooth([]IntervalLine{{}, {tooth: s.tooth}}, s.tooth)
	require.False(t, ok)
}
