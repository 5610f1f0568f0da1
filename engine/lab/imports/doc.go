// Package imports turns what database administrators have into a scenario: listings of variables and counters,
// monitor output, logs of sysbench, iostat, fio, option files wherever they stand.
//
//	files ── Detect ──▶ importers (fact, server, bench, fio, options) ──▶ Facts
//	Facts ── server, host, device, settings, rates ──▶ scenario text, with what was measured, inferred, is missing
//
// Nothing is made up: what no file tells and no flag gives is listed as missing, and the built-in scenario's value
// holds meanwhile.
//
// Units: those of scenarios. Errors: one Fault per file that is refused, with the reason. Chance: none.
// Source: Little's law for dirty pages and for requests in flight, the utilisation of a pool by equally popular
// pages for the working set; SCENARIO.md for the text.
package imports
