package bufferpool

import "github.com/innosim/innosim/sim"

// The condition on which clients of MariaDB wait for a free page wakes all of them, for each page. Each takes the mutex
// of the pool, one finds the page, the others find the free list empty, and wait again. A client that has been woken and
// has not had the mutex yet is not woken a second time. So while there is a stream of free pages the line at the mutex is
// as long as there are hungry clients, and the page cleaner, who makes pages free, stands in it before and after each page
// that it writes. The more clients are hungry, the fewer pages they get. Source: buf_LRU_block_free_non_file_page
// (pthread_cond_broadcast), buf_LRU_get_free_block (buf0lru.cc), buf_flush_LRU_list_batch (buf0flu.cc), MariaDB.

// herdPass is how long a client that finds the free list empty keeps the mutex from the others: its hand-over to a thread
// that sleeps in the operating system (the release calls futex, and the lock and the head of the list come from another
// processor), the looks at the list and at the clock, the mutex of the flush list, and the entry into the line of the
// condition. Chosen by runs of MariaDB 11.4.10 with 256 and 512 clients on 80 hardware threads and a pool of 2 GiB: they
// write 2700 and 1300 pages a second at the tail of the LRU list, and some 3 processors' time goes into such wake-ups.
const herdPass = 2 * sim.Microsecond

// rush sends all hungry clients to the mutex.
func (p *Pool) rush(now sim.Time, in *instance) {
	in.mutex.Crowd(now, sim.Duration(in.hungry)*p.o.Costs.Herd)
}
