package redo

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
)

// TestLimits (behaviours 8 and 30): the limits of all lines of servers, as tables.
func TestLimits(t *testing.T) {
	datadriven.RunTest(t, "testdata/limits", func(t *testing.T, d *datadriven.TestData) string {
		g := Geometry{PageSize: 16384, AdaptiveLWM: 10, Files: 2}
		d.MaybeScanArgs(t, "tc", &g.ThreadConcurrency)
		policy := map[string]LimitsPolicy{"8.0.30": Limits8030{}, "8.0.20": Limits8020{}, "5.7": Limits57{},
			"mariadb": LimitsMariaDB{}}[d.Cmd]
		require.NotNil(t, policy, "unknown version %s", d.Cmd)
		var b strings.Builder
		fmt.Fprintf(&b, "%7s %8s %9s %9s %8s %9s %9s %9s %9s %9s %9s %9s\n", "MiB", "file", "hard", "soft", "margin",
			"free", "sync", "async", "dirty", "aggr", "lwm", "start")
		for _, line := range strings.Fields(d.Input) {
			var size int64
			_, err := fmt.Sscan(line, &size)
			require.NoError(t, err)
			g.Capacity, g.FileSize = size<<20, size<<20
			l := policy.Limits(g)
			unsafe := ""
			if l.Unsafe {
				unsafe = " unsafe"
			}
			fmt.Fprintf(&b, "%7d %8.3f %9.2f %9.2f %8.2f %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f%s\n", size,
				float64(l.FileBytes)/(1<<20), mib(l.Hard), mib(l.Soft), mib(l.Margin), mib(l.Free), mib(l.Sync),
				mib(l.Async), mib(l.Dirty), mib(l.Aggressive), mib(l.LWM), mib(l.Sync-l.Margin), unsafe)
		}
		return b.String()
	})
}

func mib(l LSN) float64 { return float64(l) / (1 << 20) }

// TestLSN: payload counts and positions, also at the ends of blocks, are inverse.
func TestLSN(t *testing.T) {
	f := Blocks512()
	require.Equal(t, LSN(12), f.LSN(0))
	require.Equal(t, LSN(507), f.LSN(495))
	require.Equal(t, LSN(524), f.LSN(496), "a full block ends behind the next header")
	for _, f := range []Format{f, Unframed()} {
		last := LSN(0)
		for sn := range uint64(5000) {
			l := f.LSN(sn)
			require.Equal(t, sn, f.SN(l))
			require.GreaterOrEqual(t, l, last)
			last = l
		}
	}
	require.Equal(t, uint64(496), f.SN(510), "inside a trailer: the whole block's payload")
	require.Equal(t, uint64(496), f.SN(514), "inside a header")
}

// FuzzLimits: limits are ordered for every geometry that the server accepts.
func FuzzLimits(f *testing.F) {
	f.Add(int64(8), 0)
	f.Add(int64(100), 1000)
	f.Add(int64(524288), 64)
	f.Fuzz(func(t *testing.T, size int64, tc int) {
		if size < 8 || size > 512<<10 || tc < 0 || tc > 1000 {
			t.Skip()
		}
		l := Limits8030{}.Limits(Geometry{Capacity: size << 20, PageSize: 16384, ThreadConcurrency: tc, AdaptiveLWM: 10})
		require.Less(t, l.Soft, l.Hard)
		require.Less(t, l.Free, l.Soft)
		require.Less(t, l.Async, l.Sync)
		require.Less(t, l.Sync, l.Aggressive)
		require.Less(t, l.LWM, l.Dirty)
		require.LessOrEqual(t, l.Margin, l.Soft*56/100)
		require.LessOrEqual(t, l.Hard, LSN(size<<20))
	})
}
