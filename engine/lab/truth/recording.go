package truth

import (
	"bufio"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/sim"
)

//go:embed recording.cnf
var recordingCommon embed.FS

// Observation is the state of a server at one time, as SHOW GLOBAL STATUS tells it.
type Observation struct {
	At      float64 // seconds since the load began
	LSN     float64 // bytes
	Age     float64 // checkpoint age, bytes
	Dirty   float64 // pages
	Flushed float64 // pages since the start of the server, in batches: without those of clients
	Commits float64 // since the start of the server
}

// Recording is a run of a real server that was watched once a second.
type Recording struct {
	Name     string
	Config   engine.Config // the same run on the model
	Measured []Observation // from the beginning of the load on
}

// LoadRecordings reads a file of recordings, one JSON object a line. Options change every one.
func LoadRecordings(fsys fs.FS, file string, opts ...scenario.Option) ([]*Recording, error) {
	f, err := fsys.Open(file)
	if err != nil {
		return nil, scenario.Faults{{File: file, Text: "cannot be read"}}
	}
	defer f.Close()
	var all []*Recording
	var errs []error
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxRecording)
	for no := 1; lines.Scan(); no++ {
		if len(strings.TrimSpace(lines.Text())) == 0 {
			continue
		}
		r, err := readRecording(lines.Bytes(), opts)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", file, no, err))
			continue
		}
		all = append(all, r)
	}
	return all, errors.Join(append(errs, lines.Err())...)
}

// maxRecording is the longest line of a file of recordings, in bytes.
const maxRecording = 16 << 20

// recordingJSON is one line of the file.
type recordingJSON struct {
	Name    string             `json:"name"`
	Device  map[string]float64 `json:"device_params"`
	Config  map[string]any     `json:"cfg"`
	Threads int                `json:"threads"`
	Test    string             `json:"test"`
	Keys    []string           `json:"keys"`
	Rows    [][]float64        `json:"rows"`
	TPS     []float64          `json:"tps"` // of each second of the load generator
}

// readRecording makes a recording of one line.
func readRecording(line []byte, opts []scenario.Option) (*Recording, error) {
	var j recordingJSON
	if err := json.Unmarshal(line, &j); err != nil {
		return nil, err
	}
	seen, err := j.observations()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.Name, err)
	}
	begin, length := j.load(seen)
	for i := range seen {
		seen[i].At -= begin
	}
	seen = slices.DeleteFunc(seen, func(o Observation) bool { return o.At < 0 })
	if len(seen) < minObservations {
		return nil, fmt.Errorf("%s: %d rows under load, %d are needed", j.Name, len(seen), minObservations)
	}
	r := &Recording{Name: j.Name, Measured: seen}
	sc, err := scenario.Parse(recordingCommon, "recording.cnf", append(j.settings(), opts...)...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.Name, err)
	}
	r.Config = sc.Config
	r.run(length)
	return r, nil
}

// minObservations is how many rows a recording needs to be cut into thirds.
const minObservations = 9

// columns are the server's counters that an observation needs, with the time in seconds first.
var columns = [...]string{
	"t", "Innodb_redo_log_current_lsn", "Innodb_redo_log_checkpoint_lsn", "Innodb_buffer_pool_pages_dirty",
	"Innodb_buffer_pool_pages_flushed", "Com_commit",
}

// observations picks the columns out of the rows.
func (j *recordingJSON) observations() ([]Observation, error) {
	var at [len(columns)]int
	for i, name := range columns {
		if at[i] = slices.Index(j.Keys, name); at[i] < 0 {
			return nil, fmt.Errorf("no column %s", name)
		}
	}
	last := slices.Max(at[:])
	out := make([]Observation, len(j.Rows))
	for i, row := range j.Rows {
		if len(row) <= last {
			return nil, fmt.Errorf("row %d has %d of %d columns", i+1, len(row), len(j.Keys))
		}
		out[i] = Observation{
			At: row[at[0]], LSN: row[at[1]], Age: row[at[1]] - row[at[2]],
			Dirty: row[at[3]], Flushed: row[at[4]], Commits: row[at[5]],
		}
	}
	return out, nil
}

// settings are the recording's device, server variables and load as a scenario's.
func (j *recordingJSON) settings() []scenario.Option {
	opts := []scenario.Option{
		scenario.WithSet("workload", j.Test), scenario.WithSet("threads", fmt.Sprint(j.Threads)),
	}
	keys := map[string]string{ // of the recording, and the scenario's with the unit
		"read_us": "read-latency us", "write_us": "write-latency us", "flush_us": "flush-latency us",
		"cv": "latency-cv ", "channels": "channels ", "iops": "iops ", "iop_bytes": "iops-unit ",
		"mbps": "bandwidth MB/s",
	}
	for _, name := range slices.Sorted(maps.Keys(j.Device)) {
		key, unit, _ := strings.Cut(keys[name], " ")
		opts = append(opts, scenario.WithSet("device.data."+key, fmt.Sprint(j.Device[name])+unit))
	}
	for _, name := range slices.Sorted(maps.Keys(j.Config)) {
		opts = append(opts, scenario.WithSet(name, fmt.Sprint(j.Config[name])))
	}
	return opts
}

// started is the rate of the first second that counts as load, transactions per second: sysbench reports
// seconds of none, or of a few, while its connections are set up.
const started = 10

// load finds when the load began, on the clock of the rows, and how long it lasted, in seconds. The load
// generator's clock is another one: it is set so that its transactions add up to the server's commits.
func (j *recordingJSON) load(seen []Observation) (begin, length float64) {
	sum := make([]float64, len(j.TPS)+1)
	for i, v := range j.TPS {
		sum[i+1] = sum[i] + v
	}
	var shifts []float64
	for _, o := range seen {
		if i, ok := slices.BinarySearch(sum, o.Commits); o.Commits > 0 && i < len(sum) && !ok {
			part := (o.Commits - sum[i-1]) / (sum[i] - sum[i-1])
			shifts = append(shifts, o.At-float64(i-1)-part)
		}
	}
	idle := slices.IndexFunc(j.TPS, func(v float64) bool { return v >= started })
	if len(shifts) == 0 || idle < 0 {
		return 0, float64(len(j.TPS))
	}
	return quantile(shifts, 0.5) + float64(idle), float64(len(j.TPS) - idle)
}

// run gives the configuration the length of the recording; a load that ends earlier leaves the server idle.
func (r *Recording) run(length float64) {
	c := &r.Config
	c.Warmup, c.Until = 0, 0
	end := r.Measured[len(r.Measured)-1].At
	c.Time = sim.Duration(end*1e9) + sim.Second
	if length < end {
		c.Timeline = append(c.Timeline, engine.Change{
			At: sim.Time(length * 1e9), Action: "set", Variable: "threads", Value: "0",
		})
	}
}
