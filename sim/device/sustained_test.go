package device

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDrainNeedsACache: a rate at which a cache drains does nothing without a size of that cache, so it is refused; flash dies
// have it as the rate at which they are programmed.
func TestDrainNeedsACache(t *testing.T) {
	c := Config{WriteCache: Protected, SustainedWrite: 1e8}
	require.ErrorContains(t, c.validateCache(), "cache-size: needed with sustained-write")
	c.CacheSize = 1 << 20
	require.NoError(t, c.validateCache())
	c.CacheSize, c.Dies = 0, 8
	require.NoError(t, c.validateCache())
}
