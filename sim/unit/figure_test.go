package unit

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFigure(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 7: "7", 1234.5: "1234", 123.45: "123.5", 12.345: "12.35", 1.2345: "1.234", 0.12345: "0.1235", -0.5: "-0.5000",
		math.Inf(1): "-", 1e9: "1000000000",
	} {
		require.Equal(t, want, Figure(v))
	}
	require.Equal(t, "-", Figure(math.NaN()))
}
