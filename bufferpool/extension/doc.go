// Package extension models a second-level cache of clean pages on a local disk, between the buffer pool and the data files.
//
//	miss ──ReadPage──▶ here? ──▶ local disk              evicted clean page ──▶ admitted, or made the newest again
//	                    └─ not ─▶ data file              changed page ──▶ its copy is dropped at once
//	                                                     written page ──▶ admitted (write-through only)
//
// A copy is always the version that the data file has: it is made of a clean page, and dropped when the page in memory is
// changed for the first time. Pages that are read from here stay here, so that evicting them again costs no write. A page
// can be read from here when its write has ended. Writes are in the background, a limited number at a time; a page that
// finds no room among them is not admitted. The oldest copy gives way to a new one, by admission, eviction and read. A slot
// whose page is being read is not used again before that read ends: it is the newest of all, and a cache does not turn
// over within one read.
//
// Memory: 16 bytes for each cached page, and 4 for each page of the data set. Nothing is allocated once the cache is full.
//
// Units: pages of innodb_page_size. Errors: Options.Validate. Chance: none. Source: help pages of Alibaba Cloud RDS on the
// Buffer Pool Extension and of Google Cloud SQL on its data cache, for the paths of reads and writes; both publish neither
// admission nor the limit of background writes. Costs are estimates.
package extension
