package sim

import (
	"fmt"
	"testing"
)

// pendingCounts are the sizes at which the queue is measured: a server, a large server, and beyond any.
var pendingCounts = []int{1_000, 10_000, 100_000}

// holdTimes are increments as a server has them: some hundred microseconds, unevenly spread.
func holdTimes() []Duration {
	times := make([]Duration, 1<<12)
	x := uint64(88172645463325252)
	for i := range times {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		times[i] = Duration(1 + x%1_000_000)
	}
	return times
}

// holder schedules one new event for each that it gets: the number of pending events stays.
type holder struct {
	times []Duration
	n     int
	id    ActorID
}

func (h *holder) Handle(k *Kernel, ev Event) {
	h.n++
	k.After(h.times[h.n&(len(h.times)-1)], ev.Wake)
}

func newHold(pending int) (*Kernel, *holder) {
	k, h := New(), &holder{times: holdTimes()}
	h.id = k.Register("holder", h)
	for i := range pending {
		k.After(h.times[i&(len(h.times)-1)]+Duration(i), Wake{To: h.id, Ref: uint32(i)})
	}
	return k, h
}

// BenchmarkHold is the classic hold model with the kernel's dispatch and digest. At 1,000 pending events it
// must reach half the speed of BenchmarkBareHeap.
func BenchmarkHold(b *testing.B) {
	for _, n := range pendingCounts {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			k, _ := newHold(n)
			k.Run(Never, 2*n)
			b.ReportAllocs()
			b.ResetTimer()
			k.Run(Never, b.N)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}

// BenchmarkBareHeap is the same load on the heap alone.
func BenchmarkBareHeap(b *testing.B) {
	for _, n := range pendingCounts {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			k, h := newHold(n)
			q, sequence := k.heap, uint64(n)
			b.ResetTimer()
			for i := range b.N {
				e := q.pop()
				e.At += Time(h.times[i&(len(h.times)-1)])
				sequence++
				e.order = sequence
				q.push(e)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}

// relay passes events on within the instant.
type relay struct{ id ActorID }

func (r *relay) Handle(k *Kernel, ev Event) {
	if ev.Arg == 0 {
		k.After(Microsecond, ev.Wake.With(300))
		return
	}
	k.Soon(ev.Wake.With(ev.Arg - 1))
}

// BenchmarkSoon is the ring: an event of which 300 follow within one instant.
func BenchmarkSoon(b *testing.B) {
	k, r := New(), &relay{}
	r.id = k.Register("relay", r)
	for i := range 100 {
		k.After(Duration(1+i), Wake{To: r.id, Ref: uint32(i)})
	}
	b.ReportAllocs()
	k.Run(Never, b.N)
}
