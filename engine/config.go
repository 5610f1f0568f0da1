package engine

import (
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// Start is the state of the server when the run begins.
type Start uint8

// States of the server at the start of a run.
const (
	Warm   Start = iota // the stationary state of the workload, constructed
	Cold                // just started: empty pool, clean redo log
	Loaded              // as the load step left it: the youngest pages resident and clean
)

// Config is everything that decides a run. Equal configurations give equal event sequences.
type Config struct {
	Profile  profile.Profile
	Policies Policies // of the caller's own, over the row's
	Settings profile.Settings
	Host     Host
	Devices  Devices
	Workload []Phase // run in turn
	Timeline []Change
	Seed     uint64

	Start           Start
	PrepareRandType workload.RandType // distribution of k in the loaded rows
	Warmup          sim.Duration      // simulated, not counted
	Steady          bool              // the warm-up ends when the transient is over; Warmup is the longest
	Time            sim.Duration      // measured window
	Stretch         Stretch           // measured instead of the window that warm-up and phases give; zero: none
	Until           float64           // stop when the half-width of tps is below this share of it; 0 never
	ReportInterval  sim.Duration
	Percentile      int // of the report's latency line, 1 … 100
	IOMutexes       int // mutexes over which I/O submissions and completions are spread
}

// Host is the machine of the server.
type Host struct {
	Name           string
	CPUs           int
	ThreadsPerCore int
	Sockets        int // processor packages, each with its own caches; 0: one
	SMTGain        float64
	Crowding       float64 // CPU time added when all cores are busy: clock, caches, memory; 0.5 is half as much again
	Memory         int64   // bytes
	CPUFactor      float64
	CPUShare       float64
	CPUBurst       sim.Duration // CPU time at full speed that a shared-core instance can save up; 0 none
	Wakeup         sim.Duration // from a device completion to the running thread, on an idle host
	PageFault      sim.Duration // CPU time of the first access to 4 KiB of memory
	FaultAlone     sim.Duration // part of PageFault in which no other processor gets memory
	LocalClient    bool         // the load generator's CPU time is taken from the same CPUs
	RTT            sim.Duration // round trip of one statement, remote clients
	SemisyncRTT    sim.Duration // a commit waits this long for a standby; 0 without one
	VMIOPS         float64      // caps of the instance over all its volumes; 0 none
	VMBandwidth    float64      // bytes per second; 0 none
}

// Devices name the devices of the server's files. Nil means: on the same device as the data.
type Devices struct {
	Data        device.Config
	Redo        *device.Config
	Doublewrite *device.Config
	Binlog      *device.Config
	Extension   *device.Config
}

// Phase is one part of a run: a workload with its length.
type Phase struct {
	workload.Options
	Events   uint64       // stop after so many transactions; 0: by Time
	Time     sim.Duration // of the phase; the last phase uses Config.Time
	Pause    sim.Duration // after the phase
	Measured bool
}

// Change is one line of the timeline.
type Change struct {
	At       sim.Time
	Action   string // set, crash, kill, restart; tune: set by a controller of the service, in results only
	Variable string // of set: a server variable, "threads", "rate" or "device.<name>.<key>"
	Value    string
	File     string
	Line     int
}
