package rng

import "math/bits"

// Constants of the 128-bit congruential generator and of the DXSM output function; O'Neill's pcg64_dxsm in
// its form with a full 128-bit multiplier, as in Go's math/rand/v2.
const (
	pcgMulHi    = 2549297995355413924
	pcgMulLo    = 4865540595714422341
	pcgIncHi    = 6364136223846793005
	pcgIncLo    = 1442695040888963407
	pcgCheapMul = 0xda942042e4dd58b5
)

// ulp53 turns 53 random bits into a number in [0, 1).
const ulp53 = 1.0 / (1 << 53)

// Stream is a source of random numbers by value: copying it copies its future. The zero value is a valid
// stream.
type Stream struct {
	hi, lo uint64 // state of the generator
	key    uint64 // hash of seed, name and number; At starts from it
}

// New returns stream i of a name. Streams that differ in seed, name or number are independent.
func New(seed uint64, name string, i uint64) Stream {
	s := Stream{key: Hash3(seed, HashString(name), i)}
	s.hi, s.lo = Hash1(s.key), Hash1(^s.key)
	return s
}

// At repositions the stream to the start of its sub-stream n, wherever it stands now. Sub-streams of
// different ordinals are independent of each other and of the stream as New returns it.
func (s *Stream) At(n uint64) {
	s.hi = Hash2(s.key, n)
	s.lo = Hash2(s.hi, s.key)
}

// Uint64 returns 64 random bits.
func (s *Stream) Uint64() uint64 {
	hi, lo := bits.Mul64(s.lo, pcgMulLo)
	hi += s.hi*pcgMulLo + s.lo*pcgMulHi
	lo, carry := bits.Add64(lo, pcgIncLo, 0)
	hi, _ = bits.Add64(hi, pcgIncHi, carry)
	s.hi, s.lo = hi, lo
	hi ^= hi >> 32
	hi *= pcgCheapMul
	hi ^= hi >> 48
	return hi * (lo | 1)
}

// Uint32n returns a number in [0, n) from one draw. It panics when n is zero. No value is more likely than
// another by more than 2⁻³² of itself.
func (s *Stream) Uint32n(n uint32) uint32 { return uint32(s.Uint64n(uint64(n))) }

// Uint64n returns a number in [0, n) from one draw. It panics when n is zero. No value is more likely than
// another by more than n/2⁶⁴ of itself: nothing at any size of a database, and a fixed number of draws is
// worth more.
func (s *Stream) Uint64n(n uint64) uint64 {
	if n == 0 {
		panic("rng: a number below zero was asked for")
	}
	hi, _ := bits.Mul64(s.Uint64(), n)
	return hi
}

// Float64 returns a number in [0, 1): a multiple of 2⁻⁵³.
func (s *Stream) Float64() float64 { return float64(float64(s.Uint64()>>11) * ulp53) }

// open returns a number in (0, 1): an odd multiple of 2⁻⁵³, symmetric about one half.
func (s *Stream) open() float64 { return openUnit(s.Uint64()) }

func openUnit(u uint64) float64 { return float64(float64(u>>12)*(2*ulp53)) + ulp53 }

// Bool is true with probability p.
func (s *Stream) Bool(p float64) bool { return s.Float64() < p }
