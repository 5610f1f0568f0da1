package device

// Latencies of cloud volumes are means of one operation in flight, network included. Their channels are
// chosen so that the caps bind first, as the vendors promise.
var cloudProfiles = []Profile{
	essd(Profile{
		Name: "essd-pl0", Title: "Alibaba Cloud ESSD PL0",
		Source: "limits from the API reference, formula from general knowledge", Confidence: Estimated,
		MinSize: 40 * gib,
		grow: formula{
			iopsBase: 1800, iopsPerGiB: 12, iopsMax: 10e3,
			bytesBase: 100 * mb, bytesPerGiB: 0.25 * mb, bytesMax: 180 * mb,
		},
	}),
	essd(Profile{
		Name: "essd-pl1", Title: "Alibaba Cloud ESSD PL1",
		Source: "AutoPL sheet, whose baseline is PL1", Confidence: Documented,
		MinSize: 20 * gib,
		grow: formula{
			iopsBase: 1800, iopsPerGiB: 50, iopsMax: 50e3,
			bytesBase: 120 * mb, bytesPerGiB: 0.5 * mb, bytesMax: 350 * mb,
		},
	}),
	essd(Profile{
		Name: "essd-pl2", Title: "Alibaba Cloud ESSD PL2",
		Source: "limits from the API reference, formula as PL1", Confidence: Documented,
		MinSize: 461 * gib,
		grow: formula{
			iopsBase: 1800, iopsPerGiB: 50, iopsMax: 100e3,
			bytesBase: 120 * mb, bytesPerGiB: 0.5 * mb, bytesMax: 750 * mb,
		},
	}),
	essd(Profile{
		Name: "essd-pl3", Title: "Alibaba Cloud ESSD PL3",
		Source: "published copies of the vendor's table", Confidence: Documented,
		MinSize: 1261 * gib,
		grow: formula{
			iopsBase: 1800, iopsPerGiB: 50, iopsMax: 1e6,
			bytesBase: 120 * mb, bytesPerGiB: 0.5 * mb, bytesMax: 4000 * mb,
		},
	}),
	{
		Name: "gp2", Title: "AWS EBS gp2",
		Source: "EBS guide; etcd syncs on m6i.xlarge: fdatasync 1.42 ms", Date: "2025-09", Confidence: Documented,
		MinSize: 1 * gib, MaxSize: 16 * tib,
		base: network(Config{
			ReadLatency: 1000 * us, WriteLatency: 1200 * us, LatencyCV: 0.4, IOPSUnit: 256 * kib,
			BurstIOPS: 3000, BurstCredits: 5.4e6, AtomicWrite: 16 * kib,
		}),
		grow: formula{
			iopsPerGiB: 3, iopsMin: 100, iopsMax: 16e3,
			bytesPerGiB: 0.75 * miB, bytesMin: 128 * miB, bytesMax: 250 * miB,
		},
	},
	{
		Name: "gp3", Title: "AWS EBS gp3 with its base limits; raise iops and bandwidth as provisioned",
		Source: "EBS guide; etcd syncs on m6i.xlarge: fdatasync 0.70 ms", Date: "2025-09", Confidence: Documented,
		base: network(Config{
			ReadLatency: 650 * us, WriteLatency: 650 * us, LatencyCV: 0.3,
			IOPS: 3000, IOPSUnit: 256 * kib, Bandwidth: 125 * miB, AtomicWrite: 16 * kib,
		}),
	},
	{
		Name: "io2", Title: "AWS EBS io2 Block Express, 1,000 operations per second and GiB",
		Source: "EBS guide; latencies estimated", Date: "2025-09", Confidence: Documented,
		MinSize: 4 * gib, MaxSize: 64 * tib,
		base: network(Config{
			ReadLatency: 320 * us, WriteLatency: 280 * us, LatencyCV: 0.2,
			IOPSUnit: 256 * kib, AtomicWrite: 16 * kib,
		}),
		grow: formula{
			iopsPerGiB: 1000, iopsMin: 100, iopsMax: 256e3,
			bytesPerGiB: 256 * mb, bytesMin: 256 * mb, bytesMax: 4000 * miB,
		},
	},
	{
		Name: "pd-ssd", Title: "Google Cloud persistent disk, SSD",
		Source: "Compute Engine documentation; latencies estimated", Date: "2025-12", Confidence: Documented,
		MinSize: 10 * gib, MaxSize: 64 * tib,
		base: network(Config{
			ReadLatency: 800 * us, WriteLatency: 900 * us, LatencyCV: 0.35,
			IOPSUnit: 16 * kib, AtomicWrite: 4 * kib,
		}),
		grow: formula{
			iopsBase: 6000, iopsPerGiB: 30, iopsMax: 100e3,
			bytesBase: 240 * miB, bytesPerGiB: 0.48 * miB, bytesMax: 1200 * miB,
		},
	},
	{
		Name: "pd-balanced", Title: "Google Cloud persistent disk, balanced",
		Source: "Compute Engine documentation; latencies estimated", Date: "2025-12", Confidence: Documented,
		MinSize: 10 * gib, MaxSize: 64 * tib,
		base: network(Config{
			ReadLatency: 900 * us, WriteLatency: 1000 * us, LatencyCV: 0.35,
			IOPSUnit: 16 * kib, AtomicWrite: 4 * kib,
		}),
		grow: formula{
			iopsBase: 3000, iopsPerGiB: 6, iopsMax: 80e3,
			bytesBase: 140 * miB, bytesPerGiB: 0.28 * miB, bytesMax: 1200 * miB,
		},
	},
	{
		Name: "hyperdisk-balanced", Title: "Google Cloud Hyperdisk Balanced with its base limits",
		Source: "Compute Engine documentation; Small Datum 2026-01 for fsync", Date: "2026-01",
		Confidence: Documented,
		base: network(Config{
			ReadLatency: 550 * us, WriteLatency: 600 * us, LatencyCV: 0.3,
			IOPS: 3000, IOPSUnit: 16 * kib, Bandwidth: 140 * miB, AtomicWrite: 16 * kib,
		}),
	},
	{
		Name: "premium-ssd-v2", Title: "Azure Premium SSD v2 with its base limits",
		Source: "Azure managed disk types; latencies estimated", Date: "2026-08", Confidence: Documented,
		base: network(Config{
			ReadLatency: 800 * us, WriteLatency: 800 * us, LatencyCV: 0.3,
			IOPS: 3000, IOPSUnit: 256 * kib, Bandwidth: 125 * mb, AtomicWrite: 4 * kib,
		}),
	},
}

// essd adds what the levels of Alibaba Cloud's ESSD share: one operation carries up to 16 KiB; three copies
// are written before the answer, and a flush costs a round trip without data.
func essd(p Profile) Profile {
	p.Date, p.MaxSize = "2024-12", 64*tib
	p.base = network(Config{
		ReadLatency: 250 * us, WriteLatency: 220 * us, FlushLatency: 150 * us, LatencyCV: 0.3,
		IOPSUnit: 16 * kib, AtomicWrite: 4 * kib,
	})
	return p
}

// network adds what all network volumes share.
func network(c Config) Config {
	c.Channels, c.FileSystem, c.WriteCache, c.CapWindow = 1024, Ext4, Protected, throttleWindow
	return c
}
