package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/sim"
)

// Policies are algorithms of the caller's own, in place of those of the server's row; nil is the row's. They
// are values that the engine copies with everything else (Clone): plain data, or pointers to it, without
// functions and channels.
type Policies struct {
	Flush       flush.Policy          // how many pages a pass flushes
	FreePage    bufferpool.FreePolicy // what a client does that finds no free page
	Doublewrite DoublewriteMaker      // how pages are written, where innodb_doublewrite is not OFF
}

// DoublewriteMaker makes a doublewrite strategy for an engine.
type DoublewriteMaker interface {
	NewStrategy(k *sim.Kernel, o doublewrite.Options, env doublewrite.Env) DoublewriteStrategy
}

// DoublewriteStrategy is a strategy with its counters; I/O threads hand it the writes that are complete.
type DoublewriteStrategy interface {
	doublewrite.Strategy
	fil.Reaper
	Metrics() doublewrite.Metrics
}
