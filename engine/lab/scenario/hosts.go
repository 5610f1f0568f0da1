package scenario

import (
	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// HostProfile is a machine of the catalogue, with the origin of its numbers.
type HostProfile struct {
	engine.Host
	Title  string
	Source string
	Date   string
	Pool   int64 // innodb_buffer_pool_size that the service sets on it, bytes; 0: the server's default
}

// gib is bytes of memory.
const gib = int64(1) << 30

// HostProfiles returns the machines of the catalogue; the first is that of a scenario that names none. CPU
// factors are relative to the host on which the costs of statements were measured, lab-vm-2.
func HostProfiles() []HostProfile {
	const (
		vendor = "shape from the vendor's documentation; speed, wake-up and round trip estimated"
		same   = 200 * sim.Microsecond // round trip within a zone
	)
	cloud := func(name, title string, cpus int, memory int64) HostProfile {
		return HostProfile{engine.Host{
			Name: name, CPUs: cpus, ThreadsPerCore: 2, SMTGain: 0.3, Memory: memory * gib, CPUFactor: 1, CPUShare: 1,
			Wakeup: 20 * sim.Microsecond, PageFault: 2 * sim.Microsecond, RTT: same,
		}, title, vendor, "2026-08", 0}
	}
	return append([]HostProfile{
		cloud("cloud-16", "cloud server, 16 CPUs (8 cores), 64 GB, clients in the same zone", 16, 64),
		cloud("cloud-2", "cloud server, 2 CPUs (1 core), 8 GB, clients in the same zone", 2, 8),
		cloud("cloud-4", "cloud server, 4 CPUs (2 cores), 16 GB, clients in the same zone", 4, 16),
		cloud("cloud-8", "cloud server, 8 CPUs (4 cores), 32 GB, clients in the same zone", 8, 32),
		cloud("cloud-32", "cloud server, 32 CPUs (16 cores), 128 GB, clients in the same zone", 32, 128),
		cloud("cloud-64", "cloud server, 64 CPUs (32 cores), 256 GB, clients in the same zone", 64, 256),
		cloud("cloud-104", "cloud server, 104 CPUs (52 cores), 416 GB, clients in the same zone", 104, 416),
		{engine.Host{
			Name: "lab-vm-2", CPUs: 2, ThreadsPerCore: 1, Memory: 24 * gib, CPUFactor: 1, CPUShare: 1,
			Wakeup: 75 * sim.Microsecond, PageFault: 60 * sim.Microsecond, FaultAlone: 25 * sim.Microsecond, LocalClient: true,
		}, "the laboratory: virtual machine with 2 CPUs, clients on it over a Unix socket",
			"measured: about 75 us from a completion to the running thread on an idle host; 60 us for the first use of " +
				"4 KiB, which the hypervisor provides: one client's cold start; 25 us of them for one processor at a time: " +
				"cold starts in memory with 4 clients", "2026-11", 0},
		{engine.Host{
			Name: "percona-beast", CPUs: 80, ThreadsPerCore: 2, Sockets: 2, SMTGain: 0.55, Crowding: 0.9, Memory: 187 * gib,
			CPUFactor: 1.02, CPUShare: 1,
			Wakeup: 40 * sim.Microsecond, PageFault: sim.Microsecond, LocalClient: true,
		}, "2 x Xeon Gold 6230 (40 cores, 80 threads), 187 GB, clients on the same host",
			"Percona-Lab-results 2026: speed and gain of hyper-threads fitted to read-only runs in memory at 1 to 256 " +
				"clients (error -25 to +40 %), wake-up to runs with 1 and 16 clients on the SATA SSD", "2026-11", 0},
	}, serviceHosts()...)
}

func findHost(name string) (HostProfile, bool) {
	for _, h := range HostProfiles() {
		if h.Name == name {
			return h, true
		}
	}
	return HostProfile{}, false
}

func hostNames() []string {
	var names []string
	for _, h := range HostProfiles() {
		names = append(names, h.Name)
	}
	return names
}
