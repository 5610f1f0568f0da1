// Package truth compares predictions with what real servers did.
//
//	scenario files with [measured] ── Load ──▶ []Case ── Sample ──▶ Validate ──▶ Report ──▶ Text, JSON, CSV
//
// An error is predicted / measured − 1. A measured 0 has none: it is right when the prediction is below 0.01,
// and is counted apart. A case that cannot be simulated is listed with the reason, never dropped. Ranking
// asks whether the model would have chosen right: of the pairs of cases of one folder whose measured tps
// differ by more than 15 %, how many are predicted in the same order.
//
// Units: those of the result names. Errors: Load returns what is wrong with the files; a case that fails
// later is skipped. Chance: none of its own; Sample is deterministic. Goroutines: Validate runs its cases in
// parallel, and its report does not depend on how many at a time.
package truth
