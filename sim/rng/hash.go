package rng

// Odd multipliers of the mixers: the golden ratio, and the finaliser of SplitMix64 (Stafford's variant 13).
const (
	golden  = 0x9e3779b97f4a7c15
	mixMul1 = 0xbf58476d1ce4e5b9
	mixMul2 = 0x94d049bb133111eb
	hashMul = 0xd1342543de82ef95
)

// mix64 is a bijection in which each input bit changes about half of the output bits.
func mix64(x uint64) uint64 {
	x = (x ^ x>>30) * mixMul1
	x = (x ^ x>>27) * mixMul2
	return x ^ x>>31
}

// Hash1 mixes one number.
func Hash1(a uint64) uint64 { return mix64(a + golden) }

// Hash2 mixes two numbers; their order counts. For a fixed a it is a bijection of b.
func Hash2(a, b uint64) uint64 { return mix64(Hash1(a) + (b+golden)*hashMul) }

// Hash3 mixes three numbers; their order counts.
func Hash3(a, b, c uint64) uint64 { return mix64(Hash2(a, b) + (c+golden)*hashMul) }

// HashString mixes a text.
func HashString(s string) uint64 {
	h := Hash1(uint64(len(s)))
	for len(s) > 8 {
		h = Hash2(h, word(s[:8]))
		s = s[8:]
	}
	return Hash2(h, word(s))
}

// word reads up to eight bytes, the first one lowest.
func word(s string) uint64 {
	var w uint64
	for i := range len(s) {
		w |= uint64(s[i]) << (8 * i)
	}
	return w
}
