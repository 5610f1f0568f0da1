package redo

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// Horizon is the buffer pool: no page is dirty below the LSN it answers; false when no page is dirty.
type Horizon interface {
	OldestDirty() (LSN, bool)
}

// DataSyncer makes all finished page writes durable; it always parks thread done.Ref.
type DataSyncer interface {
	SyncAll(k *sim.Kernel, done sim.Wake)
}

// CleanerSignal sets the page cleaner's event.
type CleanerSignal interface {
	WakeCleaner(k *sim.Kernel)
}

// Ahead is the page cleaner of MariaDB: it shall flush the pages that became dirty before an LSN, at a moderate
// rate, or furiously.
type Ahead interface {
	FlushAhead(k *sim.Kernel, lsn LSN, furious bool)
}

// Load is what the server knows of itself: CPU use as sampled by the master thread, and the activity counter.
type Load interface {
	CPUPercentOfOneCore() float64
	CPUPercentOfAll() float64
	Activity() uint64
}

// Env is the world around the log. Ahead, Load, Preflush, Waits, Horizon, Data and Cleaner may be nil in tests.
type Env struct {
	Files   *device.Files
	Device  *device.Device
	CPU     *queue.CPU
	Waits   *stat.WaitClock
	Horizon Horizon
	Data    DataSyncer
	Cleaner CleanerSignal
	Ahead   Ahead
	Load    Load

	Preflush Preflusher
}
