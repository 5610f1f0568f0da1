package profile

import "strings"

// Modifier is a service's change to any row: settings, promises of devices, slots of the row. What it sets as a default
// gives way to the scenario; the rest is what the service is.
type Modifier struct {
	Name     string
	Title    string
	Parts    string       // names of modifiers that it consists of, separated by blanks
	Settings []Assignment // over what the option file says
	Defaults []Assignment // under it
	Device   [][2]string  // keys of the data device's section, over what it says, where the service's devices are
	Devices  string       // profiles of devices that keep this promise, separated by blanks; a last "*" is any ending

	Tuners    Tuners
	Restart   Restart
	NoLRUWait bool        // a client without a free page does not wait for a running LRU batch
	IOMutexes int         // default of io-mutexes; 0 none
	Host      [][2]string // defaults of keys of the host's section
	Extension *Extension  // second-level page cache; nil without one

	Note    string // what a user should know before he wonders: where it has no effect
	Missing string // what the model lacks; "" when it is complete
	Source  string
	Date    string
}

// Extension is a second-level page cache that a service adds to a server.
type Extension struct {
	Mode      string     // victim or write-through
	Profile   string     // default device
	PerMemory float64    // default size, as a multiple of the host's memory; 0: by processors
	PerCPUs   [][2]int64 // default size in GiB up to so many processors; the last row holds for more
}

// Size is the default size of the cache in bytes.
func (x *Extension) Size(m Machine) int64 {
	if x.PerMemory > 0 {
		return int64(x.PerMemory * float64(m.Memory))
	}
	for _, row := range x.PerCPUs {
		if int64(m.CPUs) <= row[0] {
			return row[1] << 30
		}
	}
	return x.PerCPUs[len(x.PerCPUs)-1][1] << 30
}

// Promises reports whether a device of the catalogue keeps the promise of Device; one of no profile is the caller's own
// and is taken at his word.
func (m *Modifier) Promises(device string) bool {
	if device == "" || m.Devices == "" {
		return true
	}
	for _, name := range strings.Fields(m.Devices) {
		if prefix, cut := strings.CutSuffix(name, "*"); name == device || cut && strings.HasPrefix(device, prefix) {
			return true
		}
	}
	return false
}

// Expand returns a modifier by its name, with its parts behind it, each once; nil when there is none.
func Expand(name string) []Modifier {
	for _, m := range Modifiers() {
		if m.Name != name {
			continue
		}
		all := []Modifier{m}
		for _, part := range strings.Fields(m.Parts) {
			all = append(all, Expand(part)...)
		}
		return all
	}
	return nil
}

// Modifiers returns the built-in modifiers.
func Modifiers() []Modifier {
	return append(append(rdsModifiers(), cloudSQLModifiers()...), perconaModifiers()...)
}

const (
	pageAtomic     = "16K" // innodb_page_size; a write of one page that a power cut cannot tear
	standbyAnswers = "800us"
)

// rdsModifiers are those of Alibaba Cloud RDS and AWS RDS.
func rdsModifiers() []Modifier {
	off := []Assignment{{Name: doublewrite, Value: "OFF"}}
	direct := []Assignment{{Name: flushMethod, Value: "O_DIRECT"}}
	atomic := [][2]string{{"atomic-write", pageAtomic}}
	return []Modifier{
		{Name: "rds-16k-atomic", Title: "Alibaba RDS MySQL with 16K atomic write", Settings: off, Device: atomic,
			Defaults: direct, Devices: "essd-*",
			Note:   "on premium ESSDs; pages larger than 16 KiB are not protected",
			Source: "help pages \"16K atomic write\"", Date: "2026-03"},
		{Name: "rds-high-availability", Title: "Alibaba RDS High-availability Edition: binary log and a semi-synchronous standby",
			Settings: []Assignment{{Name: logBin, Value: "binlog"}},
			Host:     [][2]string{{"semisync-rtt", standbyAnswers}},
			Note:     "a commit waits for the standby at AFTER_SYNC; semisync-rtt defaults to a standby in another zone",
			Source:   "help pages on editions; MySQL manual, rpl_semi_sync_source_wait_point; round trips between zones 0.82 ms",
			Date:     "2026-03"},
		{Name: "rds-bpe", Title: "Alibaba RDS Buffer Pool Extension: clean pages on a fast disk near the host",
			Extension: &Extension{Mode: "victim", Profile: "cache-disk", PerMemory: 4},
			Note: "size and replacement of the cache are not published: LRU is an estimate, four times the host's memory is " +
				"fitted to the vendor's figures of the extension alone; set size in [device.extension]",
			Source: "help page \"Buffer Pool Extension\"", Date: "2026-03"},
		{Name: "aws-optimized-writes", Title: "AWS RDS Optimized Writes on Nitro", Settings: off, Device: atomic,
			Defaults: direct, Devices: "gp2 gp3* io1 io2* nitro-ssd*",
			Note:   "pages larger than 16 KiB are not protected",
			Source: "RDS guide, EC2 guide on torn write prevention", Date: "2026-08"},
	}
}

// cloudSQLModifiers are those of Google Cloud SQL. What its optimized writes do is published, how they decide is not.
func cloudSQLModifiers() []Modifier {
	const blog, date = "Google Cloud blog on optimized writes; decision rules are ours, estimated", "2026-01"
	return []Modifier{
		{Name: "cloudsql-optimized-writes", Title: "Google Cloud SQL optimized writes: all five parts",
			Parts: "cloudsql-adaptive-purge cloudsql-adaptive-io cloudsql-sharded-io cloudsql-fast-recovery " +
				"cloudsql-adaptive-warmup",
			Source: blog, Date: date},
		{Name: "cloudsql-adaptive-purge", Title: "Google Cloud SQL: innodb_purge_threads follows the load",
			Tuners: TunePurge, Source: blog, Date: date},
		{Name: "cloudsql-adaptive-io", Title: "Google Cloud SQL: innodb_io_capacity and _max follow the load",
			Tuners: TuneIO, Source: blog, Date: date},
		{Name: "cloudsql-sharded-io", Title: "Google Cloud SQL: I/O spread over many mutexes", IOMutexes: 64,
			Note:   "the number is not published; 64 leave no waits on any host of the catalogue",
			Source: blog, Date: date},
		{Name: "cloudsql-fast-recovery", Title: "Google Cloud SQL: recovery keeps up with reading the redo log",
			Restart: ParallelRecovery,
			Note:    "changes recovery only; what it is worth is a larger innodb_redo_log_capacity at the same recovery time",
			Source:  blog, Date: date},
		{Name: "cloudsql-adaptive-warmup", Title: "Google Cloud SQL: warm-up of the buffer pool in spare I/O capacity",
			Restart: ScheduledWarmup, Note: "changes restarts only", Source: blog, Date: date},
		{Name: "cloudsql-data-cache", Title: "Google Cloud SQL data cache: pages on local SSD, written through",
			Extension: &Extension{Mode: "write-through", Profile: "gcp-local-ssd", PerCPUs: [][2]int64{
				{8, 375}, {16, 750}, {32, 1500}, {48, 3000}, {128, 6000},
			}},
			Note:   "sizes by machine type from general knowledge",
			Source: "Cloud SQL documentation, data cache", Date: "2025-12"},
	}
}

// perconaModifiers are builds of Percona's laboratory.
func perconaModifiers() []Modifier {
	return []Modifier{
		{Name: "percona-no-lru-wait", Title: "Percona Server without the wait for a running LRU batch", NoLRUWait: true,
			Note: "for 8.0 to 8.4.10, others do not wait; a patched 8.4.8 of the vendor's laboratory, no release",
			Source: "Percona-Lab-results/2026-ps-vs-mysql: stack samples of percona-server-no-optimization show no thread in " +
				"buf_flush_await_no_flushing, those of 8.4.8-8 and 8.4.9-9 a fifth and more of all", Date: "2026-05"},
	}
}
