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
