package device

import (
	"errors"
	"fmt"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/unit"
)

// Cache is what a device's write cache promises.
type Cache uint8

// Write caches.
const (
	NoCache   Cache = iota // a write is complete when it is on the medium
	Protected              // a write is complete in the cache, which survives a power cut
	Volatile               // a write is complete in the cache; a flush writes the cache out
)

// FileSystem is what lies between the files and the device.
type FileSystem uint8

// File systems.
const (
	NoFileSystem FileSystem = iota // syncs cost the device's work only; buffered reads are free
	Ext4                           // one journal commit at a time, shared by its callers
	XFS                            // up to eight log writes in flight
)

// ExtensionMode is how a second-level page cache is filled.
type ExtensionMode uint8

// Modes of a second-level page cache.
const (
	VictimCache  ExtensionMode = iota // by clean pages that leave the pool
	WriteThrough                      // also by each page that is written
)

// Config describes a device: the keys of a scenario's [device.*] section. The zero value completes
// everything at once.
type Config struct {
	Profile string // name of the catalogue's entry that the values come from; empty: none
	Size    int64  // bytes; 0 when unknown

	ReadLatency    sim.Duration // mean service time of one read, queueing and transfer excluded
	WriteLatency   sim.Duration
	FlushLatency   sim.Duration
	LatencyCV      float64 // coefficient of variation of all three, lognormal
	ReadQuantiles  string  // instead of mean and variation: "0.5:85us 0.99:210us"
	WriteQuantiles string
	FlushQuantiles string

	Channels       int     // requests served at the same time; 0: any number
	QueueDepth     int     // requests that the device accepts; 0: any number
	IOPS           float64 // operations per second; 0: no cap. So also below
	ReadIOPS       float64
	WriteIOPS      float64
	IOPSUnit       int64   // bytes of one operation of the caps; 0: a request is one operation
	Bandwidth      float64 // bytes per second
	ReadBandwidth  float64
	WriteBandwidth float64
	BurstIOPS      float64 // while BurstCredits last
	BurstBandwidth float64
	BurstCredits   float64 // operations above IOPS, refilled at the rate of IOPS

	// CapWindow is for how long what a cap leaves unused adds up, to pass at once later, while reads and writes wait for
	// the cap in lines of their own; 0: caps space all requests evenly, in the order of arrival.
	CapWindow sim.Duration

	FlushSerial    bool // flushes are served one at a time
	FlushExclusive bool // a flush waits until the device has answered everything, and nothing runs beside it
	HostQueue      int  // with that: requests that the host queues for the device; who has more waits; 0: any number
	AtomicWrite    int64
	WriteCache     Cache
	CacheSize      int64
	SustainedWrite float64 // bytes per second at which the cache drains
	Dies           int     // of flash, of which reads meet busy ones while the cache drains; 0: reads and writes do not meet
	DieQueues      bool    // reads queue at the die that holds them, and wait for programs there
	ProgramTime    sim.Duration
	ProgramSize    int64        // bytes programmed in a die at a time
	ProgramSuspend sim.Duration // longest wait of a read for a program; 0: it waits for the end
	EraseTime      sim.Duration
	EraseSize      int64 // bytes erased in a die at a time
	EraseSuspend   sim.Duration

	WriteAmplification float64 // bytes programmed for each byte written; 0: 1
	FileSystem         FileSystem
	NoFUA              bool // a journal commit needs two flushes
	Mode               ExtensionMode

	MaxRequest     int64        // bytes; longer requests are sent in parts: parts.go; 0: whole, whatever their length
	ProgramLatency sim.Duration // for which 16 KiB of cached writes occupy a channel after they are acknowledged

	explicit uint64 // fields that Set has set, by index in fields
}

// Ranges of settings.
const (
	maxLatency  = sim.Minute
	maxCV       = 10
	maxChannels = 1 << 20
	maxRate     = 1e12 // operations or bytes per second
	maxSize     = 1 << 60
	minUnit     = 512 // bytes; one sector
)

// Validate returns every fault of the configuration, each beginning with the key.
func (c Config) Validate() error {
	return errors.Join(
		c.validateProfile(), c.validateRanges(), c.validateBurst(), c.validateCache(), c.validateFlash(),
		c.validateProgram(), c.validateDieQueues(), c.validateQuantiles(), c.validateParts(),
	)
}

func (c Config) validateProfile() error {
	if c.Profile == "" {
		return nil
	}
	_, err := Lookup(c.Profile, c.Size)
	return err
}

func (c Config) validateRanges() error {
	var errs []error
	in := func(err error) { errs = append(errs, err) }
	in(unit.InRange("size", unit.Bytes(c.Size), 0, maxSize))
	in(unit.InRange("read-latency", c.ReadLatency, 0, maxLatency))
	in(unit.InRange("write-latency", c.WriteLatency, 0, maxLatency))
	in(unit.InRange("flush-latency", c.FlushLatency, 0, maxLatency))
	in(unit.InRange("program-latency", c.ProgramLatency, 0, maxLatency))
	in(unit.InRange("cap-window", c.CapWindow, 0, maxLatency))
	in(unit.InRange("latency-cv", c.LatencyCV, 0, maxCV))
	in(unit.InRange("channels", c.Channels, 0, maxChannels))
	in(unit.InRange("queue-depth", c.QueueDepth, 0, maxChannels))
	in(unit.InRange("host-queue", c.HostQueue, 0, maxChannels))
	for _, r := range []struct {
		key  string
		rate float64
	}{
		{"iops", c.IOPS}, {"read-iops", c.ReadIOPS}, {"write-iops", c.WriteIOPS},
		{"bandwidth", c.Bandwidth}, {"read-bandwidth", c.ReadBandwidth}, {"write-bandwidth", c.WriteBandwidth},
		{"burst-iops", c.BurstIOPS}, {"burst-bandwidth", c.BurstBandwidth}, {"burst-credits", c.BurstCredits},
		{"sustained-write", c.SustainedWrite},
	} {
		in(unit.InRange(r.key, r.rate, 0, maxRate))
	}
	if c.IOPSUnit != 0 {
		in(unit.InRange("iops-unit", unit.Bytes(c.IOPSUnit), minUnit, maxSize))
	}
	if c.AtomicWrite != 0 {
		in(unit.InRange("atomic-write", unit.Bytes(c.AtomicWrite), minUnit, maxSize))
	}
	if c.FlushExclusive && !c.flushes() {
		errs = append(errs, errors.New("flush-exclusive: needs flush-latency: a device that is sent no flush does not wait for one"))
	}
	if c.HostQueue > 0 && !c.FlushExclusive {
		errs = append(errs, errors.New("host-queue: needs flush-exclusive: the queue of the host is modelled with it"))
	}
	return errors.Join(errs...)
}

func (c Config) validateBurst() error {
	var errs []error
	if c.BurstIOPS > 0 && c.BurstIOPS < c.IOPS {
		errs = append(errs, fmt.Errorf("burst-iops: %v is below iops = %v", c.BurstIOPS, c.IOPS))
	}
	if c.BurstBandwidth > 0 && c.BurstBandwidth < c.Bandwidth {
		errs = append(errs, fmt.Errorf("burst-bandwidth: %v is below bandwidth = %v",
			unit.FormatBandwidth(c.BurstBandwidth), unit.FormatBandwidth(c.Bandwidth)))
	}
	bursts := c.BurstIOPS > 0 || c.BurstBandwidth > 0
	if bursts && c.IOPS == 0 {
		errs = append(errs, errors.New("iops: needed with a burst, whose credits it refills"))
	}
	if bursts != (c.BurstCredits > 0) {
		errs = append(errs, errors.New("burst-credits: goes with burst-iops or burst-bandwidth"))
	}
	return errors.Join(errs...)
}

func (c Config) validateCache() error {
	var errs []error
	if c.WriteCache == NoCache && (c.CacheSize > 0 || c.SustainedWrite > 0) {
		errs = append(errs, errors.New("write-cache: cache-size and sustained-write need one"))
	}
	if c.CacheSize > 0 && c.SustainedWrite == 0 && c.ProgramLatency == 0 && !c.DieQueues {
		errs = append(errs, errors.New("sustained-write: needed with cache-size, which it drains"))
	}
	if c.SustainedWrite > 0 && c.CacheSize == 0 && c.Dies == 0 && c.WriteCache != NoCache {
		errs = append(errs, errors.New("cache-size: needed with sustained-write, which drains it"))
	}
	return errors.Join(append(errs, unit.InRange("cache-size", unit.Bytes(c.CacheSize), 0, maxSize))...)
}

func (c Config) validateQuantiles() error {
	var errs []error
	for _, q := range [...]KeyValue{
		{"read-quantiles", c.ReadQuantiles},
		{"write-quantiles", c.WriteQuantiles},
		{"flush-quantiles", c.FlushQuantiles},
	} {
		if q.Value == "" {
			continue
		}
		if _, err := rng.ParseQuantiles(q.Value); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", q.Key, err))
		}
	}
	return errors.Join(errs...)
}

// flushes tells whether the device is sent flush requests at all: one without a volatile cache says so, and
// the kernel then leaves them out. A latency of the flush means that it is sent them.
func (c *Config) flushes() bool {
	return c.FlushLatency > 0 || c.FlushQuantiles != "" || c.WriteCache == Volatile
}
