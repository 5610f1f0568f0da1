// Package schematest holds JSON texts against the JSON schemas of the packages that write them.
//
//	schema, text ──Valid──▶ the test goes on, or fails with what does not hold
//
// Only tests import this package. Units: none. Errors: none, the test fails. Chance: none. Source: JSON Schema 2020-12.
package schematest
