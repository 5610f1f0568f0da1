// Package fact holds what importers find in files: settings of a server, samples of its counters, runs of a load
// generator, measurements of a device.
//
//	file ── Lines ──▶ importer ──▶ Facts: each with the file and line that says so
//
// Units: as each type says; counters have the server's own names in lower case. Errors: Fault, one per file that
// cannot be read; what is read in part leaves a Note. Chance: none. Source: the formats of the programs named in
// each importer.
package fact
