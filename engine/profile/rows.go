package profile

// Rows returns the built-in servers, in the order of the catalogue. A release differs from its neighbour
// by the cited lines only.
func Rows() []Profile {
	return []Profile{
		MySQL84(), MySQL97(), MySQL80(), MySQL57(),
		Percona848(), Percona8411(), Percona80(), Percona57(),
		mariaDB("10.11", Version{10, 11, 0}), mariaDB("11.4", Version{11, 4, 0}), mariaDB("12.1", Version{12, 1, 0}),
	}
}

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

// MySQL57 is MySQL 5.7.
func MySQL57() Profile {
	return Profile{
		Name: "mysql-5.7", Title: "MySQL 5.7", Version: Version{5, 7, 0},
		Generation: Gen57, Catalogue: "mysql-5.7",
		Redo: UserThreads, Limits: Limits57, Doublewrite: SystemBuffer,
		Missing: "redo log written by committing threads, doublewrite in the system tablespace",
		Source:  "manual, SHOW GLOBAL VARIABLES of 5.7.44", Date: "2026-08",
	}
}

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

// Percona57 is Percona Server 5.7.
func Percona57() Profile {
	p := MySQL57()
	p.Name, p.Title, p.Vendor = "percona-5.7", "Percona Server 5.7", Percona
	p.Catalogue, p.Flush, p.Topology = "percona-5.7", HighCheckpoint, LRUManagers
	p.FreeFrames, p.Doublewrite = Backoff, ShardedBuffer
	p.Missing = "redo log written by committing threads, parallel doublewrite, LRU manager threads"
	p.Source = "manual, SHOW GLOBAL VARIABLES of 5.7.44"
	return p
}

// mariaDB is MariaDB 10.11 and later, by series.
func mariaDB(series string, v Version) Profile {
	return Profile{
		Name: "mariadb-" + series, Title: "MariaDB " + series, Vendor: MariaDB, Version: v,
		Generation: GenMaria, Catalogue: "mariadb-" + series,
		Redo: GroupCommitLock, Limits: LimitsMaria, Flush: AheadFurious, Topology: OneCleaner,
		FreeFrames: WaitForCleaner, Doublewrite: TwoSlots,
		Missing: "MariaDB's page cleaner, doublewrite and group commit",
		Source:  "manual, SHOW GLOBAL VARIABLES of " + series, Date: "2026-08",
	}
}
