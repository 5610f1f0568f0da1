// Package document has what the JSON of all commands shares.
//
//	Write    prints a value indented, its keys in the order of its fields
//	Number   a number that is null where it is none: JSON has no NaN
//	Header   what was run, so that it can be repeated from the print-out
//
// Types whose fields stand in the order of their names print sorted keys, as maps do; that is the rule for all of
// them, and Sorted is the check of tests.
//
// Units: those of what is printed. Errors: of the writer. Source: RFC 8259.
package document
