// Package plot draws curves into SVG and PNG files.
//
//	Curve ──▶ Panel ──▶ SVG, PNG   panels stand beside each other
//
// Equal panels give equal bytes. The figures of the project's documentation are in testdata; the tests that
// measure what they show write them anew when they run with -rewrite.
//
// Units: those that the titles of the axes name; lengths in the file are points of 1/72 inch. Errors: those
// of the writer, a value that is not finite, and one that is not above zero on a logarithmic axis. Chance:
// none. Source: gonum.org/v1/plot.
package plot
