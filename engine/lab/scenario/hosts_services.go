package scenario

import (
	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// mib is bytes of memory; mbps is bytes per second of a bandwidth in MB/s.
const (
	mib  = int64(1) << 20
	mbps = 1e6
)

// instance is a machine of a managed service: the vendor's shape, and what the service makes of it.
type instance struct {
	name, title  string
	cpus         int
	threads      int     // per core
	share        float64 // of a CPU
	memory, pool int64   // bytes; the service's innodb_buffer_pool_size
	iops, rate   float64 // caps of the instance over its network volumes; MB/s
	source       string
}

// serviceHosts are instances of managed services. Clients are in the same region: between two zones a round trip takes 0.5
// to 1.5 ms, within one 0.1 to 0.3.
func serviceHosts() []HostProfile {
	const (
		google = "Cloud SQL and Compute Engine documentation; IOPS by CPUs from general knowledge, MB/s from the network's"
		pool72 = google + "; pool at most 72 % of the memory"
		rds    = "help page on innodb_buffer_pool_size; caps of an ECS instance of 4 vCPUs from general knowledge"
	)
	var out []HostProfile
	for _, x := range []instance{
		{"cloudsql-d1", "Cloud SQL first generation, tier D1 (gone): half a GB", 1, 1, 1, 512 * mib, 384 * mib, 0, 0,
			"documentation of 2014; processor not published, one is an estimate"},
		{"cloudsql-f1-micro", "Cloud SQL db-f1-micro: shared core, a fifth of a CPU for long, a whole one in bursts",
			1, 1, 0.2, 614 * mib, 118 * mib, 15e3, 129, google},
		{"cloudsql-n1-standard-1", "Cloud SQL db-n1-standard-1: one hyper-thread of a core that it shares",
			1, 1, hyperThread, 3840 * mib, 2034 * mib, 15e3, 216, google},
		{"cloudsql-64", "Cloud SQL Enterprise, 64 vCPUs, 416 GB (db-n1-highmem-64)", 64, 2, 1, 416 * gib, 416 * gib * 72 / 100,
			100e3, 1258, pool72},
		{"cloudsql-plus-8", "Cloud SQL Enterprise Plus, db-perf-optimized-N-8: 64 GB", 8, 2, 1, 64 * gib, 64 * gib * 72 / 100,
			15e3, 839, pool72},
		{"cloudsql-plus-16", "Cloud SQL Enterprise Plus, db-perf-optimized-N-16: 128 GB", 16, 2, 1, 128 * gib, 128 * gib * 72 / 100,
			25e3, 1258, pool72},
		{"cloudsql-plus-32", "Cloud SQL Enterprise Plus, db-perf-optimized-N-32: 256 GB", 32, 2, 1, 256 * gib, 256 * gib * 72 / 100,
			60e3, 1258, pool72},
		{"cloudsql-plus-64", "Cloud SQL Enterprise Plus, db-perf-optimized-N-64: 512 GB", 64, 2, 1, 512 * gib, 512 * gib * 72 / 100,
			100e3, 1258, pool72},
		{"rds-4c8g", "Alibaba Cloud RDS, 4 cores and 8 GB, general-purpose", 4, 2, 1, 8 * gib, 6 * gib, 20e3, 187, rds},
		{"rds-4c8g-dedicated", "Alibaba Cloud RDS, 4 cores and 8 GB, dedicated", 4, 2, 1, 8 * gib, 4 * gib, 20e3, 187, rds},
	} {
		out = append(out, x.host())
	}
	return out
}

// hyperThread is what one of a core's two hyper-threads does when the other one is busy, as a share of the core: with a
// gain of 30 % both do 1.3; estimate.
const hyperThread = 0.65

// sharedBurst is CPU time that a shared-core instance can save up; vendors publish that it bursts, not for how long; estimate.
const sharedBurst = 30 * sim.Second

func (x instance) host() HostProfile {
	h := engine.Host{
		Name: x.name, CPUs: x.cpus, ThreadsPerCore: x.threads, Memory: x.memory, CPUFactor: 1, CPUShare: x.share,
		Wakeup: 20 * sim.Microsecond, PageFault: 2 * sim.Microsecond, RTT: 500 * sim.Microsecond,
		VMIOPS: x.iops, VMBandwidth: x.rate * mbps,
	}
	if x.share < hyperThread {
		h.CPUBurst = sharedBurst
	}
	if x.threads > 1 {
		h.SMTGain = 0.3
	}
	return HostProfile{Host: h, Title: x.title, Source: x.source, Date: "2026-08", Pool: x.pool}
}

// poolDefault is the service's innodb_buffer_pool_size for the host, while the host has the memory of its profile.
func (s *Scenario) poolDefault() int64 {
	h, ok := findHost(s.Host.Name)
	if !ok || h.Memory != s.Host.Memory {
		return 0
	}
	return h.Pool
}
