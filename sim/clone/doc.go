// Package clone copies a graph of objects: a whole simulated server, to branch a run after its warm-up.
//
//	original ──find──▶ blocks ──allocate, copy──▶ new blocks ──mend──▶ every pointer leads into the copy
//
// The copy shares no mutable memory with the original. Two pointers, slices or maps that led to the same
// memory do so in the copy as well, also where one points into the middle of what another holds; cycles are
// fine. Memory without pointers is copied in bulk, so gigabytes of page arrays cost what memory bandwidth
// costs.
//
// Shared with the original, because nothing can change them: strings, values without pointers inside
// interfaces, and what a field tag says. A field tagged `clone:"share"` keeps its value, one tagged
// `clone:"zero"` is zero in the copy. A pointer to a package's variable is copied like any other: compare
// with types or names, not with such pointers.
//
// Units: none. Errors: none; a function, channel or unsafe.Pointer that is not nil panics, with the path of
// fields that leads to it. Chance: none. Nobody may change the original meanwhile.
// Source: none; the idea is that of a copying garbage collector.
package clone
