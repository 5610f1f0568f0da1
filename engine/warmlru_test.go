package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/innosim/innosim/sim/rng"
)

func solved(classes []class, room float64) residence {
	l := residence{room: room, ofWhole: 0.37}
	l.solve(classes, room)
	return l
}

// TestUniformTouchesMiss: where all pages are alike, the hit ratio is the part of them that fits, whatever the list does.
func TestUniformTouchesMiss(t *testing.T) {
	for _, part := range []float64{0.05, 0.3, 0.9} {
		c := []class{{touches: 1e-3, pages: 1000}}
		l := solved(c, 1000*part)
		assert.InDelta(t, 1-part, l.misses, 0.01)
	}
}

// TestHalfOfTheDataFits: a uniform read-write load of a pool of half the data, where the quick search swings between a list
// that is too long and one that is too short.
func TestHalfOfTheDataFits(t *testing.T) {
	for _, part := range []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8} {
		c := []class{{touches: 1.637e-3, pages: 13698, write: 0.13}, {touches: 2.5e-3, pages: 1199, write: 1}}
		room := part * (13698 + 1199)
		l := solved(c, room)
		young, old := l.lengths(c, room)
		assert.InEpsilon(t, room, young+old, 0.01, "%v: length", part)
		assert.InEpsilon(t, 0.37, old/(young+old), 0.02, "%v: old part", part)
		assert.Greater(t, l.misses, 0.8*(1-part)*22.4, "%v", part)
	}
}

// TestHotPagesStay: the hotter a page, the more likely it is in memory; the parts of a cycle add up.
func TestHotPagesStay(t *testing.T) {
	c := []class{{touches: 1e-4, pages: 9000}, {touches: 1e-2, pages: 1000}}
	l := solved(c, 2000)
	cold, hot := l.parts(&c[0]), l.parts(&c[1])
	assert.Greater(t, cold.out, hot.out)
	assert.InDelta(t, 1, cold.out+cold.fresh+cold.head+cold.sunk, 1e-9)
	held := 9000*(1-cold.out) + 1000*(1-hot.out)
	assert.InEpsilon(t, 2000, held, 0.01)
}

// TestDrawnPagesAreTheMean: pages drawn one by one are dirty as often as the renewal formula says.
func TestDrawnPagesAreTheMean(t *testing.T) {
	w := &warm{written: 500}
	s := rng.New(1, "test", 0)
	n := 0
	for range 20000 {
		if dirty, first := w.always(&s, 0.004); dirty {
			n++
			assert.LessOrEqual(t, first, w.written)
		}
	}
	assert.InDelta(t, 2.0/3, float64(n)/20000, 0.02)
}

// TestStaysEndInTime: neither the age of a running stay nor the length of one that a touch ended is beyond its end.
func TestStaysEndInTime(t *testing.T) {
	s := rng.New(1, "test", 1)
	mean := 0.0
	for range 20000 {
		a := soFar(&s, 0.01, 20, 300)
		assert.True(t, a >= 0 && a <= 300)
		b := lasted(&s, 0.01, 20, 300)
		assert.True(t, b >= 20 && b <= 300)
		mean += a / 20000
	}
	assert.InDelta(t, 85.7, mean, 1.5, "∫ a·S(a) da / ∫ S(a) da")
}
