// Package simtest keeps the house: rules that every package of the module obeys, checked on its source by one
// test.
//
//	source ──load──▶ Module ──rules──▶ Faults      floors: no import climbs      sizes: files, functions, lines
//	                                               banned: clocks, maps, …       docs: every exported name
//
// The rules read syntax, and types as far as the module itself declares them; they need no build. A rule
// about model packages holds on floors 0 to 7.
//
// Units: lines, characters. Errors: Load only, for source that does not parse; a broken rule is a Fault, not
// an error. Chance: none. Only tests import this package. Source: the floors and the house numbers are those
// of the project's architecture; the idea is TigerBeetle's tidy.zig.
package simtest
