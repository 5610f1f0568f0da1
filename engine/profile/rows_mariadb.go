package profile

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
