package device

// instanceProfiles are the local disks of cloud instances. Their content does not survive a stop of the instance.
var instanceProfiles = []Profile{
	{Name: "aws-i3", Title: "AWS i3 instance store: all disks of an instance as one, by size (i3.large 475 G … i3.16xlarge 15.2 T)",
		Source: "EC2 guide; latencies from general knowledge", Date: "2025-01", Confidence: Documented,
		MinSize: 400 * gib, MaxSize: 15_200 * gib,
		base: Config{
			ReadLatency: 90 * us, WriteLatency: 40 * us, FlushLatency: 50 * us, LatencyCV: 0.3, Channels: 256,
			IOPSUnit: 4 * kib, WriteCache: Protected, FileSystem: XFS, AtomicWrite: 4 * kib,
			ReadBandwidth: 16000 * mb, WriteBandwidth: 6000 * mb,
		},
		steps: []step{
			{upTo: 475 * gib, readIOPS: 100e3, writeIOPS: 35e3}, {upTo: 950 * gib, readIOPS: 206e3, writeIOPS: 70e3},
			{upTo: 1900 * gib, readIOPS: 412e3, writeIOPS: 180e3}, {upTo: 3800 * gib, readIOPS: 825e3, writeIOPS: 360e3},
			{upTo: 7600 * gib, readIOPS: 1650e3, writeIOPS: 720e3}, {upTo: 15_200 * gib, readIOPS: 3300e3, writeIOPS: 1400e3},
		}},
	{Name: "nitro-ssd-i8g", Title: "AWS third-generation Nitro SSD (i7i, i8g), one disk of 3.75 TB",
		Source: "ScyllaDB 2026-01: up to twice the throughput of i4i; the rest as nitro-ssd", Date: "2026-01", Confidence: Estimated,
		base: Config{
			ReadLatency: 70 * us, WriteLatency: 25 * us, LatencyCV: 0.2,
			Channels: 60, ReadIOPS: 800e3, WriteIOPS: 440e3, IOPSUnit: 4 * kib,
			ReadBandwidth: 5600 * mb, WriteBandwidth: 4800 * mb, WriteCache: Protected, FileSystem: XFS, AtomicWrite: 16 * kib,
		}},
	{Name: "gcp-local-ssd", Title: "Google Cloud local SSD, NVMe: 375 GB partitions as one, by size",
		Source: "size from Compute Engine documentation, operations per second and latencies from general knowledge",
		Date:   "2025-12", Confidence: Estimated, MinSize: 375 * gib, MaxSize: 9000 * gib,
		base: Config{
			ReadLatency: 130 * us, WriteLatency: 60 * us, LatencyCV: 0.3, Channels: 400,
			IOPSUnit: 4 * kib, ReadBandwidth: 9360 * mb, WriteBandwidth: 4680 * mb, WriteCache: Protected, FileSystem: Ext4,
			AtomicWrite: 4 * kib,
		},
		steps: []step{
			{upTo: 375 * gib, readIOPS: 170e3, writeIOPS: 90e3}, {upTo: 750 * gib, readIOPS: 340e3, writeIOPS: 180e3},
			{upTo: 1500 * gib, readIOPS: 680e3, writeIOPS: 360e3}, {upTo: 6000 * gib, readIOPS: 1600e3, writeIOPS: 800e3},
			{upTo: 9000 * gib, readIOPS: 2400e3, writeIOPS: 1200e3},
		}},
	{Name: "cache-disk", Title: "fast disk near the host that a service caches pages on (Alibaba Cloud general ESSD)",
		Source: "read latency 80 to 150 us estimated; nothing is published", Date: "2026-03", Confidence: Estimated,
		base: Config{
			ReadLatency: 110 * us, WriteLatency: 60 * us, LatencyCV: 0.3, Channels: 48,
			ReadBandwidth: 3000 * mb, WriteBandwidth: 1500 * mb, WriteCache: Protected, FileSystem: Ext4, AtomicWrite: 4 * kib,
		}},
}
