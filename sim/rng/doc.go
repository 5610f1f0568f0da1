// Package rng is the model's only source of chance: named streams of random numbers and the distributions
// that are drawn from them.
//
//	New(seed, name, i) ──▶ Stream ──At(n)──▶ stream n of the same name ──Draw──▶ Lognormal, Quantiles, Zipf, …
//
// A stream depends on (seed, name, i) only, so a new draw in one place changes nothing elsewhere. At
// repositions a stream by an ordinal (a transaction, a request), so that ordinal n draws the same numbers in
// every arm of an experiment, however far the arms drift apart.
//
// Every function gives the same bits on every machine: Exp, Log and Pow are our own, without assembly, and
// each product is rounded before it is added (no fused multiply-add).
//
// Units: whatever the caller's mean is in; Quantiles parsed from text are nanoseconds. Errors: ParseQuantiles
// only; impossible parameters panic. Chance: all of it. Source: M. E. O'Neill, PCG (HMC-CS-2014-0905), output
// function DXSM; M. J. Wichura, AS 241 (normal quantiles); W. Hörmann and G. Derflinger, rejection-inversion
// (Zipf); Sun Microsystems' msun (exp and log).
package rng
