package device

import "github.com/innosim/innosim/sim"

// hostQueue is the block layer in front of a device that cannot take a flush beside other commands: SATA, whose FLUSH
// CACHE is not queued, while reads and writes are.
//
//	submit ▶ tag (host-queue of them) ▶ waiting reads │ waiting writes ▶ device (queue-depth) ▶ done
//	flush  ▶ pending ─one at a time─▶ running: nothing more is sent, the device runs empty, flushes, goes on
//
// Who asks for a flush needs a tag too. Flushes that arrive while one runs are answered together by the next, which goes ahead
// of what waits. Writes that have a flush before and behind them hold further flushes back until they are written, so that
// these share the second. Requests that follow on one that waits join it.
//
// Counted as iostat does: each call that asks for a flush is also a write, of no bytes; the flushes that were really sent are
// f/s; the time of a request begins when it has its tag.
//
// Source: Linux 6.8, block/blk-flush.c (blk_kick_flush, flush_end_io), block/blk-mq.c (blk_account_io_done), lib/sbitmap.c,
// block/mq-deadline.c, drivers/ata/libata-core.c (ata_std_qc_defer), drivers/scsi/scsi_lib.c (scsi_dev_queue_ready).
type hostQueue struct {
	d       *Device
	id      sim.ActorID
	entries []entry // 0 is none
	free    places
	waiting [2]fifo // with a tag, by direction
	urgent  fifo    // with a tag: writes whose flush before them is done
	untold  fifo    // without
	tags    int     // in use
	freed   int     // since those without one were woken
	inside  int     // in the device
	deadline
	flushes flushQueue
	m       queueMeter
}

// entry is a request in the queue.
type entry struct {
	r     Request
	done  sim.Wake
	came  sim.Time
	begin sim.Time // it has a tag
	cause Cause    // what it found when it came
	next  uint32
	with  uint32 // requests that joined it, by next
}

// fifo is a list of entries, linked by next.
type fifo struct{ first, last uint32 }

// Events of a host queue. Ref is the entry.
const (
	queueDone sim.Kind = iota // the device has answered a request
	queueFlushed
)

func newHostQueue(k *sim.Kernel, d *Device) *hostQueue {
	q := &hostQueue{d: d, entries: make([]entry, 1, 256), m: queueMeter{m: &d.meter}}
	q.id = k.Register("device."+d.name, q)
	return q
}

// Handle moves requests on.
func (q *hostQueue) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case queueDone:
		q.answered(k, ev.Ref)
	case queueFlushed:
		q.flushed(k)
	default:
		panic("device: unknown event kind of a host queue")
	}
}

// submit takes a request; done is woken when it is complete.
func (q *hostQueue) submit(k *sim.Kernel, r Request, done sim.Wake) {
	e := take(&q.entries, &q.free, entry{r: r, done: done, came: k.Now(), begin: k.Now(), cause: QueueFull})
	if q.flushes.sent {
		q.entries[e].cause = FlushRuns
	}
	switch {
	case r.Part.holdsTag():
		q.enqueue(k, e)
	case r.Op != Flush && q.join(k.Now(), e):
	case q.d.c.HostQueue > 0 && q.tags >= q.d.c.HostQueue:
		q.entries[e].cause = TagsTaken
		q.push(&q.untold, e)
	default:
		q.admit(k, e)
	}
}

// admit gives a request a tag.
func (q *hostQueue) admit(k *sim.Kernel, e uint32) {
	q.tags++
	q.entries[e].begin = k.Now()
	q.enqueue(k, e)
}

// enqueue queues a request that has a tag, and sends what may be sent.
func (q *hostQueue) enqueue(k *sim.Kernel, e uint32) {
	r := q.entries[e].r
	q.m.enter(k.Now())
	switch {
	case r.Op == Flush:
		q.flush(k, e)
		return
	case r.Part.holdsTag():
		q.push(&q.urgent, e)
	default:
		q.push(&q.waiting[r.Op], e)
	}
	q.dispatch(k)
}

// untag takes the tag of a request that is complete. Those without one are woken when a batch of tags is free: until then
// whoever comes takes one of them, ahead of those who wait. Source: Linux 6.8, lib/sbitmap.c (sbitmap_queue_wake_up).
func (q *hostQueue) untag(k *sim.Kernel, p Part) {
	if p.keepsTag() {
		return
	}
	q.tags--
	if q.untold.first == 0 {
		q.freed = 0
		return
	}
	if q.freed++; q.freed < wakeBatch(q.d.c.HostQueue) {
		return
	}
	q.freed = 0
	for q.untold.first != 0 && q.tags < q.d.c.HostQueue {
		q.admit(k, q.pop(&q.untold))
	}
}

// wakeBatch is how many tags must become free before those who wait for one are woken; sbq_calc_wake_batch.
func wakeBatch(tags int) int { return min(max(tags/8, 1), 8) }

// join appends a request to one that waits, if it continues it.
func (q *hostQueue) join(now sim.Time, e uint32) bool {
	x := &q.entries[e]
	w := q.waiting[x.r.Op].last // what was submitted last, as the plug list and the elevator's hash find it
	if w == 0 {
		return false
	}
	t := tail{r: q.entries[w].r, sent: now + 1}
	if !t.takes(now, x.r, maxMerged) {
		return false
	}
	q.entries[w].r.Bytes += x.r.Bytes
	x.next, q.entries[w].with = q.entries[w].with, e
	return true
}

// dispatch sends requests to the device while it takes them.
func (q *hostQueue) dispatch(k *sim.Kernel) {
	depth := q.d.c.QueueDepth
	for !q.flushes.sent && (depth == 0 || q.inside < depth) {
		e := q.next()
		if e == 0 {
			return
		}
		q.inside++
		x := &q.entries[e]
		if x.came < k.Now() {
			q.d.meter.wait(x.cause, k.Now().Sub(x.came))
		}
		end := q.d.place(k.Now(), x.r)
		k.After(end.Sub(k.Now()), sim.Wake{To: q.id, Kind: queueDone, Ref: e})
	}
}

// next takes the request to be sent next; 0: none waits.
func (q *hostQueue) next() uint32 {
	if q.urgent.first != 0 {
		return q.pop(&q.urgent)
	}
	return q.elect()
}

// answered is the completion of a request.
func (q *hostQueue) answered(k *sim.Kernel, e uint32) {
	x := q.entries[e]
	q.inside--
	q.m.leave(k.Now(), x.begin, x.r)
	for w := x.with; w != 0; {
		next := q.entries[w].next
		q.m.joined(q.entries[w].r)
		q.answer(k, w)
		w = next
	}
	q.answer(k, e)
	if x.r.Part == Last {
		q.flushes.held--
	}
	q.kick(k)
	q.untag(k, x.r.Part)
	if q.flushes.sent {
		q.drained(k)
		return
	}
	q.dispatch(k)
}

// answer wakes whoever waits for an entry, and frees it.
func (q *hostQueue) answer(k *sim.Kernel, e uint32) {
	if w := q.entries[e].done; w != (sim.Wake{}) {
		k.Soon(w)
	}
	give(q.entries, &q.free, e)
}

func (q *hostQueue) push(l *fifo, e uint32) {
	if l.first == 0 {
		l.first = e
	} else {
		q.entries[l.last].next = e
	}
	l.last = e
}

func (q *hostQueue) pop(l *fifo) uint32 {
	e := l.first
	l.first = q.entries[e].next
	if l.first == 0 {
		l.last = 0
	}
	q.entries[e].next = 0
	return e
}

// InFlight is how many requests the host and the device have under way at most; 0 any number.
func (c *Config) InFlight() int {
	if c.QueueDepth == 0 || c.HostQueue > 0 && c.HostQueue < c.QueueDepth {
		return c.HostQueue
	}
	return c.QueueDepth
}
