// Package tuner has controllers that change a server's variables while it runs, as managed services do.
//
//	metrics of the last second ──▶ Controller.Decide(Inputs, Knobs, memory) ──▶ Knobs
//
// A controller reads what a monitoring agent could read, once a second, and writes Knobs; it has no other way into the
// server, and no state but the memory that the engine owns and clones.
//
// Google's announcement of optimized writes says what the controllers of Cloud SQL are for, not how they decide: purge
// threads follow the load so that users' work goes first, and the I/O limits follow the load. The rules here are ours:
// additive steps for threads, multiplicative ones for rates, as in congestion control; each constant is an estimate.
//
// Units: requests and pages per second, ms, shares 0 … 1, transactions of history. Errors: none. Chance: none. Source:
// Google Cloud blog of 2026-01-05 on optimized writes, for the purpose; MySQL manual, for the ranges of the variables.
package tuner
