// Package truth compares predictions with what real servers did.
//
//	scenario files with [measured] ── Load ──▶ []Case ── Sample ──▶ Validate ──▶ Report ──▶ Text, JSON, CSV, …
//	recordings, once a second ── LoadRecordings ──▶ []Recording ── ReplayAll ──▶ []Comparison ──▶ ReplayText, …
//
// An error is predicted / measured − 1. A measured 0 has none: it is right when the prediction is below 0.01,
// and is counted apart. A case that cannot be simulated is listed with the reason, never dropped. Ranking
// asks whether the model would have chosen right: of the pairs of cases of one folder whose measured tps
// differ by more than 15 %, how many are predicted in the same order.
//
// A recording is compared by the means over each third of the run, and by period and amplitude of the
// checkpoint age over the last two. doc/series.svg draws all six, measured and predicted; it is written by
//
//	innosim validate --series engine/lab/truth/testdata/series.jsonl --plot engine/lab/truth/doc/series.svg
//
// What the recordings tell about the real server (MySQL 9.7.4):
//   - Far from the limits of the redo log a busy server writes a checkpoint every 7 s, and none in between.
//     The age is a saw-tooth of 7 s in four of the six recordings. An idle server writes one a second.
//   - Near the limits checkpoints follow the passes of sync flushing, 0.6 to 0.8 s and 1,150 to 1,900 pages
//     long, although twice innodb_io_capacity_max allows 8,000: they end at an LSN, not at a number of pages.
//   - In an empty pool each transaction writes 9 to 12 KB of redo for the first seconds, while full leaves of
//     the k index split, and 1.7 KB later.
//   - 765 pages are in memory when the first client comes in, whatever the size of the pool (engine/started.go).
//   - What is written to the redo files beyond the model's figure is, in nearly every case, one file of a 32nd of the
//     capacity, or two, and none in windows that end 25 s after the start: a spare file seems to be made once. Not modelled.
//
// Units: those of the result names. Errors: Load returns what is wrong with the files; a case that fails
// later is skipped. Chance: none of its own; Sample is deterministic. Goroutines: Validate runs its cases in
// parallel, and its report does not depend on how many at a time.
package truth
