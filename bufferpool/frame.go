package bufferpool

import "github.com/innosim/innosim/redo"

// frame is one slot of memory: 44 bytes without pointers, so that 20 million of them are 880 MB which the
// collector never scans. LSNs have 48 bits (256 TiB of redo per run).
type frame struct {
	page       PageNo
	touched    uint32  // time of the first access in ms, plus one; 0: never accessed
	clock      uint32  // the instance's evictions when the page was last put at the LRU head
	pins       uint16  // fixes
	state      uint8   // bits below
	tag        uint8   // instance, and bits below
	prev, next FrameID // LRU: towards the head, towards the tail; the free list uses next
	newer      FrameID // flush list: towards the newest
	older      FrameID // flush list: towards the oldest
	oldestLow  uint32
	newestLow  uint32
	oldestHigh uint16
	newestHigh uint16
}

// Bits of frame.state.
const (
	reading      = 1 << iota // io-fix READ
	writing                  // io-fix WRITE
	typeLow                  // flush type while writing, two bits
	typeHigh                 //
	dirty                    // on the flush list
	old                      // in the old part of the LRU list
	passedClean              // lies in the region known to hold no clean, free page: reach.go
	passedSingle             // lies in the region known to hold no page that a single-page flush can use

	ioMask     = reading | writing
	typeMask   = typeLow | typeHigh
	typeShift  = 2
	passedMask = passedClean | passedSingle
)

// Bits of frame.tag.
const (
	instanceMask = 1<<6 - 1 // MAX_BUFFER_POOLS is 64, buf0buf.h
	stale        = 1 << 6   // dropped while in use: freed when the last user leaves
	listed       = 1 << 7   // on the LRU list
)

const highShift = 32

func (h *frame) oldest() redo.LSN {
	return redo.LSN(h.oldestHigh)<<highShift | redo.LSN(h.oldestLow)
}

func (h *frame) newest() redo.LSN {
	return redo.LSN(h.newestHigh)<<highShift | redo.LSN(h.newestLow)
}

func (h *frame) setOldest(l redo.LSN) { h.oldestHigh, h.oldestLow = uint16(l>>highShift), uint32(l) }

func (h *frame) setNewest(l redo.LSN) { h.newestHigh, h.newestLow = uint16(l>>highShift), uint32(l) }

// idle tells that nobody uses the page: no fix, no I/O.
func (h *frame) idle() bool { return h.pins == 0 && h.state&ioMask == 0 }

// replaceable tells that the page can be evicted: buf_flush_ready_for_replace.
func (h *frame) replaceable() bool { return h.idle() && h.state&dirty == 0 }

// flushable tells that an LRU or single-page flush can write the page: buf_flush_ready_for_flush.
func (h *frame) flushable() bool { return h.idle() && h.state&dirty != 0 }

// flushType is the type of the running write.
func (h *frame) flushType() FlushType { return FlushType(h.state & typeMask >> typeShift) }

func (h *frame) startWrite(t FlushType) {
	h.state = h.state&^typeMask | writing | uint8(t)<<typeShift
}
