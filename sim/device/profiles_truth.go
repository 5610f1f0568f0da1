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
		Source: "public results and their iostat, Percona-Lab-results 2026-ps-vs-mysql. Reads of 16 KiB wait longer the more are in " +
			"flight, and hardly less at half the writes: r_await 0.20 ms at 33,200/s beside 465 MB/s of writes, 0.24 at 55,800 and 722, " +
			"0.33 at 82,000 and 950, 0.27 at 75,300 and 757, 0.40 at 105,000 and 957, 0.51 at 102,000 and 980: 156 us and 6.6 us for each " +
			"read in flight, which is 24 dies. innosim calibrate of the cases of these runs, --fit read-latency,dies,program-suspend --by " +
			"tps,read_await: 137-189 us, 18-32, 84-475 us; 135 us by one and four clients (108-156 us, by tps alone). Never more than 1.87 GB/s " +
			"of reads, with 32 to 512 clients alike and always beside writes; what reads alone get is not known. Programs of 96 KiB in 0.6 ms are more than the 1 GB/s seen; writes into the cache at " +
			"the rate of four lanes of PCIe 3, max-request as of drives of this class (MDTS of 128 KiB): estimates. Not right: the w_await of " +
			"0.05 ms, since the model's server writes a third less often, and r_await above 120 clients",
		Date: "2026-02", Confidence: Derived,
		base: Config{
			ReadLatency: 135 * us, WriteLatency: 15 * us, LatencyCV: 0.4,
			ReadBandwidth: 1900 * mb, WriteBandwidth: 3200 * mb, MaxRequest: 128 * kib,
			Dies: 24, DieQueues: true, ProgramTime: 600 * us, ProgramSize: 96 * kib, ProgramSuspend: 200 * us,
			WriteCache: Protected, CacheSize: 32 * mib,
			FileSystem: Ext4, AtomicWrite: 4 * kib,
		},
	},
}
