// Package bench reads what load generators and iostat print.
//
//	sysbench 0.4 … 1.1 ──▶ one Run per closing block, interval lines summed up
//	iostat -x          ──▶ one Disk per device, means over all reports but the first, which is since the start
//
// Units: as sysbench prints them, latencies in ms; iostat's columns as sysstat 12 names them. Errors: none: what is
// not understood is no fact. Memory does not grow with the length of a log. Chance: none. Source: sysbench.c,
// sb_timer.c and sb_lua.c of 0.4.12, 0.5, 1.0.20 and 1.1.0; iostat.c of sysstat 9 to 12.
package bench
