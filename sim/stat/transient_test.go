package stat

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim/rng"
)

// TestTransientFindsTheStep: a run that begins low and then is stationary is cut where it has become so.
func TestTransientFindsTheStep(t *testing.T) {
	s := rng.New(1, "test", 0)
	var x []float32
	for i := range 100 {
		level := 100.0
		if i < 20 {
			level = 50
		}
		x = append(x, float32(level+10*(s.Float64()-0.5)))
	}
	n, over := Transient(x)
	require.Equal(t, 20, n)
	require.True(t, over)
	n, over = Transient(x[20:])
	require.True(t, over)
	require.LessOrEqual(t, n, 20, "nothing to cut but chance")
}

// TestTransientOfARamp: what still rises is not over.
func TestTransientOfARamp(t *testing.T) {
	var x []float32
	for i := range 60 {
		x = append(x, float32(i))
	}
	_, over := Transient(x)
	require.False(t, over)
	_, over = Transient(x[:19])
	require.False(t, over, "too few")
}

func TestTrend(t *testing.T) {
	require.InDelta(t, 2, Trend([]float32{1, 3, 5, 7}), 1e-9)
	require.Zero(t, Trend([]float32{4}))
	require.Zero(t, Trend(nil))
}
