package sim

import "math/bits"

const (
	digestSeed = 0x9e3779b97f4a7c15
	digestMul  = 0xa0761d6478bd642f
)

// mix folds one event into a digest: order, time, address and answer all count.
func mix(d uint64, e Event) uint64 {
	address := uint64(e.To)<<48 | uint64(e.Kind)<<32 | uint64(e.Ref)
	hi, lo := bits.Mul64(d^uint64(e.At)^digestMul, address^e.Arg*digestMul^digestSeed)
	return hi ^ lo ^ bits.RotateLeft64(d, 29)
}
