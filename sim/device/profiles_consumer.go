package device

import "github.com/innosim/innosim/sim"

// consumer is an SSD without protection against power cuts: a flush writes its cache out and holds up other writes. The
// part of the flash that is written as SLC first is left out: the rate is that after it.
// Rates are in MB/s: reading, writing into the cache, draining it.
func consumer(read, write, flush sim.Duration, rates [3]float64) Config {
	n := nand{read, write, 0, rates[0], rates[1], 32, 2}.config()
	n.Channels, n.LatencyCV, n.FlushLatency, n.FlushSerial = 48, 0.5, flush, true
	n.WriteCache, n.CacheSize, n.SustainedWrite = Volatile, 64*mib, rates[2]*mb
	return n
}

// consumerProfiles are SSDs of desktops and laptops.
var consumerProfiles = []Profile{
	{Name: "samsung-990-pro", Title: "Samsung 990 Pro, 2 TB", Date: "2026-01", Confidence: Measured,
		Source: "Tanel Poder 2025-05: write and fdatasync 1.64 ms on XFS; Small Datum 2026-01: 2.78 ms on ext4",
		base:   consumer(50*us, 15*us, 2000*us, [3]float64{7400, 6900, 1500})},
	{Name: "crucial-t500", Title: "Crucial T500", Date: "2026-01", Confidence: Measured,
		Source: "Small Datum 2026-01: write of 16 KiB and fdatasync 0.45 ms, fsync 0.89 ms on ext4",
		base:   consumer(55*us, 15*us, 420*us, [3]float64{7300, 6800, 1500})},
	{Name: "samsung-960-pro", Title: "Samsung 960 Pro", Date: "2018-07", Confidence: Measured,
		Source: "Percona blog 2018-07-18: fsync 3.5 ms, 50k writes/s without",
		base:   consumer(60*us, 20*us, 3400*us, [3]float64{3500, 2100, 1500})},
	{Name: "samsung-970-evo-plus", Title: "Samsung 970 EVO Plus", Date: "2019-01", Confidence: Derived,
		Source: "flush by analogy with 960 and 980; KitGuru, Hajnoczi 2020 for writes",
		base:   consumer(60*us, 17*us, 2000*us, [3]float64{3500, 3300, 1200})},
	{Name: "samsung-980", Title: "Samsung 980, without DRAM", Date: "2023-01", Confidence: Measured,
		Source: "igene 2023: write and flush 1.74 ms, the write 16 to 21 us; data sheet: 17k reads/s and 54k writes/s alone",
		base:   consumer(59*us, 18*us, 1700*us, [3]float64{3500, 3000, 500})},
	{Name: "samsung-980-pro", Title: "Samsung 980 Pro, 1 TB", Date: "2020-09", Confidence: Derived,
		Source: "flush by analogy with 960, 980 and 990; TechPowerUp: 1.5 GB/s after 113 GB",
		base:   consumer(50*us, 16*us, 2000*us, [3]float64{7000, 5000, 1500})},
	{Name: "samsung-860-evo", Title: "Samsung 860 EVO, SATA", Date: "2018-01", Confidence: Estimated,
		Source: "general knowledge", base: sataConsumer(consumer(95*us, 40*us, 2500*us, [3]float64{550, 520, 300}))},
	{Name: "hynix-oem", Title: "SK hynix NVMe of a laptop", Date: "2025-01", Confidence: Measured,
		Source: "public research note: write of 4 KiB and flush 0.45 ms one day, 1.7 to 1.9 ms another",
		base:   consumer(70*us, 20*us, 1000*us, [3]float64{3500, 2500, 800})},
	{Name: "apple-ssd", Title: "SSD of an Apple laptop, full flush", Date: "2025-01", Confidence: Derived,
		Source: "public research note: full flush 3 to 20 ms", base: consumer(80*us, 25*us, 8000*us, [3]float64{3000, 3000, 1500})},
}

// sataConsumer is consumer over SATA.
func sataConsumer(c Config) Config {
	flush := c.FlushLatency
	c = sata(c)
	c.FlushLatency = flush
	return c
}
