package profile

// MySQL84 is MySQL 8.4.
func MySQL84() Profile {
	return Profile{
		Name: "mysql-8.4", Title: "MySQL 8.4 LTS", Version: Version{8, 4, 0},
		Generation: Gen84, Catalogue: "mysql-8.4",
		Source: "source of 8.4.11, SHOW GLOBAL VARIABLES of 8.4.8", Date: "2026-08",
	}
}

// MySQL97 is MySQL 9.7: other defaults than 8.4, and synchronous flushing that stops where the log asks it to. That is
// from one recording of 9.7.4, with 32 MB of redo: its passes are of 1150 to 1900 pages and a checkpoint follows each,
// where a look-ahead would fill them up to twice innodb_io_capacity_max. 8.4 has not been recorded.
func MySQL97() Profile {
	p := MySQL84()
	p.Name, p.Title, p.Version = "mysql-9.7", "MySQL 9.7 LTS", Version{9, 7, 0}
	p.Generation, p.Catalogue, p.SyncFlush = Gen97, "mysql-9.7", SyncExact
	p.Recovery = WritesBack // eight recorded recoveries: all dirty pages are written, in whole batches, before it is ready
	p.Source = "SHOW GLOBAL VARIABLES of 9.7.4, measured runs"
	return p
}

// MySQL80 is MySQL 8.0.30 and later.
func MySQL80() Profile {
	p := MySQL84()
	p.Name, p.Title, p.Version = "mysql-8.0", "MySQL 8.0 (8.0.30 and later)", Version{8, 0, 0}
	p.Generation, p.Catalogue = Gen80, "mysql-8.0"
	p.Source = "source of 8.0.3x, SHOW GLOBAL VARIABLES of 8.0.45"
	return p
}

// MySQL8019 is MySQL 8.0.11 to 8.0.19: a ring of redo files, doublewrite in the system tablespace.
func MySQL8019() Profile {
	p := MySQL80()
	p.Name, p.Title, p.Version = "mysql-8.0.19", "MySQL 8.0.19", Version{8, 0, 19}
	p.Generation, p.Catalogue = Gen8019, "mysql-8.0.19"
	p.Limits, p.Flush, p.Doublewrite = Limits8019, Adaptive57, SystemBuffer
	p.Source, p.Date = "release notes 8.0.20 to 8.0.30, manual", "2026-08"
	return p
}

// MySQL57 is MySQL 5.7: redo written by committing threads, which wait for the page cleaner when pages are too old.
func MySQL57() Profile {
	return Profile{
		Name: "mysql-5.7", Title: "MySQL 5.7", Version: Version{5, 7, 0},
		Generation: Gen57, Catalogue: "mysql-5.7",
		Redo: UserThreads, Limits: Limits57, Flush: Adaptive57, Doublewrite: SystemBuffer, PoolMutex: OneMutex,
		Source: "source of 5.7, manual, SHOW GLOBAL VARIABLES of 5.7.44", Date: "2026-08",
	}
}

// MySQL56 is MySQL 5.6: one cleaner thread that nobody wakes; threads that find pages too old flush them themselves.
func MySQL56() Profile {
	p := MySQL57()
	p.Name, p.Title, p.Version = "mysql-5.6", "MySQL 5.6", Version{5, 6, 0}
	p.Generation, p.Catalogue = Gen56, "mysql-5.6"
	p.Redo, p.Flush, p.Topology, p.FreeFrames = UserThreadsLocked, Adaptive56, LoneCleaner, FlushUnsignalled
	p.Source = "source of 5.6, manual, SHOW GLOBAL VARIABLES of 5.6.17"
	return p
}
