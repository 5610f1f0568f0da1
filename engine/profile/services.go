package profile

// Tuners are the controllers that a service runs beside the server.
type Tuners uint8

// Controllers of variables.
const (
	TuneIO    Tuners = 1 << iota // innodb_io_capacity and innodb_io_capacity_max follow device latency and demand
	TunePurge                    // innodb_purge_threads follows the load
)

// Restart is how a service starts a server again.
type Restart uint8

// Ways of restarting, beyond those of the server itself.
const (
	ParallelRecovery Restart = 1 << iota // redo is applied to pages while it is read, and keeps up with reading
	ScheduledWarmup                      // page reads of the warm-up take what I/O capacity the clients leave
)

// Has reports whether a set has a controller.
func (t Tuners) Has(one Tuners) bool { return t&one != 0 }

// Has reports whether a set has a way.
func (r Restart) Has(one Restart) bool { return r&one != 0 }

// With is the row as a service runs it.
func (p Profile) With(m Modifier) Profile {
	p.Tuners |= m.Tuners
	p.Restart |= m.Restart
	if p.Restart.Has(ScheduledWarmup) {
		p.Load = LoadAdaptive
	}
	if m.NoLRUWait && p.FreeFrames == AwaitBatches {
		p.FreeFrames = SinglePageFlush
	}
	return p
}
