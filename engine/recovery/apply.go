package recovery

import (
	"cmp"
	"slices"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/rng"
)

// apply is one pass over the hash table: the main thread asks for its pages, area after area; I/O threads
// read them and apply their redo.
type apply struct {
	order   []int32 // pages of the batch, in the order of the hash tables
	next    int
	pending []int // reads by instance
	reading int   // over all instances
	waits   bool  // the feeder waits for a frame
	polling bool
	perPage sim.Duration // CPU time of applying the records of a page
	last    bool         // no redo is left behind this batch
}

// startApply looks up what the batch names.
func (m *machine) startApply() {
	a := &m.apply
	a.last = m.scan.at >= m.c.Redo
	a.order, a.next = m.batch(a.order[:0]), 0
	a.pending = append(a.pending[:0], make([]int, m.s.Instances)...)
	if n := len(a.order); n > 0 {
		a.perPage = sim.Duration(m.scan.at-m.scan.from) * applyByte / sim.Duration(n)
	}
	if a.last {
		m.startFill()
	}
	m.k.After(writerPeriod, m.wake(evTick, cleanerThread))
	m.feed()
}

// batch chooses the pages that redo between two positions names. Of pages that were changed again behind it,
// those that had a change in it by chance: changes come at random.
func (m *machine) batch(order []int32) []int32 {
	from, to := uint64(m.scan.from), uint64(m.scan.at)
	all := float64(m.c.Redo) / touchBytes
	mean := all / float64(max(1, len(m.c.Pages))) * float64(to-from) / float64(max(1, m.c.Redo))
	none := rng.Exp(-mean)
	for i := range m.c.Pages {
		p := &m.c.Pages[i]
		again := p.Last > to && chance(rng.Hash3(uint64(p.File), uint64(p.Number), from)) >= none
		if p.Last > from && p.Last <= to || again {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, m.hashOrder)
	return order
}

func chance(h uint64) float64 { return float64(h>>11) / (1 << 53) }

// hashOrder is the order of the pages in the hash tables: by file, areas of a file as their hashes fall, and
// in each area from its first page on.
func (m *machine) hashOrder(i, j int32) int {
	p, q := &m.c.Pages[i], &m.c.Pages[j]
	a, b := p.Number>>areaShift, q.Number>>areaShift
	return cmp.Or(
		cmp.Compare(p.File, q.File),
		cmp.Compare(rng.Hash2(uint64(p.File), uint64(a)), rng.Hash2(uint64(q.File), uint64(b))),
		cmp.Compare(p.Number, q.Number),
	)
}

// feed asks for pages until too many reads are pending, no frame is free, or a burst is over.
func (m *machine) feed() {
	a := &m.apply
	a.waits = false
	for n := 1; a.next < len(a.order); n++ {
		p := &m.c.Pages[a.order[a.next]]
		in := int(p.Number>>stripeShift+uint32(p.File)) % m.s.Instances
		switch {
		case a.pending[in] >= max(1, m.kept()/m.s.Instances/2):
			m.k.After(feedSleep, m.wake(evFeed, mainThread))
			return
		case m.frames.free <= 0:
			a.waits = true
			m.cleanLRU()
			return
		}
		m.frames.free--
		a.pending[in]++
		a.reading++
		m.submit(device.Read, a.order[a.next])
		a.next++
		if n == 1<<areaShift {
			m.cpu.Run(m.k, queue.Server, feedCPU<<areaShift, m.wake(evFeed, mainThread))
			return
		}
	}
	m.poll()
}

// poll ends the batch when everything is applied.
func (m *machine) poll() {
	if m.apply.reading > 0 {
		m.k.After(applyPoll, m.wake(evPoll, mainThread))
		return
	}
	m.ended("apply")
	if !m.apply.last || m.s.WritesBack {
		m.cleanAll()
		return
	}
	m.frames.hash = 0
	m.startOpen()
}

// applied takes a page that is up to date.
func (m *machine) applied(i int32) {
	p := &m.c.Pages[i]
	a := &m.apply
	a.pending[int(p.Number>>stripeShift+uint32(p.File))%m.s.Instances]--
	a.reading--
	m.report.PagesRead++
	if !p.OnDisk {
		m.report.PagesApplied++
		m.frames.dirty++
	}
	m.frames.lru = append(m.frames.lru, i)
}

// applyCost is the CPU time of an I/O thread for a page that it has read.
func (m *machine) applyCost(i int32) sim.Duration {
	d := pageCPU
	if !m.c.Pages[i].OnDisk {
		d += m.apply.perPage
	}
	return d
}

// firstUse is the CPU time of the first use of a frame, as long as some were never used.
func (m *machine) firstUse() sim.Duration {
	if m.frames.used >= m.s.Frames {
		return 0
	}
	m.frames.used++
	return m.fault(m.s.PageSize)
}
