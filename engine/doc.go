// Package engine is the simulated server: it puts the mechanisms of InnoDB together and lets clients loose on
// them.
//
//	Config ──New──▶ Engine ──Step──▶ Result       clients ─ statements ─ tasks of steps ─ pages, locks, redo
//	                  │  └──Clone──▶ branch       purge ─ history list ─ the same steps
//	                  └── laws, once per interval  sampler ─ intervals, series, waits
//
// A client's transaction is a list of statements; a statement is a burst of processor time and a task, a list
// of steps of one mini-transaction each. A step runs as far as it can; where it must wait, for a page, the
// log, a row lock, it parks the thread, and the same step goes on when the wait is over. Page hits cost no
// events.
//
// A crash, a kill or a restart in the timeline (outage) takes what the log, the pool and the devices have made
// durable by that instant, lets package recovery find out how long the server is down, and puts a new process in
// the place of the old one (rebuild). The same recovery, of a crash at the end of the window, is a result of
// every run.
//
// The laws (see laws) hold in every run: a broken one ends the run, and Err names it.
//
// The behaviours that a faithful simulator must show each have a test named after its number,
// TestBehaviourNN…, in this package or in that of the mechanism.
//
// Beside the server's own parts a service may add others: a second-level cache between the pool and the data files
// (extension.go, package bufferpool/extension), a standby whose acknowledgement group commit waits for (package
// engine/binlog), controllers that set variables once a second (tuning.go, package engine/tuner).
//
// Units: nanoseconds, bytes, pages; results have the units of their names. Errors: New reports every fault of
// its configuration, Apply a refused change, Err a broken law; everything else that goes wrong is a bug and
// panics. Chance: the workload's streams "client.mix" and "client.arrivals", and the devices'; equal
// configurations give equal digests on every machine. Source: MySQL 8.0 to 9.7, file and function where the
// code stands; costs.go says what was fitted to measurements.
package engine
