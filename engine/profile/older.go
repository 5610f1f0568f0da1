package profile

import (
	"strconv"
	"strings"
)

// columns of the defaults in the table.
var columns = [...]int{Gen56: 0, Gen57: 0, Gen8019: 1, Gen80: 1, Gen84: 2, Gen97: 3, GenMaria: 4}

// column is the generation's place in the defaults of the table: an old release shares that of its heir.
func (g Generation) column() int { return columns[g] }

// heir is the generation that shares the release's column; itself when it has one of its own.
func (g Generation) heir() Generation {
	switch g {
	case Gen56:
		return Gen57
	case Gen8019:
		return Gen80
	}
	return g
}

// own56 are the defaults of 5.6 that 5.7 changed; SHOW GLOBAL VARIABLES of 5.6.17, release notes of 5.7.
const own56 = `
innodb_log_buffer_size 8M
innodb_buffer_pool_load_at_startup OFF
innodb_purge_threads 1
sync_binlog 0
`

// own is a default that the release does not share with its heir.
func (g Generation) own(name string) (value string, ok bool) {
	if g != Gen56 {
		return "", false
	}
	return lookup(own56, name)
}

// fixed gives the settings that have no variable in an old release what that release always does.
func (r *resolver) fixed() {
	if r.p.Generation > Gen8019 {
		return
	}
	s := &r.s
	s.ExtendAndInitialize = true // fil_write_zeros: no way to switch it off before 8.0.22
	if r.p.Generation == Gen8019 {
		s.LogWriterThreads = true // no way to switch the threads off before 8.0.22
		return
	}
	s.IdleFlushPct = 100       // PCT_IO(100): innodb_idle_flush_pct came with 8.0.18
	s.SpinPauseMultiplier = 50 // ut_delay: a constant before 8.0.16
	if r.p.Generation == Gen57 {
		return
	}
	s.PageCleaners, s.FillFactor, s.DumpPct = 1, 100, 100
	s.LogWriteAheadSize = 512 // OS_FILE_LOG_BLOCK_SIZE: no writing ahead
	s.PurgeRsegTruncateFreq = 128
	s.DeadlockDetect, s.TransactionIsolation = true, isolations[2]
}

// maxRedo is the largest redo log, all files together, from 5.6.3 on; srv0start.cc.
const maxRedo = 512 * gib

// ring checks a redo log of files of a given size.
func (r *resolver) ring() {
	total := r.s.LogFileSize * int64(max(r.s.LogFilesInGroup, 1))
	if r.p.Limits != LimitsMaria && (total >= maxRedo || total/int64(max(r.s.LogFilesInGroup, 1)) != r.s.LogFileSize) {
		i, _ := r.set(logFileSize)
		r.refuse(i, logFileSize, FormatSize(r.s.LogFileSize), "the redo log files are together too large", "less than 512G")
		r.s.LogFileSize, r.s.LogFilesInGroup = 48*mib, 2
		total = 96 * mib
	}
	r.logBuffer(total)
}

// dedicateRing is the redo log of innodb_dedicated_server in 8.0.14 to 8.0.29: by the size of the buffer pool.
func (r *resolver) dedicateRing() {
	pool := (r.s.BufferPoolSize + gib/2) / gib
	size, files := int64(512*mib), pool
	switch {
	case pool > 128:
		size, files = 2*gib, 64
	case pool >= 8:
		size, files = gib, (pool*3+2)/4
	}
	if _, ok := r.set(logFileSize); !ok {
		r.s.LogFileSize = size
	}
	if _, ok := r.set(logFiles); !ok {
		r.s.LogFilesInGroup = int(min(max(files, 2), 64))
	}
}

// covers tells whether the row is the one for a release that is named in full: the old 8.0 ends with its row's release.
func (p Profile) covers(name string) bool {
	if p.Generation != Gen8019 {
		return false
	}
	patch, ok := strings.CutPrefix(strings.ToLower(name), "mysql-8.0.")
	n, err := strconv.Atoi(patch)
	return ok && err == nil && n <= p.Version.Patch
}
