package reproduce

// rdsAtomic is the vendor's test of 16K atomic write.
func rdsAtomic() *Experiment {
	const dedicated = "innodb_buffer_pool_size=4G "
	const atomic, bpe = "modifiers=rds-high-availability,rds-16k-atomic", "modifiers=rds-high-availability,rds-16k-atomic,rds-bpe"
	qps := Figure{Metric: "qps"}
	gain := func(over string, published float64) Figure {
		return Figure{Metric: "gain", Of: "qps", Over: over, Published: published}
	}
	return &Experiment{
		Name: "rds-16k-atomic", Title: "16K atomic write on 4 cores, 8 GB and 300 GB of data, oltp_write_only",
		Source: "help page of Alibaba Cloud RDS on 16K atomic write, 2025-05 and 2026-03",
		File:   "rds-16k-atomic.cnf",
		Arms: []Arm{
			{Name: "dedicated, doublewrite", Set: settings(dedicated), Figures: []Figure{qps, {Metric: "latency.p95"}}, Quick: true},
			{Name: "dedicated, 16K atomic", Set: settings(dedicated + atomic), Quick: true,
				Figures: []Figure{qps, {Metric: "latency.p95"}, gain("dedicated, doublewrite", 0.47)}},
			{Name: "general-purpose, doublewrite", Figures: []Figure{qps}, Quick: true},
			{Name: "general-purpose, 16K atomic", Set: settings(atomic), Quick: true,
				Figures: []Figure{qps, gain("general-purpose, doublewrite", 0.48)}},
			{Name: "general-purpose, 16K atomic and BPE", Set: settings(bpe), Quick: true,
				Figures: []Figure{qps, gain("general-purpose, doublewrite", 0.93)}},
		},
		Open: rdsOpen(),
		Statements: []Statement{
			ratioOf("16K atomic write over doublewrite, dedicated", "qps",
				"dedicated, 16K atomic", "dedicated, doublewrite", band{1.35, 1.65}),
			ratioOf("16K atomic write over doublewrite, general-purpose", "qps",
				"general-purpose, 16K atomic", "general-purpose, doublewrite", band{1.35, 1.65}),
			ratioOf("16K atomic write with BPE over doublewrite", "qps",
				"general-purpose, 16K atomic and BPE", "general-purpose, doublewrite", band{1.7, 2.2}),
			descending("with BPE above without, without above doublewrite: least step", "qps",
				"general-purpose, 16K atomic and BPE", "general-purpose, 16K atomic", "general-purpose, doublewrite"),
		},
	}
}

func rdsOpen() []Open {
	dedicated := []string{"dedicated"}
	return []Open{
		{Fact: "capacity of the disk, on which its limits depend", Assumed: "500 GB",
			Others: []Other{{"320 GB", settings("device-size=320G")}, {"1000 GB", settings("device-size=1000G")}},
			Arms:   dedicated},
		{Fact: "I/O burst of the disk", Assumed: "off: the baseline, which is that of PL1",
			Others: []Other{{"up to 100,000 operations/s and 1 GB/s", settings("device.data.iops=100k device.data.bandwidth=1GB/s")}},
			Arms:   dedicated},
		{Fact: "buffer pool", Assumed: "the service's defaults for cloud disks: 4 GB dedicated, 6 GB general-purpose",
			Others: []Other{{"6 GB", settings("innodb_buffer_pool_size=6G")}}, Arms: dedicated},
		{Fact: "redo log", Assumed: "the service's default, two files of 1500 MB",
			Others: []Other{{"1 GB", settings("innodb_redo_log_capacity=1G")}, {"12 GB", settings("innodb_redo_log_capacity=12G")}},
			Arms:   dedicated},
		{Fact: "CPU of the general-purpose shape, which is shared", Assumed: "that of the dedicated one",
			Others: []Other{{"1.3 times the CPU time", settings("cpu-factor=1.3")}, {"twice", settings("cpu-factor=2")}},
			Arms:   []string{"general-purpose"}},
		{Fact: "server version", Assumed: "MySQL 8.0",
			Others: []Other{{"5.7", settings("server=mysql-5.7 innodb_log_file_size=1536M")}}, Arms: dedicated},
		{Fact: "parameters", Assumed: "defaults of the service's page of parameters for MySQL 8.0: io_capacity 20,000, at most " +
			"40,000; 8 page cleaners and purge threads; 64 pages of doublewrite; not its change buffering, see the state",
			Others: []Other{{"io_capacity of the server's default, 200", settings("innodb_io_capacity=200 innodb_io_capacity_max=2000")}},
			Arms:   dedicated},
		{Fact: "how the disk's limits are kept", Assumed: "as QEMU does: what 100 ms leave unused may pass at once, reads and writes " +
			"wait in lines of their own",
			Others: []Other{{"requests spaced evenly, in the order of arrival", settings("device.data.cap-window=0s")}},
			Arms:   dedicated},
		{Fact: "I/O limits of the instance beside the disk's", Assumed: "none",
			Others: []Other{{"20,000 operations/s and 187 MB/s", settings("vm-iops=20000 vm-bandwidth=187MB/s")}}, Arms: dedicated},
		{Fact: "size of the buffer pool extension", Assumed: "that of the modifier, twice the memory",
			Others: []Other{
				{"8 GB", settings("device.extension.profile=cache-disk device.extension.size=8G")},
				{"64 GB", settings("device.extension.profile=cache-disk device.extension.size=64G")},
			}, Arms: []string{"general-purpose, 16K atomic and BPE"}},
		{Fact: "state before the 100 s", Assumed: "stationary, the index aged, nothing in a change buffer: a cache extension that " +
			"shows in 100 s was filled before, and all runs had the same data",
			Others: []Other{{"as prepared, with change buffering of all: pages of the index on k full, the pool clean, no history",
				settings("start=loaded warmup=0s time=100s until=2% innodb_change_buffering=all")}},
			Arms: []string{"dedicated", "general-purpose"}},
	}
}
