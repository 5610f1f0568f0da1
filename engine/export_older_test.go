package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/redo"
)

// InForce are the pure decisions of a configuration's row.
func (c Config) InForce() (free bufferpool.FreePolicy, pages flush.Policy, kn flush.Knobs, l redo.Limits) {
	e := &Engine{cfg: c, settings: c.Settings}
	return e.freePolicy(), e.flushPolicy(), e.flushKnobs(), limitsPolicy(c.Profile).Limits(e.geometry())
}
