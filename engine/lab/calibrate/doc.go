// Package calibrate fits hosts and devices to what real servers did.
//
//	truth cases ── run ──▶ Laws ──▶ Nelder-Mead ──▶ Jacobian ──▶ Report ──▶ Text, JSON, CSV, Profile
//
// First come the operational laws, which need no search: CPU time per transaction is utilisation over
// throughput, a device's latency is what it takes with one client, its bandwidth and channels are what it
// does when more clients get no more. Then the named parameters are refined within bounds on the sum of
// squared residuals, a residual being ln(predicted / measured) of a judged result, cut off where the model
// is wrong altogether. Every fifth case is held out and reported apart.
//
// Units: those of the parameters' keys and of the result names; residuals have none. Errors:
// Options.Validate, unknown parameters, unreadable cases; a case that cannot be simulated is left out and
// listed. Chance: none of its own; every evaluation runs the cases with their own seeds, so that
// differences come from the parameters. Intervals are 95 % from the linearised least squares; they do not
// cover what the model leaves out. Goroutines: cases run in parallel, and the outcome does not depend on
// how many at a time.
//
// Source: utilisation law and Little's law, Denning and Buzen 1978; Nelder and Mead 1965 as in
// gonum/optimize.
package calibrate
