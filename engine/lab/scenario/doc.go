// Package scenario reads what is to be simulated: option files with the server's syntax, and our own
// sections in them.
//
//	files ── lines ──▶ sections ── row, host, devices, workload ──▶ Scenario{engine.Config, …}
//	                                                                └── Canonical ──▶ text of the same run
//
// A plain my.cnf is a scenario too: what it does not say comes from the command line, then from the
// built-in default scenario. What a real server starts with is never refused: it is adjusted or ignored as
// the server does, with a warning. Everything that is wrong is reported at once.
//
// Units: those of engine.Config. Errors: Faults, each with file, line, name, value, what is allowed and
// the nearest known name. Chance: none. Source: the option-file reader of MySQL (my_default.cc,
// my_getopt.cc) and its manual.
package scenario
