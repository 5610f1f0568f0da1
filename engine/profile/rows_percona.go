package profile

// pgoFactor is the CPU time of a build that was optimised by a profile, of that of a plain one. Percona states no figure
// for its own builds. Its comparison of MySQL 9.7.0 with and without (Percona blog, 2026-05-22) has 12.2 % more
// throughput with a 32 GB pool, where nothing but processors binds (10.3 to 14.3 % at 1 to 512 clients); the load
// generator, a tenth of the CPU time there, is the same: (1/1.122 - 0.1) / 0.9.
const pgoFactor = 0.88

// plainFactor is the CPU time of a plain build of Percona Server, of that of Oracle's build, which is taken to be optimised
// by a profile (its sources have the option, FPROFILE_USE). With one client Percona Server 8.4.8 takes 0.74 ms longer for a
// transaction of 8.06 ms than MySQL 8.4.8 on the same host, with four 0.37 ms (Percona-Lab-results/2026-ps-vs-mysql): a
// sixth and a twelfth of its processor time of some 4.5 ms. The inverse of pgoFactor lies between them.
const plainFactor = 1 / pgoFactor

// Percona848 is Percona Server 8.3.0 to 8.4.9: MySQL's policies, another age factor, and a wait for a running LRU
// batch before a client looks for a page itself.
func Percona848() Profile {
	p := MySQL84()
	p.Name, p.Title, p.Vendor, p.Version = "percona-8.4.8", "Percona Server 8.4.8", Percona, Version{8, 4, 8}
	p.Catalogue, p.Flush, p.FreeFrames = "percona-8.4", HighCheckpoint, AwaitBatches
	p.PoolLimit, p.CPUFactor = BusyWorkers, plainFactor
	p.Source = "release notes 8.3.0-1 to 8.4.10-10, manual, SHOW GLOBAL VARIABLES of 8.4.8; CPU time of its plain build: estimate"
	return p
}

// Percona8410 is Percona Server 8.4.10, as its builds that were optimised by a profile are: not for every platform.
func Percona8410() Profile {
	p := Percona848()
	p.Name, p.Title, p.Version = "percona-8.4.10", "Percona Server 8.4.10, optimised by profile", Version{8, 4, 10}
	p.CPUFactor = plainFactor * pgoFactor
	p.Source = "release notes 8.4.10-10, Percona blog 2026-05-22 (MySQL 9.7.0 PGO)"
	return p
}

// Percona8411 is Percona Server 8.4.11: no wait for a running LRU batch, a shorter section of the LRU list mutex, scan
// hands that go on, and optional LRU threads. Whoever finds no free page wakes the thread that flushes the LRU list before
// he searches: buf0lru.cc of the branch after PS-11445. That the release has it too is not stated; without it dirty pages
// would pile up behind the hand, and runs with 32 and 64 clients would be a quarter faster than was measured.
func Percona8411() Profile {
	p := Percona848()
	p.Name, p.Title, p.Version = "percona-8.4.11", "Percona Server 8.4.11", Version{8, 4, 11}
	p.FreeFrames, p.LRUSection, p.Extra = FlushWithoutWait, ShortSection, lruThreads
	p.Source = "release notes 8.4.11-11 (PS-11444 to PS-11447); that an empty free list wakes the flusher: the branch after them"
	return p
}

// Percona80 is Percona Server 8.0.20 and later.
func Percona80() Profile {
	p := MySQL80()
	p.Name, p.Title, p.Vendor = "percona-8.0", "Percona Server 8.0 (8.0.30 and later)", Percona
	p.Catalogue, p.Flush, p.Topology, p.FreeFrames = "percona-8.0", HighCheckpoint, LRUManagers, AwaitBatches
	p.PoolLimit = BusyWorkers
	p.Source = "manual, SHOW GLOBAL VARIABLES of 8.0.45"
	return p
}

// Percona57 is Percona Server 5.7: 5.7's flushing with a variable for the age factor, a thread per instance for the LRU list,
// clients that only wait for a free page, and a doublewrite file with a shard for each instance and list.
func Percona57() Profile {
	p := MySQL57()
	p.Name, p.Title, p.Vendor = "percona-5.7", "Percona Server 5.7", Percona
	p.Catalogue, p.Flush, p.Topology = "percona-5.7", Adaptive57, LRUManagers
	p.FreeFrames, p.Doublewrite, p.PoolLimit, p.PoolMutex = Backoff, ShardedBuffer, BusyWorkers, SplitMutexes
	p.Source = "manual, SHOW GLOBAL VARIABLES of 5.7.44"
	return p
}
