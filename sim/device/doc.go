// Package device models block devices, and the layer of files above them: what a database's reads, writes
// and syncs cost.
//
//	Files.Call ─CPU─▶ page cache ─▶ Device: caps ▶ channel ▶ service + transfer ─▶ wake-up ─CPU─▶ done
//	                  journal               └ which of them a request waited for is counted
//
// A Device is booked in the order of the calls: when a request arrives, its start follows from the times at
// which the caps, a channel and the write cache are free, and its end from a drawn service time. So a
// request is one event, its completion. A request starts at the latest of
//
//   - now;
//   - the next slot of each operation cap: ceil(bytes / iops-unit) slots of 1/iops each;
//   - the next slot of each bandwidth cap; with a cap-window both kinds of caps are the token buckets of a
//     hypervisor, before which reads and writes wait in lines of their own (throttle.go);
//   - the time at which one of the channels is free: it is held until the request's end, also while that
//     waits for a slot;
//   - with a queue-depth, the time at which the device accepts it;
//   - for a read of flash while the cache drains, the end of what its die is busy with (flash.go);
//   - for a write into a cache, the time at which it has room, and the end of a flush that writes a volatile
//     cache out;
//
// With a program-latency a write into a cache needs no channel to be complete; the channels are busy with it
// afterwards, 16 KiB at a time, and so is its place in the cache (program.go): for drives of which only
// totals are known. Where dies, their times and their suspension are known, reads meet programs and erases
// there instead (flash.go).
//
// With flush-exclusive the host's block layer is a queue of its own (hostqueue.go): requests are booked when they are sent
// to the device, and a flush runs alone, as on SATA. With die-queues each read waits for its own die (dies.go).
//
// With a max-request a longer request is sent in parts, and shorter ones pass between them (parts.go).
//
// It ends after its service time and bytes / bandwidth. A flush takes no channel and no slot; with
// flush-serial it starts behind the flush before it; a volatile cache is written out first.
//
// Files turn what a program asks for into requests. A direct read or write is one request. A buffered write
// is remembered as dirty, and a sync writes what is dirty as requests of at most 128 KiB, all booked at
// once, and then flushes. With a file system, fsync and the sync of an extended file also wait for a
// journal commit, which concurrent callers share, unless another one has committed the file's changes
// already (inode.go). With filesystem = none there is no such cost, and buffered reads are free.
//
// Units: bytes, nanoseconds, operations and bytes per second. Errors: Config.Validate, Config.Set and
// Lookup. Chance: service times, from one stream per device and operation, indexed by the request's
// ordinal. Source: each profile names its own; the pipeline is that of the emulated device of the
// laboratory cases; the file systems follow the Linux kernel's fs/ext4/fsync.c, fs/jbd2/commit.c,
// fs/xfs/xfs_log.c and fs/iomap/direct-io.c.
package device
