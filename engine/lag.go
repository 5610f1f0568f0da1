package engine

import "github.com/innosim/innosim/sim"

// Arithmetic of the delay: microseconds for each history of innodb_max_purge_lag, less an offset that makes
// the shortest delay 5 us.
const (
	lagDelayUnit   = 10000
	lagDelayOffset = 0.9995
)

// setLagDelay decides once per purge batch how long every change of a row waits. The delay never exceeds
// innodb_max_purge_lag_delay, so with that variable's default, 0, there is none.
// Source: trx0purge.cc (trx_purge_dml_delay), MySQL 8.4.11.
func (e *Engine) setLagDelay() {
	s, p := &e.settings, &e.purge
	p.delay = 0
	if s.MaxPurgeLag <= 0 || p.saw.length <= uint64(s.PurgeThreads*s.PurgeBatchSize) {
		return
	}
	if ratio := float64(p.saw.length) / float64(s.MaxPurgeLag); ratio > 1 {
		p.delay = min(sim.Duration((ratio-lagDelayOffset)*lagDelayUnit)*sim.Microsecond, s.MaxPurgeLagDelay)
	}
}

// lagDelay lets the thread sleep before it changes a row (row0mysql.cc, row_mysql_delay_if_needed).
func (e *Engine) lagDelay(k *sim.Kernel, th uint32, t *task) bool {
	if t.phase == 1 || e.purge.delay == 0 {
		return true
	}
	t.phase = 1
	e.waits.Switch(th, k.Now(), WaitPurgeLagDelay)
	k.After(e.purge.delay, e.goesOn(th))
	return false
}
