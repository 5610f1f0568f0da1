package bufferpool

import "github.com/innosim/innosim/sim"

// Backoff is what Percona Server does with innodb_empty_free_list_algorithm = backoff, the default of 5.6 and 5.7: a thread
// neither scans nor flushes, it sleeps, longer and longer, until the LRU manager has put a page on the free list. Else
// hundreds of waiters would starve the one producer on the mutex of that list.
//
// Source: buf_LRU_get_free_block and buf_LRU_handle_lack_of_free_blocks of Percona Server 5.7.
type Backoff struct {
	// Slack is added to each sleep: how late the operating system ends it.
	Slack sim.Duration
}

// yields is how often a thread only gives its processor up.
const yields = 3

// longestBackoff ends the doubling.
const longestBackoff = 10 * sim.Millisecond

// Next sleeps after each look at the free list.
func (b Backoff) Next(s Search) (Move, sim.Duration) {
	if s.Last != TakeFree {
		return TakeFree, 0
	}
	if s.Sleeps < yields {
		return Sleep, 0
	}
	return Sleep, backoffSleep(s.Sleeps) + b.Slack
}

// backoffSleep is the length of sleep n; those before the fourth are yields.
func backoffSleep(n int) sim.Duration {
	const us = sim.Microsecond
	switch {
	case n < 6:
		return us << (n - yields)
	case n < 8:
		return 16 * us
	case n < 11:
		return 32 * us
	case n < 30:
		return min(us<<(n-5), longestBackoff)
	}
	return longestBackoff
}

// ScansGoOn is of no importance: nobody scans.
func (Backoff) ScansGoOn() bool { return false }
