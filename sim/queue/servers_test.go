package queue

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// erlangC is the probability that a job waits in M/M/m at a load of a = arrival rate × service time.
func erlangC(m int, a float64) float64 {
	sum, term := 0.0, 1.0
	for n := range m {
		sum += term
		term *= a / float64(n+1)
	}
	last := term * float64(m) / (float64(m) - a)
	return last / (sum + last)
}

// TestMeanWaitIsErlangs holds the mean wait of M/M/m against C(m, a) / (m/s - λ).
func TestMeanWaitIsErlangs(t *testing.T) {
	const service = 100 * sim.Microsecond
	for _, c := range []struct {
		servers int
		load    float64 // of each server
	}{{1, 0.5}, {1, 0.8}, {2, 0.7}, {8, 0.8}, {64, 0.9}} {
		s := NewServers(c.servers)
		arrivals, lengths := rng.New(1, "arrivals", 0), rng.New(1, "lengths", 0)
		gap := service.Seconds() / (c.load * float64(c.servers))
		var now sim.Time
		var waited sim.Duration
		const jobs = 2_000_000
		for range jobs {
			now = now.Add(sim.Duration(arrivals.Exponential(gap * 1e9)))
			waited += s.Book(now, sim.Duration(lengths.Exponential(float64(service))))
		}
		got := waited.Seconds() / jobs
		a := c.load * float64(c.servers)
		want := erlangC(c.servers, a) * service.Seconds() / (float64(c.servers) - a)
		require.InEpsilon(t, want, got, 0.08, "%d servers at load %v", c.servers, c.load)
	}
}

// dumb is the same queue kept as a list of all servers.
type dumb []sim.Time

func (d dumb) book(now sim.Time, length sim.Duration) sim.Duration {
	first := 0
	for i := range d {
		if d[i] < d[first] {
			first = i
		}
	}
	start := max(now, d[first])
	d[first] = start.Add(length)
	return start.Sub(now)
}

func TestServersAgreeWithDumbTwin(t *testing.T) {
	for _, m := range []int{1, 2, 3, 7, 64} {
		s, twin := NewServers(m), make(dumb, m)
		r := rng.New(7, "twin", uint64(m))
		var now sim.Time
		for i := range 20000 {
			now = now.Add(sim.Duration(r.Uint64n(2 * 1000 / uint64(m))))
			d := sim.Duration(r.Uint64n(2000))
			require.Equal(t, twin.book(now, d), s.Book(now, d), "job %d", i)
			busy := 0
			for _, end := range twin {
				if end > now {
					busy++
				}
			}
			require.Equal(t, busy, s.Busy(now))
		}
	}
}

func TestServersResize(t *testing.T) {
	s := NewServers(4)
	for range 4 {
		s.Book(0, 100)
	}
	s.Resize(2)
	require.EqualValues(t, 100, s.Book(0, 50))
	s.Resize(3)
	require.Zero(t, s.Book(0, 10))
	require.Equal(t, 3, s.Count())
}

func TestServe(t *testing.T) {
	k := sim.New()
	out := newSink(k)
	s := NewServers(1)
	require.Zero(t, s.Serve(k, 10, out.wake(1)))
	require.EqualValues(t, 10, s.Serve(k, 10, out.wake(2)))
	k.Run(math.MaxInt64, 0)
	require.Equal(t, []uint32{1, 2}, out.refs())
	require.EqualValues(t, 20, out.got[1].At)
}
