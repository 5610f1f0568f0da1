// Package policytest runs a flush, free-page or doublewrite policy through a standing suite of scenarios.
//
//	Subject ──▶ suite (scenarios/*.cnf) ──▶ laws, thresholds, golden results ──▶ Report
//	                  └── the same seeds with the baseline ──▶ what changed, with significance
//
// It is used like any Go test:
//
//	func TestMyFlushing(t *testing.T) {
//		policytest.Run(t, policytest.Subject{Server: "mysql-8.4", Policies: engine.Policies{Flush: Mine{}}},
//			policytest.Options{Golden: "testdata", Rewrite: *rewrite})
//	}
//
// A scenario fails when a law of the model breaks, when one of its thresholds does not hold for every seed,
// or when its results are not those of the golden file. What merely differs from the baseline is reported,
// not failed: a difference is what a new policy is for.
//
// The suite: redo-too-small, lru-bound, slow-flush, idle-drain, burst, device-stall, mixed-instances. Each
// file says what it asks of a policy.
//
// Units: those of result names. Errors: through testing.T.
package policytest
