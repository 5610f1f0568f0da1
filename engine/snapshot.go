package engine

import "github.com/innosim/innosim/sim/rng"

// rowVersions remember when rows were changed last: innodb_snapshot_isolation, the default since MariaDB
// 11.6.2. A transaction with a read view that locks a row which somebody has changed since gets an error
// (ER_CHECKREAD) instead of the newer row. The table keeps the last change of each of its places: a row that
// was pushed out has been changed long before any view that is still open, so long as fewer rows change
// during a transaction than there are places.
type rowVersions struct {
	rows  []uint64 // key + 1
	at    []uint64 // commits until then
	Stale uint64   // transactions that met a newer row
}

const versionPlaces = 1 << 16

// conflicts tells whether a thread's view is older than the row's last change.
func (e *Engine) conflicts(th uint32, row uint64) bool {
	v, x := &e.changed, &e.clients[th].trx
	if !e.settings.SnapshotIsolation || !x.readOnly || v.rows == nil || !e.repeatable() {
		return false
	}
	i := rng.Hash1(row) % versionPlaces
	if v.rows[i] != row+1 || v.at[i] <= x.view {
		return false
	}
	v.Stale++
	return true
}

func (e *Engine) repeatable() bool {
	return e.settings.TransactionIsolation == "REPEATABLE-READ" || e.settings.TransactionIsolation == "SERIALIZABLE"
}

// noteVersions remembers the rows that a thread's commit has changed.
func (e *Engine) noteVersions(th uint32) {
	if !e.settings.SnapshotIsolation {
		return
	}
	v := &e.changed
	if v.rows == nil {
		v.rows, v.at = make([]uint64, versionPlaces), make([]uint64, versionPlaces)
	}
	for _, row := range e.locks.held[th] {
		i := rng.Hash1(row) % versionPlaces
		v.rows[i], v.at[i] = row+1, e.purge.committed
	}
}
