// Package report prints what a run has measured: an engine.Result and a Header become text.
//
//	engine.Result ──┐
//	Header        ──┼──▶ Run ──▶ Text, JSON, CSV                 ours
//	IntervalLines ──┘       └──▶ Sysbench, Status, InnoDBStatus  what other programs print
//
// Printers are pure: equal runs give equal bytes, apart from what stands in Machine. The text and the JSON
// carry the same facts; the foreign formats carry no header, which WriteHeader prints for them elsewhere. The
// JSON holds to Schema.
//
// Units: milliseconds for latencies, seconds for times, bytes, pages; megabytes are 1048576 bytes, as in
// iostat -m.
// Errors: those of the writer only. What was not measured is left out of the JSON and is "-" in the text; no
// format ever contains NaN. Chance: none.
// Source: output of sysbench 1.0.20, SHOW GLOBAL STATUS and SHOW ENGINE INNODB STATUS of MySQL 5.7 … 9.7 and
// MariaDB 10.8, iostat -x of sysstat 12.
package report
