package scenario

import (
	"math"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/rng"
)

// ownKeys are what is drawn for sections of our own: usual values and extreme ones. Half of the lines are left out.
const ownKeys = `
innosim warmup           0 0 50ms auto
innosim time             100ms 300ms
innosim report-interval  10ms 100ms 1s
innosim prepare-rand-type special uniform zipfian
innosim io-mutexes       1 1 4
innosim percentile       1 95 100
innosim seed             0 1 18446744073709551615
host    cpus             1 2 8 64 4096
host    threads-per-core 1 2 8
host    smt-gain         0 0.3 1
host    memory           256M 4G 64G 1024T
host    cpu-factor       0.01 0.5 1 100
host    cpu-share        0.01 0.5 1
host    cpu-burst        0 10ms 1h
host    wakeup           0 15us 100ms
host    client           local remote
host    rtt              0 150us 50ms
host    semisync-rtt     0 1ms
host    crowding         0 0.2 10
host    vm-iops          0 10 30000
host    vm-bandwidth     0 1MB/s 1GB/s
device  size             1G 100G 16T
device  read-latency     0 100ns 80us 10ms
device  write-latency    0 100ns 30us 50ms
device  flush-latency    0 1us 2ms 100ms
device  latency-cv       0 0.4 3
device  channels         0 1 64 100000
device  queue-depth      0 1 32
device  host-queue       0 1 1023
device  iops             1 100 3000 1e9
device  read-iops        10 100000
device  write-iops       10 100000
device  iops-unit        0 4K 16K 256K
device  bandwidth        100KB/s 125MB/s 1000GB/s
device  burst-iops       3000
device  burst-credits    1 100K
device  cap-window       0 1ms 1s
device  flush-serial     on off
device  flush-exclusive  on off
device  atomic-write     0 4K 16K 64K
device  write-cache      none protected volatile
device  cache-size       0 1M 64M
device  sustained-write  1MB/s 500MB/s
device  filesystem       none ext4 xfs
device  fua              on off
workload threads         1 2 16 100 1000
workload rand-type       uniform special pareto zipfian gaussian
workload rate            0 0 1 1000 1000000
workload think-time      0 0 1ms 10s
workload range-size      1 100
workload skip-trx        on off
workload range-selects   on off
workload index-updates   0 1 20
workload point-selects   0 1 100
workload delete-inserts  0 1 5
workload simple-ranges   0 1 10
workload rand-zipfian-exp 0.8 1.2
workload rand-pareto-h   0.01 0.2 0.9
workload events          0 0 1 100
`

// lines of the timeline, one of which may be drawn.
const randomTimeline = `
50ms = set threads = 1
50ms = set threads = 0
60ms = crash
60ms = kill
70ms = restart
40ms = set device.data.iops = 10
40ms = set device.data.write-latency = 100ms
40ms = set innodb_io_capacity = 100
40ms = set sync_binlog = 0
40ms = set innodb_flush_log_at_trx_commit = 2
40ms = set innodb_redo_log_capacity = 8M
40ms = set innodb_lock_wait_timeout = 1
`

// randomText is a scenario of random parts.
func randomText(seed uint64) string {
	s := rng.New(seed, "test.random", 0)
	pick := func(all ...string) string { return all[s.Uint32n(uint32(len(all)))] }
	row := profile.Rows()[s.Uint32n(uint32(len(profile.Rows())))]
	var b strings.Builder
	b.WriteString("[innosim]\nserver = " + row.Name + "\nstart = " +
		pick("cold", "cold", "loaded", "loaded", "loaded", "loaded", "warm") + "\n" + randomKeys(&s, "innosim", 2))
	if s.Uint32n(8) == 0 {
		b.WriteString("modifiers = " + pick(modifierNames()...) + "\n")
	}
	b.WriteString("[host]\n")
	if s.Uint32n(2) == 0 {
		b.WriteString("profile = " + pick(hostNames()...) + "\n")
	}
	b.WriteString(randomKeys(&s, "host", 4))
	for i, role := range [...]string{"data", "redo", "binlog", "doublewrite", "extension"} {
		if i == 0 || s.Uint32n(6) == 0 {
			b.WriteString("[device." + role + "]\n")
			if all := device.Profiles(); s.Uint32n(3) > 0 {
				b.WriteString("profile = " + all[s.Uint32n(uint32(len(all)))].Name + "\nsize = 500G\n")
			}
			b.WriteString(randomKeys(&s, "device", 6))
		}
	}
	b.WriteString("[workload]\nscript = " + pick(workload.Scripts()...) + "\ntables = " + pick("1", "2", "8", "100") +
		"\ntable-size = " + pick("1", "2", "100", "1000", "10000", "50000") + "\n" + randomKeys(&s, "workload", 2))
	if s.Uint32n(4) == 0 {
		lines := strings.Split(strings.TrimSpace(randomTimeline), "\n")
		b.WriteString("[timeline]\n" + pick(lines...) + "\n" + pick(lines...) + "\n")
		for range 3 {
			v := row.Variables()[s.Uint32n(uint32(len(row.Variables())))]
			b.WriteString("30ms = set " + v.Name + " = " + randomValue(&s, row, v) + "\n")
		}
	}
	b.WriteString("[mysqld]\n" + randomVariables(&s, row))
	return b.String()
}

// randomKeys draws lines of a section; one in `of` of them is given.
func randomKeys(s *rng.Stream, section string, of uint32) string {
	text := ""
	for line := range strings.Lines(strings.TrimSpace(ownKeys)) {
		f := strings.Fields(line)
		value := f[2+s.Uint32n(uint32(len(f)-2))]
		if s.Uint32n(of) == 0 && f[0] == section {
			text += f[1] + " = " + value + "\n"
		}
	}
	return text
}

// randomVariables draws variables of the row: few or many, with usual values or extreme ones.
func randomVariables(s *rng.Stream, row profile.Profile) string {
	text, of := "", 1+s.Uint32n(12)
	for _, v := range row.Variables() {
		value := randomValue(s, row, v)
		if s.Uint32n(of) == 0 && v.Name != "innodb_page_size" { // others are not modelled
			text += v.Name + " = " + value + "\n"
		}
	}
	return text
}

// largest keeps pools and logs small enough for a test.
const largest = 1 << 31

func randomValue(s *rng.Stream, row profile.Profile, v profile.Variable) string {
	switch v.Kind {
	case profile.Bool:
		return []string{"ON", "OFF", "0", "1"}[s.Uint32n(4)]
	case profile.Base:
		return []string{"binlog", "OFF"}[s.Uint32n(2)]
	case profile.Enum:
		return v.Values[s.Uint32n(uint32(len(v.Values)))]
	}
	lo, hi := v.Min, min(v.Max, largest)
	usual, err := strconv.ParseFloat(row.Default(v), 64)
	if err != nil {
		usual = lo
	}
	x := [...]float64{lo, lo + 1, hi, v.Max, usual, usual / 2, 2 * usual, math.Sqrt(max(lo, 1) * hi), math.Trunc(hi / 3), -1, lo - 1}[s.Uint32n(11)]
	if v.Kind == profile.Size && x > largest {
		x = largest
	}
	if v.Kind != profile.Real {
		x = math.Trunc(x)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
