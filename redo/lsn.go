package redo

// LSN is a position in the redo log: bytes of log file ever generated, block headers included. Zero is none.
type LSN uint64

// Span is the redo of one mini-transaction, [Start, End).
type Span struct{ Start, End LSN }

// Format is the framing of redo blocks, in bytes. An sn counts payload, an LSN counts file bytes.
type Format struct {
	Block   uint64 // OS_FILE_LOG_BLOCK_SIZE
	Header  uint64 // LOG_BLOCK_HDR_SIZE
	Trailer uint64 // LOG_BLOCK_TRL_SIZE
}

// Blocks512 is the framing of MySQL, all versions: 496 of 512 bytes are payload.
func Blocks512() Format { return Format{Block: 512, Header: 12, Trailer: 4} }

// Unframed is the framing of MariaDB 10.8 and later: no block headers; the last 512 bytes are rewritten as
// in MySQL.
func Unframed() Format { return Format{Block: 512} }

// Payload is the number of payload bytes of a block.
func (f Format) Payload() uint64 { return f.Block - f.Header - f.Trailer }

// LSN converts a payload count to a position (log_translate_sn_to_lsn).
func (f Format) LSN(sn uint64) LSN {
	p := f.Payload()
	return LSN(sn/p*f.Block + sn%p + f.Header)
}

// SN converts a position to a payload count (log_translate_lsn_to_sn); a position inside a header or
// trailer counts as the payload before it.
func (f Format) SN(lsn LSN) uint64 {
	p, in := f.Payload(), uint64(lsn)%f.Block
	switch {
	case in < f.Header:
		in = 0
	default:
		in = min(in-f.Header, p)
	}
	return uint64(lsn)/f.Block*p + in
}

// down and up align to whole blocks.
func (f Format) down(l LSN) LSN { return l - l%LSN(f.Block) }
func (f Format) up(l LSN) LSN   { return f.down(l + LSN(f.Block) - 1) }

// slot is the event slot of waiters for l; two positions of one slot are woken without the notifier.
func (f Format) slot(l LSN) LSN { return (l - 1) / LSN(f.Block) }
