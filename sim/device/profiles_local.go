package device

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

const (
	us  = sim.Microsecond
	ms  = sim.Millisecond
	kib = int64(unit.KiB)
	mib = int64(unit.MiB)
	gib = int64(unit.GiB)
	tib = int64(unit.TiB)
	mb  = 1e6     // bytes, decimal
	miB = 1 << 20 // bytes per second in MiB/s
)

// localProfiles are devices inside the host. Channels follow from Little's law: most operations per second
// times service time.
var localProfiles = []Profile{
	{
		Name: "instant", Title: "completes everything at once: the bound that no device beats",
		Source: "definition", Date: "2026-01", Confidence: Exact,
	},
	{
		Name: "nvme-plp", Title: "datacenter NVMe with power-loss protection, P4510/P4610 class, 3-4 TB",
		Source: "Intel P4510 and P4610 data sheets; AnandTech 13704; fdatasync from Small Datum 2026-01",
		Date:   "2026-01", Confidence: Derived,
		base: Config{
			ReadLatency: 82 * us, WriteLatency: 18 * us, LatencyCV: 0.3,
			Channels: 54, ReadBandwidth: 3200 * mb, WriteBandwidth: 2900 * mb,
			WriteCache: Protected, CacheSize: 32 * mib, SustainedWrite: 1000 * mb, FileSystem: Ext4,
			AtomicWrite: 4 * kib,
		},
	},
	{
		Name: "nvme-consumer", Title: "consumer NVMe without power-loss protection, 980/990 Pro class",
		Source: "Tanel Poder 2025-05 (pg_test_fsync); Small Datum 2026-01; TechPowerUp for the drain",
		Date:   "2026-01", Confidence: Derived,
		base: Config{
			ReadLatency: 50 * us, WriteLatency: 16 * us, FlushLatency: 1600 * us, LatencyCV: 0.5,
			Channels: 48, ReadBandwidth: 6500 * mb, WriteBandwidth: 5000 * mb, FlushSerial: true,
			WriteCache: Volatile, CacheSize: 64 * mib, SustainedWrite: 1500 * mb, FileSystem: Ext4,
			AtomicWrite: 4 * kib,
		},
	},
	{
		Name: "nvme-optane", Title: "Intel Optane P4800X, 375 GB",
		Source: "AnandTech 11209; Intel data sheet", Date: "2017-11", Confidence: Measured,
		base: Config{
			ReadLatency: 9 * us, WriteLatency: 10 * us, LatencyCV: 0.1,
			Channels: 6, ReadBandwidth: 2400 * mb, WriteBandwidth: 2000 * mb, FileSystem: Ext4,
			AtomicWrite: 4 * kib,
		},
	},
	{
		Name: "sata-ssd", Title: "SATA SSD with power-loss protection, Intel S4500/S4600 class",
		Source: "Intel S4500 and S4600 data sheets", Date: "2017-10", Confidence: Derived,
		base: sataQueue(Config{
			ReadLatency: 110 * us, WriteLatency: 52 * us, FlushLatency: 80 * us, LatencyCV: 0.3,
			Channels: 8, Bandwidth: 500 * mb,
			WriteCache: Protected, CacheSize: 16 * mib, SustainedWrite: 330 * mb, FileSystem: Ext4,
			AtomicWrite: 4 * kib,
		}),
	},
	{
		Name: "hdd-7200", Title: "hard disk, 7200 turns per minute, SATA",
		Source: "seek 8.5 ms and half a turn; 75-80 operations per second alone, about 160 with queueing",
		Date:   "2012-01", Confidence: Estimated,
		base: sataQueue(Config{
			ReadLatency: 12500 * us, WriteLatency: 12500 * us, FlushLatency: 8300 * us, LatencyCV: 0.4,
			Channels: 2, Bandwidth: 180 * mb, FileSystem: Ext4, AtomicWrite: 512,
		}),
	},
	{
		Name: "raid10-bbu", Title: "six 15k SAS disks as RAID 10, controller with battery-backed cache",
		Source: "15k spindle: 180 operations per second, 300 with queueing; write penalty 2; 1 GB of cache",
		Date:   "2012-01", Confidence: Estimated,
		base: Config{
			ReadLatency: 5500 * us, WriteLatency: 100 * us, FlushLatency: 50 * us, LatencyCV: 0.4,
			Channels: 9, QueueDepth: 128, Bandwidth: 600 * mb, FileSystem: Ext4,
			WriteCache: Protected, CacheSize: 1 * gib, SustainedWrite: 900 * 16 * 1024, AtomicWrite: 512,
		},
	},
	{
		Name: "nitro-ssd", Title: "AWS Nitro SSD instance store, one 3.75 TB disk of an i4i",
		Source: "EC2 guide and storage white paper (16 KiB atomic); limits from public fio surveys",
		Date:   "2025-01", Confidence: Derived,
		base: Config{
			ReadLatency: 85 * us, WriteLatency: 30 * us, LatencyCV: 0.25,
			Channels: 36, ReadIOPS: 400e3, WriteIOPS: 220e3, IOPSUnit: 4 * kib,
			ReadBandwidth: 2800 * mb, WriteBandwidth: 2400 * mb, WriteCache: Protected, FileSystem: XFS,
			AtomicWrite: 16 * kib,
		},
	},
}
