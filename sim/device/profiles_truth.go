package device

// truthProfiles are devices that truth cases name.
var truthProfiles = []Profile{
	{
		Name: "percona-beast-sda", Title: "SATA SSD of a 2-socket Xeon Gold 6230 host, ext4",
		Source: "iostat of public logs, Percona-Lab-results 2026-interactive-metrics: 0.20 ms for a 16 KiB read alone, " +
			"30.8k reads/s with 64 in flight; writes 0.15 ms alone, up to 332 MB/s without reads; flush " +
			"0.04-0.1 ms; with reads it writes some 106 MB/s, reads / 30.8k + writes / 12k being 1 at most: 6 channels, " +
			"500 us a program",
		Date: "2026-02", Confidence: Derived,
		base: Config{
			ReadLatency: 168 * us, WriteLatency: 130 * us, FlushLatency: 60 * us, LatencyCV: 0.4,
			Channels: 6, QueueDepth: 32, Bandwidth: 505 * mb, FlushSerial: true, NoFUA: true,
			WriteCache: Protected, CacheSize: 128 * mib, SustainedWrite: 350 * mb, ProgramLatency: 500 * us,
			FileSystem: Ext4, AtomicWrite: 4 * kib,
		},
	},
	{
		Name: "percona-beast-nvme", Title: "datacenter NVMe of 2.9 TB of the same host, no flush commands",
		Source: "iostat of public logs, Percona-Lab-results 2026-ps-vs-mysql: 83k reads/s at 0.32 ms with " +
			"62k writes/s at 0.08 ms; channels and program-latency from 116k reads/s with 78k pages written at 9.8k tps. " +
			"In sample, 41 cases of 1 to 512 clients: tps 9 % median, 30 % p90, reads 1 %, writes 49 % (redo writes are too few)",
		Date: "2026-02", Confidence: Derived,
		base: Config{
			ReadLatency: 100 * us, WriteLatency: 15 * us, LatencyCV: 0.4,
			Channels: 14, ReadBandwidth: 3200 * mb, WriteBandwidth: 2000 * mb,
			WriteCache: Protected, CacheSize: 32 * mib, ProgramLatency: 30 * us,
			FileSystem: Ext4, AtomicWrite: 4 * kib,
		},
	},
}
