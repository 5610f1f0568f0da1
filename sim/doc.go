// Package sim is the kernel of the simulation: time, and the events that are still to come.
//
//	After, At ──▶ heap ─┐
//	                    ├─ the earliest ──▶ Actor.Handle ──▶ After, Soon, Observe …
//	Soon ───────▶ ring ─┘
//
// It knows nothing of databases. An Actor is registered under a name and gets a number; a Wake says whom to
// call and what to hand back, by value; an Event is a Wake that is due. Nothing leaves the middle of the
// queue: a timer that is no longer wanted carries a generation in Arg, and its actor ignores it.
//
// Order. Events are handled by time; at one time model events before observers; among those in the order in
// which they were scheduled, whether by After or by Soon. Nothing else counts, so equal inputs give equal
// event sequences on every machine, and Digest is the proof: it hashes each event that was handled.
//
// Waiting. A call f(k, …, ok Wake) Wait returns NoWait when the caller may go on now; otherwise the caller is
// parked, the Wait names why, and ok arrives once the request has been granted.
//
// Units: Time and Duration in nanoseconds. Errors: none; an event in the past, or one that its actor does not
// know, panics. Chance: none. One kernel belongs to one goroutine; nothing allocates once the queues have
// grown. Source: the order of events follows gem5's and nexosim's written rules; the 4-ary heap the Go
// runtime's timers.
package sim
