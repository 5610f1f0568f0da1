package device

import "github.com/innosim/innosim/sim"

// Op is what a request does.
type Op uint8

// Operations.
const (
	Read Op = iota
	Write
	Flush // make completed writes survive a power cut
	NumOps
)

// String names the operation.
func (o Op) String() string { return [...]string{"read", "write", "flush"}[o] }

// Request is what a device is asked for.
type Request struct {
	Op     Op
	FUA    bool   // a write that is to be on the medium when it completes, cache or not
	Part   Part   // of a write with flushes around it
	File   uint16 // requests of different files are never merged
	Offset int64  // bytes from the start of the file
	Bytes  uint32
	part   bool // of a longer request
}

// Caps is what a device promises.
type Caps struct {
	AtomicWrite   int64 // bytes of the largest write that a power cut cannot tear; 0: none
	SyncIsFree    bool  // completed writes survive a power cut without a flush, and a flush costs nothing
	VolatileCache bool  // completed writes do not survive a power cut before a flush
	QueueDepth    int   // requests that the device accepts; 0: any number
}

// Model is a block device. Submit never blocks: done is woken when the request is complete.
type Model interface {
	Submit(k *sim.Kernel, r Request, done sim.Wake)
	Caps() Caps
}
