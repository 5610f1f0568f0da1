package profile

// mariaCPU is the CPU time of a statement against MySQL 8.4: at 64 and 128 clients with everything in memory
// MariaDB 11.4.10 used 0.944 times as much per transaction as MySQL 8.4.8 on the same host, the load generator's
// fifth included. There are no read-only runs of MariaDB to fit it to.
const mariaCPU = 0.93

// mariaStatus are the status counters that differ; export_vars, innodb_status_variables (ha_innodb.cc).
const mariaStatus = "Innodb_redo_log_checkpoint_lsn=Innodb_lsn_last_checkpoint " +
	"Innodb_redo_log_current_lsn=Innodb_lsn_current Innodb_redo_log_flushed_to_disk_lsn=Innodb_lsn_flushed " +
	"Innodb_redo_log_logical_size=Innodb_checkpoint_age Innodb_redo_log_physical_size= " +
	"Innodb_os_log_fsyncs= Innodb_os_log_pending_fsyncs= Innodb_os_log_pending_writes= " +
	"Innodb_undo_tablespaces_total= " +
	"+Innodb_checkpoint_max_age +Innodb_history_list_length +Innodb_buffer_pool_pages_LRU_flushed " +
	"+Innodb_buffer_pool_pages_LRU_freed +Innodb_buffer_pool_pages_made_young " +
	"+Innodb_buffer_pool_pages_made_not_young +Innodb_buffer_pool_pages_old +Innodb_max_trx_id " +
	"+Innodb_master_thread_active_loops +Innodb_master_thread_idle_loops"

// mariaDB is what the series of MariaDB since 10.11 share: the page cleaner's rounds, group commit locks, two
// doublewrite slots, no single-page flushes.
func mariaDB(series string, v Version) Profile {
	return Profile{
		Name: "mariadb-" + series, Title: "MariaDB " + series, Vendor: MariaDB, Version: v,
		Generation: GenMaria, Catalogue: "mariadb-" + series,
		Redo: GroupCommitLock, Limits: LimitsMaria, Flush: AheadFurious, Topology: OneCleaner,
		FreeFrames: WaitForCleaner, Doublewrite: TwoSlots, Binlog: BinlogPrepared, LRUMutex: Futex,
		DataSyncs: OwnSyncs, LockTimer: LockTimed,
		CPUFactor: mariaCPU, Counters: mariaStatus,
		Source: "storage/innobase, sql/log.cc, manual, SHOW GLOBAL VARIABLES of " + series, Date: "2026-08",
	}
}

// MariaDB1011 is MariaDB 10.11.8 and later.
func MariaDB1011() Profile { return mariaDB("10.11", Version{10, 11, 0}) }

// MariaDB114 is MariaDB 11.4: three undo tablespaces (11.0), innodb_flush_method split into four variables.
func MariaDB114() Profile {
	p := mariaDB("11.4", Version{11, 4, 0})
	p.Defaults = "innodb_undo_tablespaces=3"
	return p
}

// MariaDB121 is MariaDB 12.1: innodb_snapshot_isolation is ON (since 11.6.2).
func MariaDB121() Profile {
	p := MariaDB114()
	p.Name, p.Title, p.Version = "mariadb-12.1", "MariaDB 12.1", Version{12, 1, 0}
	p.Catalogue = "mariadb-12.1"
	p.Defaults += " innodb_snapshot_isolation=ON"
	p.Source = mariaDB("12.1", p.Version).Source
	return p
}
