package btree

import "github.com/innosim/innosim/engine/workload"

// Record and page arithmetic of COMPACT/DYNAMIC rows on 16 KiB pages.
const (
	pageSize       = 16384 // bytes; innodb_page_size
	pageEmptySpace = 16252 // bytes for records and directory on an empty page; page_get_free_space_of_empty
	recHeader      = 5     // bytes; REC_N_NEW_EXTRA_BYTES
	dirPerRecord   = 0.5   // bytes; one 2-byte slot owns at least 4 records, PAGE_DIR_SLOT_MIN_N_OWNED

	clustReserve = pageSize / 16 // bytes kept free by ordered inserts; dict_index_get_space_reserve

	// Row of sbtest: two lengths of variable columns, id, trx id, roll pointer, k, c, pad.
	clustRecord = recHeader + 2 + 4 + 6 + 7 + 4 + 120 + 60
	// Entry of the index on k: k, id.
	secRecord = recHeader + 4 + 4
	// Node pointers: key and child page number.
	clustNode = recHeader + 4 + 4
	secNode   = recHeader + 4 + 4 + 4

	// RowsPerLeaf is how many rows an ordered load puts on a clustered leaf.
	RowsPerLeaf = 73
	// EntriesPerLeaf is how many entries fit a leaf of k.
	EntriesPerLeaf = 1203
	// clustFanout and secFanout are the children of an inner page.
	clustFanout = 1203
	secFanout   = 928

	// reorganizeLimit is the free space below which an insert does not reorganize a page to get at its garbage:
	// BTR_CUR_PAGE_REORGANIZE_LIMIT, a 32nd of the page, in entries of k.
	reorganizeLimit = pageSize/32/secRecord - 1
	// mergeThreshold is the number of entries of k below which a deletion tries to merge the leaf: half a
	// page of record bytes, the default MERGE_THRESHOLD.
	mergeThreshold = pageSize / 2 / secRecord
)

// rowOverhead is what InnoDB adds to the columns of a row: record header, two lengths of variable columns,
// transaction id and roll pointer.
const rowOverhead = recHeader + 2 + 6 + 7

// RecordBytes is the size of a clustered record whose columns have so many bytes.
func RecordBytes(columns int) int { return columns + rowOverhead }

// RowsOf is how many rows with so many bytes of columns an ordered load puts on a clustered leaf.
func RowsOf(columns int) uint64 {
	return uint64(max(1, (pageEmptySpace-clustReserve)*2/(RecordBytes(columns)*2+1)))
}

// The relations, checked by the compiler: one more record would not fit.
var (
	_ = [1]struct{}{}[RowsPerLeaf-workload.RowsPerPage]
	_ = [1]struct{}{}[(pageEmptySpace-clustReserve)*2/(clustRecord*2+1)-RowsPerLeaf]
	_ = [1]struct{}{}[pageEmptySpace*2/(secRecord*2+1)-EntriesPerLeaf]
	_ = [1]struct{}{}[pageEmptySpace*2/(clustNode*2+1)-clustFanout]
	_ = [1]struct{}{}[pageEmptySpace*2/(secNode*2+1)-secFanout]
)
