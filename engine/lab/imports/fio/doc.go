// Package fio reads fio's normal and JSON output, 2.x and 3.x.
//
//	text, JSON ──▶ one Job per operation of each job or group: rate, depth, latencies, fsync latencies
//
// Units: latencies in seconds whatever fio printed (nsec, usec, msec; JSON without a unit is usec in 2.x), blocks
// and rates in bytes. Errors: JSON that cannot be decoded. Chance: none. Source: stat.c and its JSON of fio 2.1 to
// 3.38, HOWTO.
package fio
