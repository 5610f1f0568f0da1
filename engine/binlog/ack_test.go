package binlog

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/innosim/innosim/sim"
)

// standby lets so many clients loose on a binlog with a standby that acknowledges after 5 ms.
func standby(t *testing.T, n int) *crowd {
	k, c := newCrowd(t, n, Knobs{Sync: 1, FlushAtCommit: 1})
	c.g.env.Ack = 5 * sim.Millisecond
	k.Run(sim.Time(2*sim.Second), 0)
	return c
}

// TestAckComesAfterTheSync: a lone client pays both fsyncs, then the acknowledgement.
func TestAckComesAfterTheSync(t *testing.T) {
	one := standby(t, 1)
	assert.InDelta(t, 7.03, one.total.Millis()/float64(one.done), 0.03)
	assert.InDelta(t, one.done, one.g.m.Acks, 1)
}

// TestOneAckCoversAQueue: LOCK_commit is held for the acknowledgement, so groups that are synced meanwhile share the next
// one. The next leader waits only for what is
// left of its last member's 5 ms.
func TestOneAckCoversAQueue(t *testing.T) {
	c := standby(t, 60)
	m := c.g.m
	assert.InDelta(t, m.Members, m.Acked, 60)
	assert.Greater(t, float64(m.Acked)/float64(m.Acks), 1.3*float64(m.Members)/float64(m.Groups), "groups share acknowledgements")
	assert.GreaterOrEqual(t, m.Acks, uint64(2000/5-1), "an acknowledgement at a time, of 5 ms at most …")
	assert.Less(t, m.Acks, uint64(2000/3), "… less what its last member had waited in line, two syncs at most")
	plain := runCrowd(t, 60, Knobs{Sync: 1, FlushAtCommit: 1})
	assert.Less(t, c.done, plain.done)
	assert.Greater(t, c.done, plain.done/4, "not one group each 5 ms: more clients to a group")
}

// TestUnsyncedEventsAreSentEarlier: with sync_binlog other than 1 events are sent when they are written, so the standby
// works while the binary log is synced.
func TestUnsyncedEventsAreSentEarlier(t *testing.T) {
	k, c := newCrowd(t, 1, Knobs{Sync: 1, FlushAtCommit: 1})
	c.g.env.Ack = 5 * sim.Millisecond
	k.Run(sim.Time(sim.Second), 0)
	each := c.total.Millis() / float64(c.done)
	k, d := newCrowd(t, 1, Knobs{Sync: 2, FlushAtCommit: 1})
	d.g.env.Ack = 5 * sim.Millisecond
	k.Run(sim.Time(sim.Second), 0)
	assert.InDelta(t, each-1, d.total.Millis()/float64(d.done), 0.03, "no sync in the way, whether there is one or not")
}

// TestAckDoesNotAllocate counts the allocations of groups with a standby.
func TestAckDoesNotAllocate(t *testing.T) {
	k, c := newCrowd(t, 50, Knobs{Sync: 1, FlushAtCommit: 1})
	c.g.env.Ack = sim.Millisecond
	k.Run(sim.Time(sim.Second), 0)
	c.order = make([]uint32, 0, 1<<20)
	c.log.asked = c.log.asked[:0:cap(c.log.asked)]
	assert.LessOrEqual(t, testing.AllocsPerRun(5, func() { k.Run(k.Now().Add(10*sim.Millisecond), 0) }), 1.0)
}
