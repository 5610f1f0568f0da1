package bufferpool

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestBackoffSequence is the golden sequence of sleeps of innodb_empty_free_list_algorithm = backoff; 0 is a yield.
func TestBackoffSequence(t *testing.T) {
	const want = "0ns 0ns 0ns 1us 2us 4us 16us 16us 32us 32us 32us 64us 128us 256us 512us 1.024ms 2.048ms 4.096ms 8.192ms 10ms 10ms"
	var got []string
	s := Search{}
	for range strings.Fields(want) {
		move, d := Backoff{}.Next(s)
		require.Equal(t, Sleep, move)
		got = append(got, d.String())
		s.Last = Sleep
		s.Sleeps++
		move, _ = Backoff{}.Next(s)
		require.Equal(t, TakeFree, move, "after each sleep it looks at the free list")
		s.Last = TakeFree
	}
	require.Equal(t, want, strings.Join(got, " "))
	s.Sleeps = 1000
	_, d := Backoff{Slack: 50 * sim.Microsecond}.Next(s)
	require.Equal(t, longestBackoff+50*sim.Microsecond, d)
}

// TestBackoffNeitherScansNorFlushes: whatever the state of the instance.
func TestBackoffNeitherScansNorFlushes(t *testing.T) {
	for last := range AwaitBatch + 1 {
		for i := range 16 {
			s := Search{Last: last, Freed: i&1 > 0, TryScan: i&2 > 0, BatchRunning: i&4 > 0, Sleeps: i}
			move, _ := Backoff{}.Next(s)
			require.Contains(t, []Move{Sleep, TakeFree}, move)
		}
	}
}

// TestLongSleep: 5.6 waits for a running batch, and sleeps 100 ms where others sleep 10.
func TestLongSleep(t *testing.T) {
	p := SinglePageFlush{AwaitBatches: true, LongSleep: true}
	move, _ := p.Next(Search{Last: TakeFree, BatchRunning: true, TryScan: true})
	require.Equal(t, AwaitBatch, move)
	move, d := p.Next(Search{Last: SignalCleaner, Round: 2})
	require.Equal(t, Sleep, move)
	require.Equal(t, 100*sim.Millisecond, d)
	_, d = SinglePageFlush{}.Next(Search{Last: SignalCleaner, Round: 2})
	require.Equal(t, 10*sim.Millisecond, d)
}
