package scenario

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// TestUnfeltSettingsAreNamed: a value that the model does not follow is reported, with the reason, and only such a value: not
// the one that the model works by, nor one that was not given.
func TestUnfeltSettingsAreNamed(t *testing.T) {
	unused := func(mysqld string) []string {
		text := "[innosim]\nserver = mysql-9.7\n[mysqld]\n" + mysqld
		sc, err := Parse(fstest.MapFS{"x.cnf": {Data: []byte(text)}}, "x.cnf")
		require.NoError(t, err)
		var names []string
		for _, s := range sc.NotModelled {
			require.NotEmpty(t, s.Why)
			names = append(names, s.Name)
		}
		return names
	}
	require.Empty(t, unused("innodb_adaptive_hash_index = OFF\ntransaction_isolation = READ-COMMITTED\n"+
		"innodb_commit_concurrency = 0\ninnodb_lock_wait_timeout = 50\ninnodb_concurrency_tickets = 10"))
	require.Equal(t, []string{
		"innodb_adaptive_hash_index", "transaction_isolation", "innodb_commit_concurrency",
		"innodb_concurrency_tickets", "innodb_max_undo_log_size",
	}, unused("innodb_adaptive_hash_index = ON\ntransaction_isolation = SERIALIZABLE\ninnodb_commit_concurrency = 4\n"+
		"innodb_lock_wait_timeout = 1\ninnodb_thread_concurrency = 8\ninnodb_concurrency_tickets = 10\n"+
		"innodb_max_undo_log_size = 10M\ninnodb_deadlock_detect = OFF\ninnodb_rollback_on_timeout = ON"))
}

// TestOptionsOfOtherTablesAreNotSimulated: what sysbench would do with them is another load, and no answer is better than the
// one for this load.
func TestOptionsOfOtherTablesAreNotSimulated(t *testing.T) {
	skip := func(workload string) []string {
		sc, err := Parse(fstest.MapFS{"x.cnf": {Data: []byte("[workload]\n" + workload)}}, "x.cnf")
		require.NoError(t, err)
		return sc.Skip
	}
	require.Len(t, skip("script = oltp_write_only\nsecondary = on"), 1)
	require.Len(t, skip("script = oltp_insert\nauto-inc = off"), 1)
	require.Empty(t, skip("script = oltp_insert\nsecondary = off\nauto-inc = on"))
	require.Empty(t, skip("script = oltp_update_index\nauto-inc = off"), "it inserts nothing")
}
