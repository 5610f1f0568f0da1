// Package explain says why a run is as it is.
//
//	Transaction   one transaction, step by step, with what it waited for
//	Stall         the slowest stretch of a run, and the chain of causes behind it
//	Window        the same for a stretch of the user's choice
//
// A stretch may lie anywhere in the run: in the warm-up, in any phase, around a crash of the timeline, which then is its
// own explanation.
//
// A chain begins with what the transactions wait for and follows the resource down to a device, a processor
// or a setting. Every link is a measurement of the stretch itself: the run is repeated with its measured
// window there, which changes no event, because chance depends on the seed and not on what is measured. What
// does not hold in the numbers is not said.
//
// Units: simulated seconds and milliseconds, bytes. Errors: a window outside the run, a transaction that the
// run does not reach.
package explain
