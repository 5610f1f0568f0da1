// Command innosim predicts how fast a MySQL, Percona or MariaDB server writes: it simulates the InnoDB write
// path.
//
//	main ── app ──▶ run, validate, list, check, import      one file per command
//
// Results go to stdout or --output, which is written whole or not at all; progress and warnings go to stderr.
// Exit codes: 0 done, 1 a threshold failed, 2 bad input, 3 interrupted, with what was finished printed and
// marked partial.
package main
