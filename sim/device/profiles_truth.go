package device

// truthProfiles are devices that truth cases name.
var truthProfiles = []Profile{
	{
		Name: "percona-beast-sda", Title: "SATA SSD of a 2-socket Xeon Gold 6230 host, ext4",
		Source: "iostat of public logs, Percona-Lab-results 2026-interactive-metrics. Host: kernel 6.8, never more than 64 requests " +
			"in flight, flushes take as long as 32 commands need. innosim calibrate (engine/lab/truth/testdata/percona, run from there): " +
			"mysql-8.4.8-ro-local-pool2-thr{1,16}.cnf mysql-8.4.8-ro-local-pool12-thr16.cnf --fit read-latency,latency-cv,dies,bandwidth " +
			"--by tps,read_await --runs 8 --time 1s --warmup 500ms --hold-out 0: tps 1.7 % median, r_await 2.3 %; 3 to 12 dies, 61 to 481 us, " +
			"the others not determined; by hand before: 5k reads/s with 1 in flight, 22.4k with 10.5, 24.6k with 12.5, 30.5k with 64. Then " +
			"mysql-8.4.8-rw-local-pool{2,12,32}-thr4.cnf mysql-8.4.8-rw-local-pool2-thr16.cnf --fit " +
			"write-latency,flush-latency,program-time,program-suspend --by tps,read_await,write_await,flush_await --runs 10 --time 2s " +
			"--warmup 1s --hold-out 0: tps 10 % median, w_await 17, f_await 13, r_await 27: beside few writes reads are slower than " +
			"programs explain; 85-181 us, 26-79 us, 1.2-5.1 ms, 0.5-2.8 ms. Six dies of 160 KiB in 2.5 ms are more than the 332 MB/s seen. " +
			"Flush 31 us instead of 45, by f_await of MariaDB 11.4 with one client and all data in memory, whose 1,276 flushes a second " +
			"find an idle device (0.037 ms with one client of MySQL 5.7 and its reads). In sample, 34 cases: tps 4 % median, 16 % p90; writes 8, " +
			"flushes 13 % median. Fitted in front of a queue in order of arrival, and kept for that of hostqueue.go",
		Date: "2026-02", Confidence: Derived,
		base: Config{
			ReadLatency: 172 * us, WriteLatency: 124 * us, FlushLatency: 31 * us, LatencyCV: 1,
			QueueDepth: 32, HostQueue: 64, Bandwidth: 600 * mb, FlushExclusive: true, NoFUA: true,
			Dies: 6, DieQueues: true, ProgramTime: 2500 * us, ProgramSize: 160 * kib, ProgramSuspend: 1200 * us,
			WriteCache: Protected, CacheSize: 128 * mib, FileSystem: Ext4, AtomicWrite: 4 * kib,
		},
	},
	{
		Name: "percona-beast-nvme", Title: "datacenter NVMe of 2.9 TB of the same host, no flush commands",
		Source: "public results, Percona-Lab-results 2026-ps-vs-mysql. Writes into the cache at the rate of four lanes of PCIe 3, " +
			"max-request as of drives of this class (MDTS of 128 KiB): estimates. Latency from one and four clients: innosim calibrate " +
			"mysql-9.7-pool12-thr{1,4}.cnf --fit read-latency --by tps,latency.p95 --runs 8 --time 3s --warmup 3s --hold-out 0: tps 2.7 %, " +
			"p95 3.8; 108-156 us. Channels from runs that use the device up: percona-8.4.11-pool12-bp2-lruOFF-sd0-thr{64,128,256}.cnf " +
			"--fit channels --by tps --runs 6, else the same: tps 1.8 %; 16-21. Programs: 20-53 us by an earlier fit of all three. In " +
			"sample, 41 cases of 1 to 512 clients: tps 8 % median, 26 % p90, p95 6 %, reads 1 %, writes 39 % too few: what else iostat counts " +
			"there is open",
		Date: "2026-02", Confidence: Derived,
		base: Config{
			ReadLatency: 130 * us, WriteLatency: 15 * us, LatencyCV: 0.4,
			Channels: 18, ReadBandwidth: 3200 * mb, WriteBandwidth: 3200 * mb, MaxRequest: 128 * kib,
			WriteCache: Protected, CacheSize: 32 * mib, ProgramLatency: 32*us + 500,
			FileSystem: Ext4, AtomicWrite: 4 * kib,
		},
	},
}
