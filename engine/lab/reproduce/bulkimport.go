package reproduce

import (
	"fmt"
	"math"
)

const (
	postRows = 50e6 // rows that the post speaks of

	importDefault = "defaults, one row in each INSERT"
	importFlush   = "innodb_flush_log_at_trx_commit = 0"
	importDirect  = "innodb_flush_method = O_DIRECT"
	importBoth    = "both settings"
	importMulti   = "defaults, 1000 rows in each INSERT"
	importMultiB  = "both settings, 1000 rows in each INSERT"
	importNoDisk  = "both settings, a device without any latency"
	importFit     = "defaults, flush latency fitted"
)

// bulkImport is a post on importing a dump.
func bulkImport() *Experiment {
	const flush, direct = "innodb_flush_log_at_trx_commit=0 ", "innodb_flush_method=O_DIRECT "
	one := func(name, set string, published float64) Arm {
		return Arm{Name: name, Set: settings(set), Quick: true, Figures: []Figure{
			{Metric: "rows"}, {Metric: "import_seconds", Rows: postRows, Published: published},
		}}
	}
	return &Experiment{
		Name: "bulk-import", Title: "import of a dump on a desktop computer, one connection",
		Source: "post on importing 50 million rows: more than 3 hours by default, 68 s with both settings",
		File:   "bulk-import.cnf", Options: "bulk-import-options.cnf",
		Arms: []Arm{
			one(importDefault, "", 3*3600), one(importFlush, flush, 0), one(importDirect, direct, 0),
			one(importBoth, flush+direct, 68), one(importMulti, "rows-per-insert=1000", 0),
			one(importMultiB, "rows-per-insert=1000 "+flush+direct, 0),
			one(importNoDisk, "device=instant "+flush+direct, 0),
		},
		Then: importFits,
		Open: importOpen(),
		Statements: []Statement{
			ratioOf("both settings over the defaults, one row in each INSERT", "rows", importBoth, importDefault, band{20, inf}),
			{"part of the time saved that innodb_flush_log_at_trx_commit = 0 saves alone", 0.85, inf, flushPart},
			ratioOf("innodb_flush_method = O_DIRECT on top of it is not slower", "rows", importBoth, importFlush, band{0.98, inf}),
			ratioOf("INSERTs of 1000 rows over single ones, defaults", "rows", importMulti, importDefault, band{20, inf}),
			{"50 million single-row INSERTs by default need more than 3 hours", 3 * 3600, inf, importTime(importDefault, postRows)},
			{"50 million single-row INSERTs on one connection cannot need as little as 68 s: seconds on a device " +
				"without latency", 68, inf, importTime(importNoDisk, postRows)},
		},
		Notes: importNotes,
	}
}

func importTime(name string, rows float64) func(*Outcomes) (float64, bool) {
	return func(o *Outcomes) (float64, bool) {
		r, ok := o.Value(name, "rows")
		return rows / r, ok && r > 0
	}
}

// flushPart is the time that the first setting saves, as a part of what both save.
func flushPart(o *Outcomes) (float64, bool) {
	base, ok := importTime(importDefault, 1)(o)
	first, one := importTime(importFlush, 1)(o)
	both, two := importTime(importBoth, 1)(o)
	return (base - first) / (base - both), ok && one && two && base > both
}

// fittingRows is how many single-row INSERTs the published 68 s are enough for.
func fittingRows(o *Outcomes, variant string) float64 {
	p := o.with(importBoth, variant)
	if p == nil || p.Unpredicted != "" {
		return 0
	}
	return 68 * p.Results["rows"]
}

// importFits looks for the flush latency with which the defaults need three hours for the rows that fit the
// 68 s.
func importFits(o *Outcomes, variant string) []Arm {
	rows := fittingRows(o, variant)
	if rows == 0 || variant != "" {
		return nil
	}
	return []Arm{{
		Name: importFit, Quick: true,
		Fit:     &Fit{Key: "device.data.flush-latency", Low: 200, High: 50_000, Unit: "us", Result: "rows", Target: rows / (3 * 3600)},
		Figures: []Figure{{Metric: "rows"}, {Metric: "import_seconds", Rows: rows, Published: 3 * 3600}},
	}}
}

func importNotes(o *Outcomes) []string {
	rows := fittingRows(o, "")
	if rows == 0 {
		return nil
	}
	single, _ := o.Value(importBoth, "rows")
	multi, _ := o.Value(importMultiB, "rows")
	bound, _ := o.Value(importNoDisk, "rows")
	notes := []string{
		"What is possible and what is not:",
		fmt.Sprintf("  50 million rows in 68 s are %.0f rows/s. One connection executes %.0f single-row INSERTs/s with both "+
			"settings, %.0f on a device without latency: each needs its statement's CPU time.", postRows/68, single, bound),
		fmt.Sprintf("  With 1000 rows in each INSERT and both settings it is %.0f rows/s, 50 million rows in %.0f s.",
			multi, postRows/multi),
		fmt.Sprintf("  68 s with single-row INSERTs fit a dump of %.2g million rows.", math.Round(rows/1e4)/100),
	}
	if p := o.Of(importFit); p != nil && p.Unpredicted == "" {
		notes = append(notes, fmt.Sprintf("  For that many rows three hours fit %s: %.1f ms for each commit.",
			p.Fitted, 3*3600*1000/rows))
	}
	return notes
}

func importOpen() []Open {
	base := []string{importDefault, importFlush, importBoth, importMulti}
	single := []string{importDefault, importBoth}
	return []Open{
		{Fact: "bytes of a row", Assumed: "100, a table of one file without secondary indexes",
			Others: []Other{{"30", settings("row-bytes=30")}, {"400", settings("row-bytes=400")}}, Arms: base},
		{Fact: "speed of the desktop's processor", Assumed: "CPU times 0.6 of the reference host's",
			Others: []Other{{"0.4", settings("cpu-factor=0.4")}, {"1", settings("cpu-factor=1")}}, Arms: single},
		{Fact: "flush latency of the NVMe drive", Assumed: "that of the catalogue's consumer drive",
			Others: []Other{
				{"0.5 ms", settings("device.data.flush-latency=500us")}, {"10 ms", settings("device.data.flush-latency=10ms")},
			}, Arms: single},
		{Fact: "server and version", Assumed: "MySQL 5.6, the last release that knows thread_concurrency",
			Others: []Other{
				{"MySQL 5.7", settings("server=mysql-5.7")}, {"MariaDB 10.11", settings("server=mariadb-10.11")},
				{"MySQL 8.4", settings("server=mysql-8.4")},
			}, Arms: single},
		{Fact: "binary log", Assumed: "off, the default of the time",
			Others: []Other{{"on, sync_binlog = 1", settings("skip_log_bin=OFF log_bin=binlog server_id=1 sync_binlog=1")}}, Arms: single},
		{Fact: "redo log", Assumed: "the version's default",
			Others: []Other{{"2 GB", settings("loose_innodb_log_file_size=1G")}}, Arms: single},
		{Fact: "whether the dump has one row in each INSERT", Assumed: "yes, as the gain of 95 % from the first setting demands"},
	}
}
