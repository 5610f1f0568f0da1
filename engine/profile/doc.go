// Package profile is the table of servers: which policies a release has, which variables it knows, and
// what its variables are when nobody sets them.
//
//	Rows ── Lookup ──▶ Profile ── Resolve(machine, assignments) ──▶ Settings ── Set (SET GLOBAL) ──▶ Settings
//
// A Profile is plain data: its slots name policies, the engine picks the implementation. Settings are the
// effective values that the model uses; Resolve reads option-file values as the server does, that is, it
// adjusts and tells rather than refuses wherever the real server starts.
//
// Units: bytes, pages per second, percentages 0 … 100, sim.Duration. Errors: Refusal, with what is
// allowed. Chance: none. Source: ha_innodb.cc (innodb_init_params and the update functions of variables),
// my_getopt.cc, sys_vars.cc of MySQL 5.6 to 9.7, the MySQL, Percona and MariaDB manuals, SHOW GLOBAL
// VARIABLES of eleven servers; what 8.0.19 knew from the release notes of 8.0.20 to 8.0.45.
package profile
