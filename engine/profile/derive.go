package profile

// poolThreshold is the pool below which there is one instance; BUF_POOL_SIZE_THRESHOLD.
const poolThreshold = 1 * gib

// derive applies the server's formulas and adjustments, in its order: each uses what those before it have
// decided.
func (r *resolver) derive() {
	r.pageSize()
	if r.dedicated {
		r.dedicate()
	}
	r.bufferPool()
	r.cleaners()
	r.capacity()
	r.threads()
	r.doublewritePages()
	r.redo()
	r.writeAhead()
	r.fileModes()
}

func (r *resolver) pageSize() {
	switch r.s.PageSize {
	case 4 * kib, 8 * kib, 16 * kib, 32 * kib, 64 * kib:
		return
	}
	i, _ := r.set(pageSize)
	r.refuse(i, pageSize, FormatSize(r.s.PageSize), "not a page size", "4K, 8K, 16K, 32K, 64K")
	r.s.PageSize = 16 * kib
}

// dedicate is innodb_dedicated_server: what the user set stays. 8.0 knows memory only, 8.4 sizes the log
// by CPUs.
func (r *resolver) dedicate() {
	if _, ok := r.set(bufferPoolSize); !ok {
		switch {
		case r.m.Memory < 1*gib:
			r.s.BufferPoolSize = 128 * mib
		case r.m.Memory <= 4*gib:
			r.s.BufferPoolSize = r.m.Memory / 2
		default:
			r.s.BufferPoolSize = r.m.Memory / 4 * 3
		}
	}
	if r.p.Generation == Gen8019 {
		r.dedicateRing()
	} else if _, ok := r.set(redoCapacity); !ok {
		r.s.RedoLogCapacity = r.dedicatedRedo()
		r.given[redoCapacity] = -1
	}
	if _, ok := r.set(flushMethod); !ok && r.p.Generation <= Gen80 {
		r.s.FlushMethod = "O_DIRECT_NO_FSYNC"
	}
}

func (r *resolver) dedicatedRedo() int64 {
	if r.p.Generation > Gen80 {
		return min(max(int64(r.m.CPUs)/2, 1), 16) * gib
	}
	quarters := r.m.Memory / (gib / 4) // of GiB
	switch {
	case quarters < 2*4:
		return 100 * mib
	case quarters < 4*4:
		return 1 * gib
	case quarters < 43: // 10.66 GiB
		return (quarters*3/4 + 2) / 4 * gib / 2
	case quarters < 683: // 170.66 GiB
		return (quarters*9/16 + 2) / 4 * gib
	}
	return 128 * gib
}

func (r *resolver) bufferPool() {
	if r.p.Generation == GenMaria {
		r.s.BufferPoolInstances = 1
		return
	}
	r.instances()
	if r.p.Generation == Gen56 { // no chunks: an instance has its part of the size
		return
	}
	n := int64(r.s.BufferPoolInstances)
	if r.s.BufferPoolChunkSize > r.s.BufferPoolSize/n {
		r.s.BufferPoolChunkSize = max(r.s.BufferPoolSize/n/mib*mib, mib)
		if _, ok := r.set(poolChunk); ok {
			r.adjust(poolChunk, "adjusted to %s, the pool has %d instances of %s", FormatSize(r.s.BufferPoolChunkSize),
				n, FormatSize(r.s.BufferPoolSize/n))
		}
	}
	unit := r.s.BufferPoolChunkSize * n
	if rest := r.s.BufferPoolSize % unit; rest != 0 && r.s.BufferPoolSize < max63/2 {
		r.s.BufferPoolSize += unit - rest
		r.adjust(bufferPoolSize, "rounded up to %s, a multiple of %s", FormatSize(r.s.BufferPoolSize),
			FormatSize(unit))
	}
	if r.m.Memory > 0 && r.s.BufferPoolSize > r.m.Memory {
		r.adjust(bufferPoolSize, "%s is more than the host's memory, %s", FormatSize(r.s.BufferPoolSize),
			FormatSize(r.m.Memory))
	}
}

// instances: 8 from 1 GiB on up to 8.0; since 8.4 by pool size and CPUs.
func (r *resolver) instances() {
	_, given := r.set(poolInstances)
	given = given && r.s.BufferPoolInstances > 0
	if r.s.BufferPoolSize < poolThreshold {
		if given && r.s.BufferPoolInstances > 1 {
			r.adjust(poolInstances, "adjusted to 1, the pool is smaller than 1G")
		}
		r.s.BufferPoolInstances = 1
		return
	}
	if given {
		return
	}
	r.s.BufferPoolInstances = 8
	if r.p.Generation >= Gen84 {
		byPool := r.s.BufferPoolSize / (2 * r.s.BufferPoolChunkSize)
		r.s.BufferPoolInstances = int(min(max(min(byPool, int64(r.m.CPUs/4)), 1), 64))
	}
}

func (r *resolver) cleaners() {
	if r.p.Generation == GenMaria || r.p.Generation == Gen56 {
		r.s.PageCleaners = 1
		return
	}
	_, given := r.set(pageCleaners)
	switch {
	case given && r.s.PageCleaners > r.s.BufferPoolInstances:
		r.adjust(pageCleaners, "adjusted to %d, the number of buffer pool instances", r.s.BufferPoolInstances)
	case given:
		return
	case r.p.Generation < Gen84:
		r.s.PageCleaners = min(4, r.s.BufferPoolInstances)
		return
	}
	r.s.PageCleaners = r.s.BufferPoolInstances
}

func (r *resolver) capacity() {
	if _, ok := r.set(ioCapacityMax); !ok {
		r.s.IOCapacityMax = min(r.s.IOCapacity*2, max32)
		if r.p.Generation < Gen84 || r.p.Generation == GenMaria {
			r.s.IOCapacityMax = max(r.s.IOCapacityMax, 2000)
		}
	} else if r.s.IOCapacityMax < r.s.IOCapacity {
		r.adjust(ioCapacity, "lowered to %d, the value of %s", r.s.IOCapacityMax, ioCapacityMax)
		r.s.IOCapacity = r.s.IOCapacityMax
	}
	if r.s.MaxDirtyPagesPctLWM > r.s.MaxDirtyPagesPct {
		r.adjust(dirtyPctLWM, "lowered to %g, the value of %s", r.s.MaxDirtyPagesPct, dirtyPct)
		r.s.MaxDirtyPagesPctLWM = r.s.MaxDirtyPagesPct
	}
}

// threads: defaults that since 8.4 depend on the number of CPUs.
func (r *resolver) threads() {
	modern := r.p.Generation == Gen84 || r.p.Generation == Gen97
	if _, ok := r.set(readIOThreads); !ok && modern {
		r.s.ReadIOThreads = min(max(r.m.CPUs/2, 4), 64)
	}
	if _, ok := r.set(purgeThreads); !ok && modern {
		r.s.PurgeThreads = 1
		if r.m.CPUs > 16 {
			r.s.PurgeThreads = 4
		}
	}
	if _, ok := r.set(logWriters); !ok && r.p.Generation == Gen97 {
		r.s.LogWriterThreads = r.m.CPUs >= 32 || !r.s.LogBin && r.m.CPUs > 4
	}
	if r.s.ThreadHandling == "pool-of-threads" && r.s.ThreadPoolMaxThreads == 0 {
		r.adjust(threadHandling, "a thread per connection, the server has no thread pool of its own")
		r.s.ThreadHandling = "one-thread-per-connection"
	}
	if _, ok := r.set(poolThreads); !ok {
		r.s.ThreadPoolSize = max(r.m.CPUs, 1)
	}
}

func (r *resolver) doublewritePages() {
	if r.p.Generation == Gen80 && r.s.DoublewritePages == 0 {
		r.s.DoublewritePages = r.s.WriteIOThreads
	}
	if r.s.DoublewriteFiles == 0 {
		r.s.DoublewriteFiles = 2
	}
	if r.s.DoublewritePages == 0 {
		r.s.DoublewritePages = 128
	}
}

// redo: the old names count only where the capacity was not set; then their product does.
func (r *resolver) redo() {
	if r.p.Limits != Limits8030 {
		r.ring()
		return
	}
	_, byCapacity := r.set(redoCapacity)
	size, bySize := r.set(logFileSize)
	files, byFiles := r.set(logFiles)
	switch {
	case byCapacity && (bySize || byFiles):
		r.note(max(size, files), logFileSize, "ignored, %s is set", redoCapacity)
	case bySize || byFiles:
		product := r.s.LogFileSize * int64(r.s.LogFilesInGroup)
		if r.s.LogFileSize == 0 { // 9.x knows no file size
			break
		}
		r.s.RedoLogCapacity = min(max(product, 8*mib), 512*gib)
		r.note(max(size, files), redoCapacity, "%s, from %s and %s", FormatSize(r.s.RedoLogCapacity),
			logFileSize, logFiles)
	}
	r.s.LogFileSize, r.s.LogFilesInGroup = 0, 0
	r.logBuffer(r.s.RedoLogCapacity)
}

func (r *resolver) logBuffer(capacity int64) {
	if r.s.LogBufferSize > capacity {
		r.adjust(logBufferSize, "%s is more than the redo log, %s", FormatSize(r.s.LogBufferSize),
			FormatSize(capacity))
	}
}

func (r *resolver) writeAhead() {
	if n := min(nextPowerOfTwo(r.s.LogWriteAheadSize), r.s.PageSize); n != r.s.LogWriteAheadSize {
		r.s.LogWriteAheadSize = n
		r.adjust(writeAhead, "adjusted to %s, a power of two up to the page size", FormatSize(n))
	}
}
