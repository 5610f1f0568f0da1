// Package queue holds the queues of a host: processors, short mutexes, rate limits, parallel servers,
// latches, and a parking lot for rare waits.
//
//	CPU     processors behind one run queue        booked: a burst's end is known when it is asked for
//	Mutex   a lock held for a known, short time    booked
//	Servers m equal servers, first come first      booked
//	Bucket  a rate limit with burst credit         booked
//	Lines   a bucket with lines of two kinds       booked
//	Latch   shared or exclusive, first come first  parks
//	Lot     waits by key: frame, row, LSN          parks
//
// Booked means: the length of a job is known when it arrives, and jobs are served in the order of arrival,
// so its start follows at once from the times at which the servers become free. No queue is kept and the
// caller gets one event at the end, or none when it only adds the delay to its own.
//
// Units: sim.Time and sim.Duration in nanoseconds, rates per second. Errors: none; an unlock of a free
// latch panics. Chance: none. Source: the laws of queueing (M/M/m, Little), which the tests hold against
// it; the leaky bucket as meter follows the generic cell rate algorithm, ITU-T I.371.
package queue
