// Package workload models what clients ask of the server: sysbench's OLTP scripts, the load that
// a server's counters show (the script "observed"), and the shape of sysbench's tables as B-trees of pages.
//
//	Options ──NewSource──▶ Source ──Next──▶ []Op       statements of one transaction
//	Options ──NewSchema──▶ Schema: per table a clustered index and the secondary index k
//
// Units: rows and keys count from 1 as in sysbench; page fills are in bytes. Chance: transaction n of
// client c always draws the same statements (stream "client.mix", repositioned by n), however the arms
// of an experiment drift apart. Errors: Options.Validate and Options.Set only. Source: sysbench 1.0.20,
// sb_rand.c and oltp_common.lua; sysbench 0.4.12, sb_oltp.c; row and page arithmetic from the record
// format of COMPACT/DYNAMIC rows, page0page.h, btr0btr.cc and btr0load.cc of MySQL 8.0.
package workload
