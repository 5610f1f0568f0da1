package explain

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/scenario"
)

const standing = `
[innosim]
server = percona-8.4.8
start  = loaded
warmup = 5s
time   = 5s
[host]
client = remote
rtt    = 20ms
[mysqld]
thread_handling         = pool-of-threads
thread_pool_size        = 4
thread_pool_max_threads = 8
innodb_buffer_pool_size = 64M
[workload]
script     = oltp_write_only
tables     = 1
table-size = 30
range-size = 1
threads    = 24
`

// TestAThreadPoolThatStandsIsNamed: with all workers behind row locks nobody gets through, and the chain says whom to ask.
func TestAThreadPoolThatStandsIsNamed(t *testing.T) {
	sc, err := scenario.Parse(fstest.MapFS{"x.cnf": {Data: []byte(standing)}}, "x.cnf")
	require.NoError(t, err)
	s, err := Explain(context.Background(), sc.Config, Options{})
	require.NoError(t, err)
	require.Len(t, s.Chain, 2)
	require.Contains(t, s.Chain[0].Figures, "16 for a worker of the thread pool, 8 for row locks")
	require.Equal(t, "the thread pool stands still", s.Chain[1].Cause)
	require.Contains(t, s.Chain[1].Figures, "all 8 workers that thread_pool_max_threads allows")
	require.Contains(t, s.Chain[1].Figures, "innodb_lock_wait_timeout = 50 s")
}
