package device

import "github.com/innosim/innosim/sim"

// volumeProfiles are network volumes beside those of cloudProfiles: more of the same vendors, and volumes at the highest
// limits that can be bought for their size.
var volumeProfiles = []Profile{
	essd(Profile{
		Name: "essd-entry", Title: "Alibaba Cloud ESSD Entry", Source: "published copies of the vendor's table",
		Confidence: Documented, MinSize: 10 * gib,
		grow: formula{
			iopsBase: 1800, iopsPerGiB: 8, iopsMax: 6e3, bytesBase: 100 * mb, bytesPerGiB: 0.15 * mb, bytesMax: 150 * mb,
		},
	}).slower(2000*us, 2000*us),
	essd(Profile{
		Name: "essd-autopl", Title: "Alibaba Cloud ESSD AutoPL at its base; raise iops by what is provisioned, bandwidth by 16 KB each",
		Source: "AutoPL sheet", Confidence: Documented, MinSize: 1 * gib,
		grow: formula{
			iopsBase: 1800, iopsPerGiB: 50, iopsMin: 3e3, iopsMax: 50e3,
			bytesBase: 120 * mb, bytesPerGiB: 0.5 * mb, bytesMin: 125 * mb, bytesMax: 350 * mb,
		},
	}),
	essd(Profile{
		Name: "essd-autopl-burst", Title: "Alibaba Cloud ESSD AutoPL with performance burst, which is paid for and not limited in time",
		Source: "AutoPL sheet", Confidence: Documented, MinSize: 1 * gib,
		grow: formula{
			iopsPerGiB: 1000, iopsMin: 3e3, iopsMax: 1e6, bytesPerIOPS: 16e3, bytesMin: 125 * mb, bytesMax: 4000 * mb,
		},
	}),
	essd(Profile{
		Name: "essd-premium", Title: "Alibaba Cloud premium performance disk (general ESSD) at its base, that of PL1",
		Source: "overview of premium ESSDs", Confidence: Documented, MinSize: 10 * gib,
		grow: formula{
			iopsBase: 1800, iopsPerGiB: 50, iopsMax: 50e3,
			bytesBase: 120 * mb, bytesPerGiB: 0.5 * mb, bytesMin: 125 * mb, bytesMax: 350 * mb,
		},
	}),
	essd(Profile{
		Name: "essd-premium-burst", Title: "Alibaba Cloud premium performance disk with I/O burst, free and without a stated duration",
		Source: "overview of premium ESSDs: up to 1,000,000; by size and in bytes as AutoPL", Confidence: Derived, MinSize: 10 * gib,
		grow: formula{
			iopsPerGiB: 1000, iopsMin: 3e3, iopsMax: 1e6, bytesPerIOPS: 16e3, bytesMin: 125 * mb, bytesMax: 4000 * mb,
		},
	}),
	{
		Name: "gp3-2024", Title: "AWS EBS gp3 at the highest limits until 2025-09", Source: "EBS guide; latencies as gp3",
		Date: "2024-06", Confidence: Documented, MinSize: 32 * gib, MaxSize: 16 * tib, base: gp3(),
		grow: formula{iopsPerGiB: 500, iopsMin: 3e3, iopsMax: 16e3, bytesPerIOPS: 0.25 * miB, bytesMin: 125 * miB, bytesMax: 1000 * miB},
	},
	{
		Name: "gp3-max", Title: "AWS EBS gp3 at the highest limits since 2025-09", Source: "EBS guide, AWS blog; latencies as gp3",
		Date: "2025-09", Confidence: Documented, MinSize: 32 * gib, MaxSize: 64 * tib, base: gp3(),
		grow: formula{iopsPerGiB: 500, iopsMin: 3e3, iopsMax: 80e3, bytesPerIOPS: 0.25 * miB, bytesMin: 125 * miB, bytesMax: 2000 * miB},
	},
	{
		Name: "io1", Title: "AWS EBS io1, 50 operations per second and GiB", Source: "EBS guide; latencies estimated", Date: "2025-09",
		Confidence: Documented, MinSize: 4 * gib, MaxSize: 16 * tib,
		base: network(Config{
			ReadLatency: 600 * us, WriteLatency: 600 * us, LatencyCV: 0.25, IOPSUnit: 256 * kib, AtomicWrite: 16 * kib,
		}),
		grow: formula{iopsPerGiB: 50, iopsMin: 100, iopsMax: 64e3, bytesPerIOPS: 16 * 1024, bytesMin: 500 * miB, bytesMax: 1000 * miB},
	},
	{
		Name: "pd-extreme", Title: "Google Cloud persistent disk, extreme, at its highest (N2, 64 CPUs and more)",
		Source: "Compute Engine documentation; operations per second from general knowledge", Date: "2025-12", Confidence: Documented,
		MinSize: 500 * gib, MaxSize: 64 * tib,
		base: network(Config{
			ReadLatency: 700 * us, WriteLatency: 800 * us, LatencyCV: 0.3, IOPS: 120e3, IOPSUnit: 16 * kib,
			ReadBandwidth: 4000 * miB, WriteBandwidth: 3000 * miB, AtomicWrite: 4 * kib,
		}),
	},
	{
		Name: "hyperdisk-balanced-max", Title: "Google Cloud Hyperdisk Balanced at its highest for the size",
		Source: "Compute Engine documentation, operations per GiB from general knowledge; latencies as hyperdisk-balanced",
		Date:   "2026-01", Confidence: Documented, MinSize: 6 * gib, MaxSize: 64 * tib,
		base: network(Config{
			ReadLatency: 550 * us, WriteLatency: 600 * us, LatencyCV: 0.3, IOPSUnit: 16 * kib, AtomicWrite: 16 * kib,
		}),
		grow: formula{iopsPerGiB: 500, iopsMin: 3e3, iopsMax: 160e3, bytesPerIOPS: 0.25 * miB, bytesMin: 140 * miB, bytesMax: 2400 * miB},
	},
	{
		Name: "hyperdisk-extreme", Title: "Google Cloud Hyperdisk Extreme at its highest for the size",
		Source: "Compute Engine documentation, operations per GiB from general knowledge; latencies estimated",
		Date:   "2026-01", Confidence: Documented, MinSize: 64 * gib, MaxSize: 64 * tib,
		base: network(Config{
			ReadLatency: 450 * us, WriteLatency: 450 * us, LatencyCV: 0.25, IOPSUnit: 16 * kib, AtomicWrite: 16 * kib,
		}),
		grow: formula{iopsPerGiB: 1000, iopsMax: 350e3, bytesPerIOPS: 0.25 * miB, bytesMax: 5000 * miB},
	},
	premiumSSD,
	{
		Name: "premium-ssd-v2-max", Title: "Azure Premium SSD v2 at its highest for the size",
		Source: "Azure managed disk types; latencies as premium-ssd-v2", Date: "2026-08", Confidence: Documented,
		MinSize: 1 * gib, MaxSize: 64 * tib,
		base: network(Config{
			ReadLatency: 800 * us, WriteLatency: 800 * us, LatencyCV: 0.3, IOPSUnit: 256 * kib, AtomicWrite: 4 * kib,
		}),
		grow: formula{
			iopsPerGiB: 500, iopsMin: 3e3, iopsMax: 80e3, bytesPerIOPS: 0.25 * mb, bytesMin: 125 * mb, bytesMax: 2000 * mb,
		},
	},
	{
		Name: "ultra-disk", Title: "Azure Ultra Disk at its highest for the size", Source: "Azure managed disk types; latencies estimated",
		Date: "2026-08", Confidence: Documented, MinSize: 4 * gib, MaxSize: 64 * tib,
		base: network(Config{
			ReadLatency: 500 * us, WriteLatency: 500 * us, LatencyCV: 0.25, IOPSUnit: 256 * kib, AtomicWrite: 4 * kib,
		}),
		grow: formula{iopsPerGiB: 1000, iopsMax: 400e3, bytesPerIOPS: 0.25 * mb, bytesMax: 10_000 * mb},
	},
}

// slower is the profile with other latencies.
func (p Profile) slower(read, write sim.Duration) Profile {
	p.base.ReadLatency, p.base.WriteLatency = read, write
	return p
}

func gp3() Config {
	return network(Config{ReadLatency: 650 * us, WriteLatency: 650 * us, LatencyCV: 0.3, IOPSUnit: 256 * kib, AtomicWrite: 16 * kib})
}

// burstSeconds is the time for which credits of a full bucket last at the burst rate; Azure managed disk bursting.
const burstSeconds = 1800

// premiumSSD has the steps P1 to P80. Up to P20 it bursts on credits, to 3,500 operations and 170 MB per second.
var premiumSSD = Profile{
	Name: "premium-ssd", Title: "Azure Premium SSD: P1 to P80 by size, with credit-based bursting up to P20",
	Source: "Azure managed disk types and disk bursting; small steps from general knowledge; latencies estimated",
	Date:   "2026-08", Confidence: Documented, MinSize: 1 * gib, MaxSize: 32767 * gib,
	base: network(Config{
		ReadLatency: 1000 * us, WriteLatency: 1100 * us, LatencyCV: 0.35, IOPSUnit: 256 * kib, AtomicWrite: 4 * kib,
	}),
	steps: []step{
		bursting(32, 120, 25), bursting(64, 240, 50), bursting(128, 500, 100), bursting(256, 1100, 125), bursting(512, 2300, 150),
		{upTo: 1024 * gib, iops: 5000, bandwidth: 200 * mb}, {upTo: 4096 * gib, iops: 7500, bandwidth: 250 * mb},
		{upTo: 8192 * gib, iops: 16e3, bandwidth: 500 * mb}, {upTo: 16384 * gib, iops: 18e3, bandwidth: 750 * mb},
		{upTo: 32767 * gib, iops: 20e3, bandwidth: 900 * mb},
	},
}

func bursting(size int64, iops, rate float64) step {
	const most, mostRate = 3500, 170 * mb
	return step{
		upTo: size * gib, iops: iops, bandwidth: rate * mb, burstIOPS: most, burstBandwidth: mostRate,
		burstCredit: (most - iops) * burstSeconds,
	}
}
