package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestAServerHasPagesInMemoryWhenItStarts: those that the start has read and made, as far as they fit; and what a server
// has in memory it need not read.
func TestAServerHasPagesInMemoryWhenItStarts(t *testing.T) {
	for pool, want := range map[string]int{"32M": 617 + 148, "5M": 320} {
		e := build(t, "start = cold", "innodb_buffer_pool_size = "+pool)
		require.Equal(t, want, e.Pool().LRULen(0), pool)
		require.Zero(t, e.Pool().Dirty(0), pool)
		lawful(t, e)
		e.RunUntil(sim.Time(sim.Second))
		lawful(t, e)
	}
}
