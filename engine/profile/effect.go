package profile

// unfelt are values of modelled variables that the model does not follow: what the server would do, and when. A variable is
// here and not left out of the table because its other values, or its default, are what the model does.
var unfelt = [...]struct {
	name string
	why  string
	when func(s, usual *Settings) bool
}{
	{"innodb_adaptive_hash_index", "every search goes down the tree: what the hash index would save is not modelled",
		func(s, _ *Settings) bool { return s.AdaptiveHashIndex }},
	{"innodb_max_undo_log_size", "undo tablespaces are not truncated",
		func(s, usual *Settings) bool { return s.UndoLogTruncate && s.MaxUndoLogSize < usual.MaxUndoLogSize }},
	{"innodb_concurrency_tickets", "a thread stays inside to the end of its statement",
		func(s, usual *Settings) bool {
			return s.ThreadConcurrency > 0 && s.ConcurrencyTickets < usual.ConcurrencyTickets
		}},
	{"innodb_commit_concurrency", "commits do not wait for each other",
		func(s, _ *Settings) bool { return s.CommitConcurrency > 0 }},
	{"transaction_isolation", "reads take no row locks",
		func(s, _ *Settings) bool { return s.TransactionIsolation == isolations[3] }},
}

// Unfelt tells why the value that a variable has in the settings changes nothing in the model, though it would in a server
// of the row; "" when the model follows it.
func Unfelt(p Profile, m Machine, s *Settings, name string) string {
	for _, u := range unfelt {
		if u.name != name {
			continue
		}
		if usual := Defaults(p, m); u.when(s, &usual) {
			return u.why
		}
	}
	return ""
}
