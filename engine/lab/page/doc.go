// Package page makes one HTML file of a document that a command prints as JSON.
//
//	JSON of run, compare, sweep or validate ──▶ Write ──▶ one file: style, charts and data, no network
//
// The file holds the JSON as it is, and a script that draws it: what a reader sees and what a program reads
// are the same numbers. Line charts are uPlot's (Leon Sorokin, MIT licence, in assets); bars and heat maps
// are plain HTML. Charts of one run share their time axis and cursor.
//
// Errors: a document that is no JSON. Source: uPlot 1.6.32, from the npm registry.
package page
