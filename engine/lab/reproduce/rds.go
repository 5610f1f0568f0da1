package reproduce

// The dedicated type, mysql.x2.large.2c, has limits of its own below those of the disk: list of instance types, 2026. Of
// the general-purpose ones the list says that it cannot promise any.
const (
	dedicatedLimits = "vm-iops=20000 vm-bandwidth=187.5MB/s "
	noLimits        = "vm-iops=0 vm-bandwidth=0 "
)

// rdsAtomic is the vendor's test of 16K atomic write.
func rdsAtomic() *Experiment {
	const dedicated = "innodb_buffer_pool_size=4G " + dedicatedLimits
	const atomic, bpe = "modifiers=rds-high-availability,rds-16k-atomic", "modifiers=rds-high-availability,rds-16k-atomic,rds-bpe"
	qps := Figure{Metric: "qps"}
	gain := rdsGain
	e := &Experiment{
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
		Open: append(rdsDisk(), rdsOpen()...),
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
	e.Arms = append(e.Arms, extensionArms()...)
	return e
}

func rdsGain(over string, published float64) Figure {
	return Figure{Metric: "gain", Of: "qps", Over: over, Published: published}
}

// extensionArms are the vendor's two figures of the extension alone, which tell its size. Of the tests behind them the
// page says the shapes, and that one wrote and the other read and wrote; data, distribution and threads are taken from the
// test of 16K atomic write.
func extensionArms() []Arm {
	const (
		eight    = "script=oltp_read_write cpus=8 memory=16G innodb_buffer_pool_size=12G "
		modifier = "modifiers=rds-high-availability,rds-bpe"
		mixed    = "8 cores and 16 GB, read and write, doublewrite"
		fitted   = "size of the extension, by this figure and the other of the extension alone"
	)
	qps := Figure{Metric: "qps"}
	return []Arm{
		{Name: "general-purpose, doublewrite and BPE", Set: settings(modifier), Fitted: fitted,
			Figures: []Figure{qps, rdsGain("general-purpose, doublewrite", 0.3)}},
		{Name: mixed, Set: settings(eight), Figures: []Figure{qps}},
		{Name: mixed + " and BPE", Set: settings(eight + modifier), Figures: []Figure{qps, rdsGain(mixed, 1.03)}, Fitted: fitted},
	}
}

// rdsDisk is what the publication leaves open of the disk.
func rdsDisk() []Open {
	general, dedicated := []string{"general-purpose, doublewrite", "general-purpose, 16K"}, []string{"dedicated"}
	return []Open{
		{Fact: "capacity of the disk, on which its limits depend", Assumed: "500 GB; the dedicated type's own limits are lower",
			Others: []Other{{"320 GB", settings("device-size=320G")}, {"1000 GB", settings("device-size=1000G")}},
			Arms:   general},
		{Fact: "I/O burst of the disk", Assumed: "off: the baseline, which is that of PL1",
			Others: []Other{{"up to 100,000 operations/s and 1 GB/s", settings("device.data.iops=100k device.data.bandwidth=1GB/s")}},
			Arms:   general},
		{Fact: "what one operation of the disk's limit carries", Assumed: "16 KB, as AutoPL sells throughput by operations",
			Others: []Other{{"4 KB, as the page on instance types counts a page read as four", settings("device.data.iops-unit=4K")}},
			Arms:   general},
		{Fact: "I/O limits of the dedicated instance beside the disk's", Assumed: "those of its type in the vendor's list: 20,000 " +
			"operations/s and 187.5 MB/s",
			Others: []Other{{"none", settings(noLimits)}}, Arms: dedicated},
		{Fact: "I/O limits of the general-purpose instance, of which the list promises none", Assumed: "those of the disk",
			Others: []Other{{"those of the dedicated type", settings(dedicatedLimits)}}, Arms: general},
		{Fact: "how the limits are kept", Assumed: "as QEMU does: what 100 ms leave unused may pass at once, reads and writes " +
			"wait in lines of their own",
			Others: []Other{{"requests spaced evenly, in the order of arrival", settings("device.data.cap-window=0s")}},
			Arms:   general},
		{Fact: "size of the buffer pool extension", Assumed: "four times the memory: of two, four and eight times, four is " +
			"nearest to the vendor's two figures of the extension alone; the write test behind one of them may be the same as " +
			"here, so that the prediction with 16K atomic write leans on it",
			Others: []Other{
				{"8 GB", settings("device.extension.profile=cache-disk device.extension.size=8G")},
				{"16 GB", settings("device.extension.profile=cache-disk device.extension.size=16G")},
				{"64 GB", settings("device.extension.profile=cache-disk device.extension.size=64G")},
			}, Arms: []string{"general-purpose, 16K atomic and BPE", "general-purpose, doublewrite and BPE"}},
	}
}

// rdsOpen is what it leaves open of the server.
func rdsOpen() []Open {
	dedicated := []string{"dedicated"}
	return []Open{
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
		{Fact: "state before the 100 s", Assumed: "stationary, the index aged, nothing in a change buffer: a cache extension that " +
			"shows in 100 s was filled before, and all runs had the same data",
			Others: []Other{{"as prepared, with change buffering of all: pages of the index on k full, the pool clean, no history",
				settings("start=loaded warmup=0s time=100s until=2% innodb_change_buffering=all")}},
			Arms: []string{"dedicated", "general-purpose"}},
	}
}
