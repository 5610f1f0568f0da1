package device

// deadline is the I/O scheduler of a device with a single queue: mq-deadline. It sends reads first, in batches, and
// writes when reads have passed them twice. A batch goes up the disk from where the last one of its direction ended; when
// nothing lies ahead it is over, and the next begins with the oldest request. Files lie one behind the other. Expiry, half
// a second for reads, is left out: nothing waits for so long.
type deadline struct {
	batch   int       // requests sent of the batch in hand
	of      Op        // its direction
	starved int       // read batches that passed waiting writes
	sent    [2]uint64 // end of the last request, by direction
}

// Settings of the scheduler; block/mq-deadline.c, Linux 6.8.
const (
	fifoBatch     = 16 // requests; fifo_batch
	writesStarved = 2  // batches; writes_starved
)

// choose is the direction of the next request; NumOps: none waits. Ahead tells whether one of the batch in hand is left.
func (s *deadline) choose(reads, writes, ahead bool) Op {
	switch {
	case !reads && !writes:
		return NumOps
	case ahead && s.batch > 0 && s.batch < fifoBatch:
		s.batch++
		return s.of
	case reads && !(writes && s.starved >= writesStarved):
		if writes {
			s.starved++
		}
		s.of = Read
	default:
		s.of, s.starved = Write, 0
	}
	s.batch = 1
	return s.of
}

// place is where a request lies on the disk.
func (r *Request) place() uint64 { return uint64(r.File)<<48 | uint64(r.Offset) }

// elect takes the request that the scheduler sends next; 0: none waits.
func (q *hostQueue) elect() uint32 {
	ahead := q.ahead(q.of)
	op := q.choose(q.waiting[Read].first != 0, q.waiting[Write].first != 0, ahead != 0)
	switch {
	case op == NumOps:
		return 0
	case q.batch == 1:
		ahead = q.ahead(op)
	}
	if ahead == 0 {
		ahead = q.waiting[op].first
	}
	q.remove(&q.waiting[op], ahead)
	last := &q.entries[ahead].r
	q.sent[op] = last.place() + uint64(last.Bytes)
	return ahead
}

// ahead is the next waiting request of a direction up the disk; 0: none.
func (q *hostQueue) ahead(op Op) uint32 {
	best := uint32(0)
	for e := q.waiting[op].first; e != 0; e = q.entries[e].next {
		if p := q.entries[e].r.place(); p >= q.sent[op] && (best == 0 || p < q.entries[best].r.place()) {
			best = e
		}
	}
	return best
}

// remove takes an entry out of a list.
func (q *hostQueue) remove(l *fifo, e uint32) {
	before := uint32(0)
	for x := l.first; x != e; x = q.entries[x].next {
		before = x
	}
	next := q.entries[e].next
	switch {
	case before == 0:
		l.first = next
	default:
		q.entries[before].next = next
	}
	if l.last == e {
		l.last = before
	}
	q.entries[e].next = 0
}
