package engine

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/innosim/innosim/bufferpool/extension"
	"github.com/innosim/innosim/sim"
)

// Validate reports every fault of the configuration that the parts cannot report themselves.
func (c *Config) Validate() error {
	var errs []error
	if len(c.Workload) == 0 {
		errs = append(errs, errors.New("workload: none given"))
	}
	for i := range c.Workload {
		errs = append(errs, c.Workload[i].Options.Validate())
	}
	if c.Host.CPUs < 1 {
		errs = append(errs, fmt.Errorf("cpus = %d: allowed is 1 or more", c.Host.CPUs))
	}
	if c.ReportInterval <= 0 {
		errs = append(errs, fmt.Errorf("report-interval = %v: allowed is above 0", c.ReportInterval))
	}
	if s := &c.Settings; s.PageSize > 0 && s.BufferPoolSize/s.PageSize < int64(s.BufferPoolInstances)*minFrames {
		errs = append(errs, fmt.Errorf("innodb_buffer_pool_size = %d: %d instances need at least %d pages each",
			s.BufferPoolSize, s.BufferPoolInstances, minFrames))
	}
	if c.Time <= 0 && c.lastPhaseIsOpen() {
		errs = append(errs, errors.New("time: the run would not end; give a time or a number of events"))
	}
	errs = append(errs, c.Devices.Data.Validate())
	if c.Devices.Extension != nil && c.Settings.PageSize > 0 {
		o := c.extensionOptions()
		if o.Validate() != nil {
			errs = append(errs, fmt.Errorf("device.extension.size = %d: allowed is %d or more", c.Devices.Extension.Size,
				extension.LeastPages*c.Settings.PageSize))
		}
	}
	return errors.Join(errs...)
}

// minFrames is what an instance needs to work at all: innodb_buffer_pool_size is at least 5 MiB, 320 pages.
const minFrames = 320

func (c *Config) lastPhaseIsOpen() bool {
	if len(c.Workload) == 0 {
		return false
	}
	p := &c.Workload[len(c.Workload)-1]
	return p.Time <= 0 && p.events() == 0
}

// events is the number of transactions after which the phase ends, as asked for or as the script has; 0: none.
func (p *Phase) events() uint64 {
	if p.Events > 0 {
		return p.Events
	}
	return p.Transactions()
}

// maxThreads is the largest number of clients that any phase or line of the timeline asks for.
func (c *Config) maxThreads() int {
	n := 1
	for i := range c.Workload {
		n = max(n, c.Workload[i].Threads)
	}
	for _, ch := range c.Timeline {
		if ch.Variable == "threads" {
			if v, err := strconv.Atoi(ch.Value); err == nil {
				n = max(n, v)
			}
		}
	}
	return n
}

// tables is the largest number of tables of any phase; bulk_insert has one a client.
func (c *Config) tables() int {
	n := 1
	for i := range c.Workload {
		w := &c.Workload[i]
		n = max(n, w.Tables)
	}
	return n
}

// loadedRows is the number of rows of each table at the start.
func (c *Config) loadedRows() uint64 {
	if c.Workload[0].Empty() {
		return 1
	}
	return c.Workload[0].TableSize
}

// measures reports whether phase i belongs to the measured window: those marked, or the last when none is.
func (c *Config) measures(i int) bool {
	if i >= len(c.Workload) {
		return false
	}
	for j := range c.Workload {
		if c.Workload[j].Measured {
			return c.Workload[i].Measured
		}
	}
	return i == len(c.Workload)-1
}

// pageCache is the memory that the host has left for its page cache.
func (c *Config) pageCache() int64 {
	return max(0, c.Host.Memory-c.Settings.BufferPoolSize*11/10)
}

// simulatedEnd is the time at which the run ends at the latest.
func (c *Config) simulatedEnd() sim.Time { return sim.Time(c.Warmup + c.Time) }
