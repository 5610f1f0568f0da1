// Package btree models the shape of sysbench's tables: which page holds which row, and how full the leaves
// are.
//
//	clustered  root ─ inner ─ leaf (73 rows of 208 bytes, filled by the ordered load to 15/16)
//	k          root ─ inner ─ leaf (1203 entries of 13 bytes, filled to the brim by sorted index creation)
//
// A leaf of k is a few counters (records, contiguous free space), since all its entries are alike. That is
// enough for the rules that make an index grow and shrink: the optimistic insert, which refuses a page whose
// free space is scattered garbage below 512 bytes; the split in the middle; the merge with a neighbour when a
// deletion leaves less than MERGE_THRESHOLD. On a freshly built index these rules bite at once: every first
// insert into a leaf splits it, and the purge of one entry merges the halves again.
//
// Units: fills in records or bytes as named. Chance: none; the k of loaded rows comes from hashing the row
// number. Errors: none. Source: page0page.h and page0cur.cc (space on a page), btr0cur.cc
// (btr_cur_optimistic_insert, btr_cur_compress_if_useful), btr0btr.cc (btr_page_split_and_insert,
// btr_compress, btr_can_merge_with_page), btr0load.cc (sorted creation), MySQL 8.0; the rates of splits and
// merges agree with a measured MySQL 9.7.
package btree
