package profile

// Percona848 is Percona Server 8.3.0 to 8.4.10: MySQL's policies, another age factor.
func Percona848() Profile {
	p := MySQL84()
	p.Name, p.Title, p.Vendor, p.Version = "percona-8.4.8", "Percona Server 8.4.8", Percona, Version{8, 4, 8}
	p.Catalogue, p.Flush = "percona-8.4", HighCheckpoint
	p.Missing = "innodb_cleaner_lsn_age_factor = high_checkpoint"
	p.Source = "release notes 8.3.0-1 to 8.4.10-10, manual, SHOW GLOBAL VARIABLES of 8.4.8"
	return p
}

// Percona8411 is Percona Server 8.4.11: no wait for a running LRU batch, optional LRU threads.
func Percona8411() Profile {
	p := Percona848()
	p.Name, p.Title, p.Version = "percona-8.4.11", "Percona Server 8.4.11", Version{8, 4, 11}
	p.FreeFrames, p.Extra = FlushWithoutWait, "innodb_lru_threads"
	p.Missing = "the LRU flushing of 8.4.11 (PS-11444 to PS-11447)"
	p.Source = "release notes 8.4.11-11"
	return p
}

// Percona80 is Percona Server 8.0.20 and later.
func Percona80() Profile {
	p := MySQL80()
	p.Name, p.Title, p.Vendor = "percona-8.0", "Percona Server 8.0 (8.0.30 and later)", Percona
	p.Catalogue, p.Flush, p.Topology = "percona-8.0", HighCheckpoint, LRUManagers
	p.Missing = "LRU manager threads, innodb_cleaner_lsn_age_factor = high_checkpoint"
	p.Source = "manual, SHOW GLOBAL VARIABLES of 8.0.45"
	return p
}

// Percona57 is Percona Server 5.7: 5.7's flushing with a variable for the age factor, a thread per instance for the LRU list,
// clients that only wait for a free page, and a doublewrite file with a shard for each instance and list.
func Percona57() Profile {
	p := MySQL57()
	p.Name, p.Title, p.Vendor = "percona-5.7", "Percona Server 5.7", Percona
	p.Catalogue, p.Flush, p.Topology = "percona-5.7", Adaptive57, LRUManagers
	p.FreeFrames, p.Doublewrite = Backoff, ShardedBuffer
	p.Missing = "LRU manager threads, innodb_cleaner_lsn_age_factor = high_checkpoint"
	p.Source = "manual, SHOW GLOBAL VARIABLES of 5.7.44"
	return p
}
