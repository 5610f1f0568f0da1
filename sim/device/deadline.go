package device

// deadline is the I/O scheduler of a device with a single queue: mq-deadline. It sends reads first, in batches, and
// writes when reads have passed them twice. Expiry, half a second for reads, is left out: nothing waits for so long.
type deadline struct {
	batch   int // requests sent of the batch in hand
	of      Op  // its direction
	starved int // read batches that passed waiting writes
}

// Settings of the scheduler; block/mq-deadline.c, Linux 6.8.
const (
	fifoBatch     = 16 // requests; fifo_batch
	writesStarved = 2  // batches; writes_starved
)

// choose is the direction of the next request; NumOps: none waits.
func (s *deadline) choose(reads, writes bool) Op {
	waits := [...]bool{Read: reads, Write: writes}
	switch {
	case !reads && !writes:
		return NumOps
	case waits[s.of] && s.batch > 0 && s.batch < fifoBatch:
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
