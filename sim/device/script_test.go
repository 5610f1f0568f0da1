package device

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
	"github.com/innosim/innosim/sim/unit"
)

// script is a host in a golden file. Commands:
//
//	host [cpus=2] [wakeup=15us] [memory=1G]      a new host, with key = value lines of its device
//	open                                         lines: name mode [size [unwritten]]
//	run [raw]                                    lines: time, read|write|sync|datasync, file, [offset bytes],
//	                                             [cpu=10us]; prints every completion; raw: asynchronous
//	metrics                                      what the device and the journal counted
type script struct {
	k     *sim.Kernel
	dev   *Device
	files *Files
	ids   map[string]FileID
	out   *sink
	lines []string // of the run
	begin []sim.Time
	waits *stat.WaitClock
}

func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		s := &script{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "host":
				return s.host(t, d)
			case "open":
				return s.open(t, d)
			case "run":
				return s.run(t, d)
			case "metrics":
				return s.metrics()
			case "validate":
				return validate(d)
			}
			t.Fatalf("unknown command %s", d.Cmd)
			return ""
		})
	})
}

func (s *script) host(t *testing.T, d *datadriven.TestData) string {
	cpus, wakeup, memory := 2, "0s", "1G"
	d.MaybeScanArgs(t, "cpus", &cpus)
	d.MaybeScanArgs(t, "wakeup", &wakeup)
	d.MaybeScanArgs(t, "memory", &memory)
	c, err := parse(d.Input)
	require.NoError(t, err)
	require.NoError(t, c.Validate())
	s.k = sim.New()
	s.waits = stat.NewWaitClock(100)
	late, err := unit.ParseDuration(wakeup)
	require.NoError(t, err)
	bytes, err := unit.ParseBytes(memory)
	require.NoError(t, err)
	cpu := queue.NewCPU(s.k, queue.CPUOptions{CPUs: cpus, ThreadsPerCore: 1, Factor: 1, Share: 1}, s.waits)
	s.files = NewFiles(s.k, FilesOptions{Memory: int64(bytes), Waits: s.waits, CPU: cpu, Wakeup: late})
	s.dev = New(s.k, "data", c, 1)
	s.out = newSink(s.k)
	s.ids = map[string]FileID{}
	return ""
}

func parse(text string) (Config, error) {
	var c Config
	for _, line := range strings.Split(text, "\n") {
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		if err := c.Set(strings.TrimSpace(key), value); err != nil {
			return c, err
		}
	}
	return c, nil
}

func validate(d *datadriven.TestData) string {
	c, err := parse(d.Input)
	if err == nil {
		err = c.Validate()
	}
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, kv := range c.Canonical() {
		fmt.Fprintf(&b, "%s = %s\n", kv.Key, kv.Value)
	}
	return b.String()
}

func (s *script) open(t *testing.T, d *datadriven.TestData) string {
	modes := map[string]Mode{"buffered": Buffered, "direct": Direct, "dsync": DSync}
	for _, line := range strings.Split(d.Input, "\n") {
		w := strings.Fields(line)
		id := s.files.Open(w[0], s.dev, modes[w[1]])
		s.ids[w[0]] = id
		if len(w) > 2 {
			size, err := unit.ParseBytes(w[2])
			require.NoError(t, err)
			s.files.Allocate(id, int64(size), len(w) == 3)
		}
	}
	return ""
}

func (s *script) run(t *testing.T, d *datadriven.TestData) string {
	var b strings.Builder
	s.lines = strings.Split(d.Input, "\n")
	s.begin = make([]sim.Time, len(s.lines))
	raw := d.HasArg("raw")
	start := s.k.Now()
	s.out.next = func(k *sim.Kernel, ev sim.Event) {
		if ev.Kind == 1 {
			s.start(t, s.lines[ev.Ref], ev.Ref, raw)
			return
		}
		fmt.Fprintf(&b, "%-9v %s", k.Now().Sub(start), s.lines[ev.Ref])
		if !raw {
			total := s.waits.Close(ev.Ref, k.Now())
			require.Equal(t, k.Now().Sub(s.begin[ev.Ref]), sum(total), "time is conserved")
			b.WriteString(waited(total))
			s.waits.Reset(ev.Ref, k.Now())
		}
		b.WriteByte('\n')
	}
	for i, line := range s.lines {
		at, err := unit.ParseDuration(strings.Fields(line)[0])
		require.NoError(t, err)
		s.k.After(at, sim.Wake{To: s.out.id, Kind: 1, Ref: uint32(i)})
	}
	for s.k.Pending() > 0 {
		s.k.Run(s.k.Now().Add(sim.Second), 0)
	}
	require.NoError(t, s.files.Check())
	return b.String()
}

func sum(total []sim.Duration) (all sim.Duration) {
	for _, d := range total {
		all += d
	}
	return all
}

const testWait sim.Wait = 17

func waited(total []sim.Duration) string {
	out := ""
	for _, c := range []struct {
		name string
		wait sim.Wait
	}{{"io", testWait}, {"wakeup", sim.WaitWakeup}, {"queue", sim.WaitRunQueue}, {"cpu", sim.WaitCPU}} {
		if total[c.wait] > 0 {
			out += fmt.Sprintf(" %s=%v", c.name, total[c.wait])
		}
	}
	return " →" + out
}

func (s *script) start(t *testing.T, line string, ref uint32, raw bool) {
	w := strings.Fields(line)
	c := Call{File: s.ids[w[2]], Wait: testWait}
	switch w[1] {
	case "read":
		c.Op = Read
	case "write":
		c.Op = Write
	default:
		c.Op, c.Data = Flush, w[1] == "datasync"
	}
	w = w[3:]
	if c.Op != Flush {
		off, err := unit.ParseBytes(w[0])
		require.NoError(t, err)
		n, err := unit.ParseBytes(w[1])
		require.NoError(t, err)
		c.Offset, c.Bytes = int64(off), uint32(n)
		w = w[2:]
	}
	if len(w) > 0 {
		cpu, err := unit.ParseDuration(strings.TrimPrefix(w[0], "cpu="))
		require.NoError(t, err)
		c.CPU = cpu
	}
	s.waits.Reset(ref, s.k.Now())
	s.begin[ref] = s.k.Now()
	s.send(c, ref, raw)
}

func (s *script) send(c Call, ref uint32, raw bool) {
	done := s.out.wake(ref)
	switch {
	case !raw:
		s.files.Call(s.k, c, done)
	case c.Op == Read:
		s.files.Read(s.k, c.File, c.Offset, c.Bytes, done)
	case c.Op == Write:
		s.files.Write(s.k, c.File, c.Offset, c.Bytes, done)
	default:
		s.files.Sync(s.k, c.File, c.Data, done)
	}
}

func (s *script) metrics() string {
	var b strings.Builder
	m := s.dev.Metrics()
	for op, o := range m.Ops {
		fmt.Fprintf(&b, "%-6v count=%d bytes=%s merged=%d time=%v\n",
			Op(op), o.Count, unit.FormatBytes(unit.Bytes(o.Bytes)), o.Merged, o.Time)
	}
	fmt.Fprintf(&b, "busy=%v in-flight=%v\n", m.Busy, m.InFlight)
	for c, w := range m.Waits {
		if w.Count > 0 {
			fmt.Fprintf(&b, "waited for %v: %d times, %v\n", Cause(c), w.Count, w.Time)
		}
	}
	if j := s.files.Journal(s.dev); j.Commits > 0 {
		fmt.Fprintf(&b, "journal: %d commits for %d callers, %v\n", j.Commits, j.Callers, j.Time)
	}
	return b.String()
}
