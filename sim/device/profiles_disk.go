package device

import "github.com/innosim/innosim/sim"

// spindle is a hard disk: half a turn and a seek for each request, and a turn for a commit.
func spindle(access, turn sim.Duration) Config {
	return Config{
		ReadLatency: access, WriteLatency: access, FlushLatency: turn, LatencyCV: 0.4,
		Channels: 2, QueueDepth: 64, Bandwidth: 200 * mb, FlushSerial: true, FileSystem: Ext4, AtomicWrite: 512,
	}
}

// diskProfiles are hard disks, their arrays, and memory.
var diskProfiles = []Profile{
	{Name: "sas-10k", Title: "hard disk, 10,000 turns per minute, SAS", Date: "2012-01", Confidence: Estimated,
		Source: "seek 4 ms and half a turn of 6 ms; a turn bounds a commit: book \"PostgreSQL 9.0 High Performance\"",
		base:   spindle(7000*us, 6000*us)},
	{Name: "sas-15k", Title: "hard disk, 15,000 turns per minute, SAS", Date: "2012-01", Confidence: Estimated,
		Source: "seek 3.5 ms and half a turn of 4 ms: 180 operations per second, 300 with queueing; the same book",
		base:   spindle(5500*us, 4000*us)},
	{Name: "raid10-write-through", Title: "six 15k SAS disks as RAID 10, cache of the controller off", Date: "2012-01",
		Confidence: Estimated, Source: "15k spindle, write penalty 2; ksiazek.info: 33.6 TPS against 46.2 with the cache",
		base: Config{
			ReadLatency: 5500 * us, WriteLatency: 7000 * us, FlushLatency: 4000 * us, LatencyCV: 0.4,
			Channels: 9, QueueDepth: 128, WriteIOPS: 900, IOPSUnit: 256 * kib, Bandwidth: 600 * mb, FileSystem: Ext4,
			AtomicWrite: 512,
		}},
	{Name: "raid10-nvme", Title: "two NVMe drives without power-loss protection as software RAID 10, XFS", Date: "2024-02",
		Confidence: Derived, Source: "MDEV-33545: syncing each batch of pages 35 to 50 times slower than not; drives as nvme-consumer",
		base: func() Config {
			c := consumer(50*us, 20*us, 2500*us, [3]float64{13000, 5000, 1500})
			c.Channels, c.FileSystem = 96, XFS
			return c
		}()},
	{Name: "tmpfs", Title: "files in memory (tmpfs): fsync does nothing", Date: "2026-01", Confidence: Estimated,
		Source: "copying 16 KiB, 1 to 5 us; general knowledge",
		base:   Config{ReadLatency: 2 * us, WriteLatency: 2 * us, LatencyCV: 0.1, Bandwidth: 8000 * mb, AtomicWrite: 4 * kib}},
	{Name: "ramdisk", Title: "block device in memory (brd, zram) with ext4", Date: "2026-01", Confidence: Estimated,
		Source: "5 to 20 us through the journal; general knowledge",
		base: Config{ReadLatency: 3 * us, WriteLatency: 3 * us, LatencyCV: 0.1, Bandwidth: 8000 * mb, FileSystem: Ext4,
			AtomicWrite: 4 * kib}},
}
