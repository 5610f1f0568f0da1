package sim

import "unsafe"

// ActorID numbers a registered actor.
type ActorID uint16

// Kind is an actor's own enum: what the event means to it.
type Kind uint16

// Wake is a continuation by value: whom to call, and what to hand back. 16 bytes, no pointers, so the future
// of a run can be printed, hashed and copied.
type Wake struct {
	To   ActorID // registered handler
	Kind Kind    // that handler's own enum
	Ref  uint32  // which thread, frame or I/O slot
	Arg  uint64  // LSN, byte count, frame or generation: the answer, or what identifies the request
}

// With returns the same continuation carrying an answer.
func (w Wake) With(arg uint64) Wake {
	w.Arg = arg
	return w
}

// Event is a Wake that is due at a time. 32 bytes.
type Event struct {
	At    Time
	order uint64 // class (2 bits), then sequence (62 bits)
	Wake
}

// before is the written order of simultaneous events: time, then class, then sequence; nothing else, ever.
func (e *Event) before(o *Event) bool {
	return e.At < o.At || e.At == o.At && e.order < o.order
}

// class orders the events of one instant.
type class uint64

const (
	classModel   class = iota // everything that changes the system
	classObserve              // samplers: they see the state after all model events of the instant
)

// Sizes that the cost of a run depends on, checked by the compiler.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(Wake{})-16]
	_ = [1]struct{}{}[unsafe.Sizeof(Event{})-32]
)

const sequenceBits = 62

// Wait names what a thread waits for. Zero is "no wait: go on". Each package owns a block of 16 values, so
// that a wait names its cause.
type Wait uint8

// NoWait is the answer of a try-or-park call whose request was granted at once.
const NoWait Wait = 0

// First values of the packages' blocks of waits.
const (
	WaitsSim         Wait = 0
	WaitsRedo        Wait = 16
	WaitsBufferPool  Wait = 32
	WaitsDoublewrite Wait = 48
	WaitsFlush       Wait = 64
	WaitsEngine      Wait = 80
	NumWaits              = 96
)
