package tuner

// Purge moves innodb_purge_threads between 1 and Most, one a second: users' work goes first. Where processors are short
// and the history is tolerable a thread is taken away; where they are not and the history grows, one is added; and a
// history beyond what a server may keep adds one whatever the load.
type Purge struct {
	Most int // threads; the variable's limit, 32
}

// Constants of Purge; estimates.
const (
	purgeBusy      = 0.9     // share of the processors from which users' work would wait
	purgeTolerable = 100_000 // transactions of history that harm nobody yet
	purgeTooLong   = 1e6     // transactions of history from which reads suffer more than from purge; manual, innodb_max_purge_lag
	purgeGrowth    = 1.02    // per second, factor: less is the saw-tooth of truncation
	purgeAtLeast   = 1000    // transactions of history below which its growth means nothing
)

// Memory of Purge.
const purgeBefore = 0 // transactions; the history a second ago

// Decide implements Controller.
func (c Purge) Decide(in Inputs, kn Knobs, mem *Memory) Knobs {
	before := mem[purgeBefore]
	mem[purgeBefore] = in.History
	grows := in.History > purgeAtLeast && in.History > float64(purgeGrowth*before)
	switch {
	case in.History >= purgeTooLong:
		kn.PurgeThreads++
	case in.CPU >= purgeBusy && in.History < purgeTolerable:
		kn.PurgeThreads--
	case in.CPU < purgeBusy && grows:
		kn.PurgeThreads++
	}
	kn.PurgeThreads = min(max(kn.PurgeThreads, 1), c.Most)
	return kn
}
