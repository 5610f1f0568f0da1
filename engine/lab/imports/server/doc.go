// Package server reads what a server says of itself: SHOW GLOBAL VARIABLES and SHOW GLOBAL STATUS in every form in
// which clients print them, SHOW ENGINE INNODB STATUS, mysqld_exporter's text, pt-mysql-summary.
//
//	lines ──▶ listings of name and value ──▶ settings, or a sample of counters
//	      ──▶ monitor output             ──▶ a sample
//
// Several listings in one file are several samples; mysqladmin --relative prints differences, which are added up.
//
// Units: those of the server's counters; times in seconds. Errors: none: what is not understood is no fact.
// Chance: none. Source: client/mysql.cc and mysqladmin.cc (tables, batch, \G, --relative), srv0srv.cc and buf0buf.cc
// (the monitor's text; 5.0 to 9.7, MariaDB, Percona), mysqld_exporter's collectors, pt-mysql-summary.
package server
