package tuner

// Inputs is all that a controller may look at: means of the last second, and the state at its end.
type Inputs struct {
	Requests  float64 // of the data device, per second
	RequestMS float64 // mean time of one; 0 without any
	Flushed   float64 // pages that the page cleaner wrote from the flush lists, per second
	Sync      float64 // those among them that an urgent checkpoint forced
	Age       float64 // checkpoint age as a share of the age at which synchronous flushing begins
	History   float64 // history list length, transactions
	CPU       float64 // share of all processors that is busy
}

// Knobs are the variables that controllers set.
type Knobs struct {
	IOCapacity    int // innodb_io_capacity, pages per second
	IOCapacityMax int // innodb_io_capacity_max
	PurgeThreads  int // innodb_purge_threads
}

// Memory is what a controller remembers between two seconds; zero at the start.
type Memory [4]float64

// Controller decides once a second. It keeps no state of its own: equal inputs, knobs and memory, equal decision.
type Controller interface {
	Decide(in Inputs, kn Knobs, mem *Memory) Knobs
}
