package bufferpool

// PageNo numbers a page of the data set, over all files; 0 is none. Pages are numbered in 64-page extents
// taken from one counter as files grow, so a plain array is the whole page hash.
type PageNo uint32

// FrameID numbers a slot of memory that holds a page; 0 is none.
type FrameID uint32

// Mode is what a page is wanted for.
type Mode uint8

// Modes of Get.
const (
	Read  Mode = iota // passes a page that is being written
	Write             // waits until a page that is being written is on disk
)

// FlushType tells why a page is written.
type FlushType uint8

// Types of flush, BUF_FLUSH_LRU, BUF_FLUSH_LIST and BUF_FLUSH_SINGLE_PAGE of the server.
const (
	List       FlushType = iota // oldest modification first, by the page cleaner
	LRU                         // from the LRU tail, by the page cleaner; evicted when written
	Single                      // one page from the LRU tail, by a client; evicted when written
	FlushTypes = 3
)

// String is the name that SHOW ENGINE INNODB STATUS uses.
func (t FlushType) String() string { return [FlushTypes]string{"flush list", "LRU", "single page"}[t] }

const (
	extentShift = 6                // log2 of the pages of an extent
	extentPages = 1 << extentShift // pages of one instance in a row; buf_pool_get, buf0buf.ic
)

// extent is the number of the extent that holds the page.
func (pg PageNo) extent() uint32 { return uint32(pg) >> extentShift }

// PageSpace knows the order of pages by key: what a page's links to its neighbours say.
type PageSpace interface {
	// Neighbours returns the pages before and after pg in its index, 0 where there is none.
	Neighbours(pg PageNo) (before, after PageNo)
	// SameSpace tells whether two pages lie in the same tablespace.
	SameSpace(a, b PageNo) bool
}

// Consecutive is the PageSpace of pages that lie in the order of their numbers, such as tables filled in
// key order.
type Consecutive struct{}

// SameSpace is true: there is one.
func (Consecutive) SameSpace(_, _ PageNo) bool { return true }

// Neighbours returns the page numbers next to pg.
func (Consecutive) Neighbours(pg PageNo) (before, after PageNo) { return pg - 1, pg + 1 }
