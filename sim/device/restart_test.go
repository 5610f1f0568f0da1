package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// listener counts the answers that it gets.
type listener struct{ answers int }

func (l *listener) Handle(*sim.Kernel, sim.Event) { l.answers++ }

// TestRestartForgetsTheQueueOfTheHost: nobody is told of what an ended process had asked for, and the next one finds an
// empty queue.
func TestRestartForgetsTheQueueOfTheHost(t *testing.T) {
	k := sim.New()
	c := Config{WriteLatency: sim.Millisecond, FlushLatency: sim.Millisecond, QueueDepth: 2, HostQueue: 4, FlushExclusive: true,
		WriteCache: Volatile}
	d := New(k, "data", c, 1)
	l := &listener{}
	first := k.Register("old", l)
	for i := range 9 {
		d.Submit(k, Request{Op: Write, Offset: int64(i) << 20, Bytes: 16384}, sim.Wake{To: first})
	}
	d.Submit(k, Request{Op: Flush}, sim.Wake{To: first})
	k.Run(sim.Time(1500*sim.Microsecond), 0)
	require.Equal(t, 2, l.answers)
	k.Restart(0, func(sim.Event) bool { return false })
	d.Restart(k)
	require.Zero(t, d.InFlight())
	next := &listener{}
	id := k.Register("new", next)
	d.Submit(k, Request{Op: Write, Bytes: 16384}, sim.Wake{To: id})
	d.Submit(k, Request{Op: Flush}, sim.Wake{To: id})
	k.Run(sim.Never, 0)
	require.Equal(t, 2, next.answers)
	require.Equal(t, 2, l.answers)
	require.NoError(t, d.Check())
}

// TestMergedRequestsKeepTheDeviceBusy: a request that others join lasts until their end, and the device is not busy for
// longer than a request is in flight.
func TestMergedRequestsKeepTheDeviceBusy(t *testing.T) {
	k := sim.New()
	d := New(k, "data", Config{WriteLatency: sim.Millisecond, QueueDepth: 1, Bandwidth: 16e6, FileSystem: Ext4}, 1)
	id := k.Register("l", &listener{})
	for i := range 9 {
		d.Submit(k, Request{Op: Write, Offset: int64(i) << 14, Bytes: 16384}, sim.Wake{To: id})
	}
	k.Run(sim.Never, 0)
	m := d.Metrics()
	require.NoError(t, d.Check())
	require.Positive(t, m.Ops[Write].Merged)
	require.GreaterOrEqual(t, m.InFlight, m.Busy)
	require.Equal(t, m.InFlight, m.Ops[Write].Time)
}
