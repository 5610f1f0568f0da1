package profile

// Variables that took over from innodb_flush_method in MariaDB 11.0.
const (
	logBuffering  = "innodb_log_file_buffering"
	logThrough    = "innodb_log_file_write_through"
	dataBuffering = "innodb_data_file_buffering"
	dataThrough   = "innodb_data_file_write_through"
)

// rollbackSegments is their number in all, over the undo tablespaces; TRX_SYS_N_RSEGS.
const rollbackSegments = 128

// fileModes brings MariaDB's four variables and innodb_flush_method together: a method that was given stands
// for those of the four that were not; then the method is what the data files are opened with.
func (r *resolver) fileModes() {
	if r.p.Generation != GenMaria {
		return
	}
	r.s.RollbackSegments = rollbackSegments / max(1, r.s.UndoTablespaces)
	buffered := r.s.FlushMethod != "O_DIRECT" && r.s.FlushMethod != "O_DIRECT_NO_FSYNC"
	through := r.s.FlushMethod == "O_DSYNC"
	if _, ok := r.set(flushMethod); ok {
		r.imply(dataBuffering, &r.s.DataFileBuffering, buffered)
		r.imply(dataThrough, &r.s.DataFileWriteThrough, through)
		r.imply(logThrough, &r.s.LogFileWriteThrough, through)
	}
	switch {
	case r.s.DataFileWriteThrough:
		r.s.FlushMethod = "O_DSYNC"
	case r.s.DataFileBuffering != buffered || through:
		r.s.FlushMethod = map[bool]string{true: "fsync", false: "O_DIRECT"}[r.s.DataFileBuffering]
	}
}

func (r *resolver) imply(name string, field *bool, value bool) {
	if _, ok := r.set(name); !ok {
		*field = value
	}
}
