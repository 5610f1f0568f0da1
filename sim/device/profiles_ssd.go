package device

import "github.com/innosim/innosim/sim"

// nand is an SSD by its data sheet and measurements.
type nand struct {
	read, write         sim.Duration // of one request alone
	readIOPS            float64      // of 4 KiB, thousands
	readRate, writeRate float64      // MB/s, sequential
	dies                int
	amplification       float64 // of 16 KiB pages, when the device has been full for long
}

const thousand = 1e3

// The times and sizes of TLC flash are those of MQSim's default set, with four planes a die. Reads at a time follow from
// Little's law. A device is taken as steady: write-amplification = 1 makes it a fresh one.
func (n nand) config() Config {
	return Config{
		ReadLatency: n.read, WriteLatency: n.write, LatencyCV: 0.3,
		Channels:      int(float64(n.readIOPS*thousand*n.read.Seconds()) + 0.5),
		ReadBandwidth: n.readRate * mb, WriteBandwidth: n.writeRate * mb,
		WriteCache: Protected, CacheSize: 32 * mib, SustainedWrite: n.writeRate * mb,
		Dies: n.dies, ProgramTime: 700 * us, ProgramSize: 64 * kib, ProgramSuspend: 100 * us,
		EraseTime: 3800 * us, EraseSize: 16 * mib, EraseSuspend: 700 * us, WriteAmplification: n.amplification,
		FileSystem: Ext4, AtomicWrite: 4 * kib,
	}
}

// sata adds the link and the command queue of SATA, over which a flush is a round trip.
func sata(c Config) Config {
	c.Bandwidth, c.ReadBandwidth, c.WriteBandwidth = 500*mb, 0, 0
	c.FlushLatency, c.CacheSize = 80*us, 16*mib
	return sataQueue(c)
}

// sataQueue is the command queue of SATA: 32 reads and writes, and a flush that is not queued and runs alone; the host has
// two requests for each place of it. Source: Linux 6.8, drivers/ata/libata-core.c (ata_std_qc_defer), block/blk-mq-sched.c
// (blk_mq_init_sched: nr_requests).
func sataQueue(c Config) Config {
	c.QueueDepth, c.HostQueue, c.FlushExclusive, c.FlushSerial, c.NoFUA = 32, 64, true, false, true
	return c
}

// optane is a medium that is written in place: no cache, no erasing, reads that writes do not disturb.
func optane(read, write sim.Duration, channels int, readRate, writeRate float64) Config {
	return Config{
		ReadLatency: read, WriteLatency: write, LatencyCV: 0.1, Channels: channels,
		ReadBandwidth: readRate * mb, WriteBandwidth: writeRate * mb, FileSystem: Ext4, AtomicWrite: 4 * kib,
	}
}

// serverProfiles are SSDs for servers: their write caches survive a power cut, so that they report none and are sent no
// flush. Write amplification 3 is for little spare space (read-intensive models), 2 for more (mixed use).
var serverProfiles = []Profile{
	{Name: "intel-p4500-1t", Title: "Intel SSD DC P4500, 1 TB", Source: "data sheet, Lenovo Press", Date: "2017-08",
		Confidence: Derived, base: nand{85 * us, 20 * us, 280, 3200, 600, 32, 3}.config()},
	{Name: "intel-p4500-2t", Title: "Intel SSD DC P4500, 2 TB", Source: "data sheet, Lenovo Press; write rate between those of 1 and 4 TB",
		Date: "2017-08", Confidence: Derived, base: nand{85 * us, 20 * us, 490, 3200, 1050, 32, 3}.config()},
	{Name: "intel-p4500-4t", Title: "Intel SSD DC P4500, 4 TB", Source: "data sheet, Lenovo Press", Date: "2017-08",
		Confidence: Derived, base: nand{115 * us, 20 * us, 645, 3200, 1800, 64, 3}.config()},
	{Name: "intel-p4510-4t", Title: "Intel SSD DC P4510, 4 TB", Source: "data sheet from general knowledge; AnandTech 13704",
		Date: "2018-12", Confidence: Estimated, base: nand{77 * us, 18 * us, 637, 3100, 2900, 96, 2.5}.config()},
	{Name: "intel-p4610-3t", Title: "Intel SSD DC P4610, 3.2 TB", Source: "data sheet from general knowledge",
		Date: "2018-12", Confidence: Estimated, base: nand{77 * us, 18 * us, 640, 3200, 3000, 96, 2}.config()},
	{Name: "intel-p3700", Title: "Intel SSD DC P3700, 800 GB", Source: "AnandTech 11209: 78 us alone, 167k reads/s with 16 in flight",
		Date: "2017-11", Confidence: Measured, base: nand{78 * us, 18 * us, 450, 2800, 1900, 64, 2}.config()},
	{Name: "micron-9100-max", Title: "Micron 9100 MAX, 2.4 TB", Source: "AnandTech 11209: 108 us alone, 136k reads/s with 16 in flight",
		Date: "2017-11", Confidence: Measured, base: nand{108 * us, 20 * us, 750, 3000, 2000, 64, 2}.config()},
	{Name: "intel-d7-p5500", Title: "Intel SSD D7-P5500", Source: "press material 2020; latencies from general knowledge",
		Date: "2020-06", Confidence: Derived, base: nand{80 * us, 15 * us, 1000, 7000, 4300, 128, 3}.config()},
	{Name: "intel-d7-p5600", Title: "Intel SSD D7-P5600", Source: "press material 2020; latencies from general knowledge",
		Date: "2020-06", Confidence: Derived, base: nand{80 * us, 15 * us, 1000, 7000, 4300, 128, 2}.config()},
	{Name: "samsung-pm9a3", Title: "Samsung PM9A3, U.2", Source: "heise, ComputerBase; latencies from general knowledge",
		Date: "2021-02", Confidence: Derived, base: nand{80 * us, 18 * us, 950, 6500, 3500, 128, 3}.config()},
	{Name: "samsung-pm9a3-m2", Title: "Samsung PM9A3, M.2", Source: "heise, ComputerBase; latencies from general knowledge",
		Date: "2021-02", Confidence: Derived, base: nand{80 * us, 18 * us, 950, 4500, 1800, 64, 3}.config()},
	{Name: "samsung-pm1733", Title: "Samsung PM1733, 3.84 TB", Source: "general knowledge", Date: "2020-01",
		Confidence: Estimated, base: nand{90 * us, 20 * us, 1500, 7000, 3800, 128, 3}.config()},
	{Name: "intel-s4500", Title: "Intel SSD DC S4500, SATA", Source: "data sheet: 72k reads/s, 33k writes/s, 21k of 8 KiB",
		Date: "2017-10", Confidence: Documented, base: sata(nand{110 * us, 52 * us, 72, 500, 490, 32, 3}.config())},
	{Name: "intel-s4600", Title: "Intel SSD DC S4600, SATA", Source: "data sheet: 72k reads/s, 65k writes/s, 40k of 8 KiB",
		Date: "2017-10", Confidence: Documented, base: sata(nand{110 * us, 52 * us, 72, 500, 490, 32, 1.5}.config())},
	{Name: "intel-s3700", Title: "Intel SSD DC S3700, SATA", Source: "general knowledge", Date: "2012-11",
		Confidence: Estimated, base: sata(nand{50 * us, 65 * us, 75, 500, 460, 32, 1.5}.config())},
	{Name: "optane-p5800x", Title: "Intel Optane P5800X", Source: "KitGuru; limits from general knowledge", Date: "2021-07",
		Confidence: Estimated, base: optane(6*us, 6*us, 9, 7200, 6200)},
	{Name: "optane-905p", Title: "Intel Optane 900P/905P", Source: "treeru, KitGuru, AnandTech 11953: 11 us, saturated with 8 in flight",
		Date: "2018-05", Confidence: Measured, base: optane(11*us, 11*us, 6, 2500, 2000)},
}
