package engine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
)

// change applies the next line of the timeline, and plans the one after it.
func (e *Engine) change(k *sim.Kernel) {
	line := e.cfg.Timeline[e.run.change]
	e.run.change++
	if n := e.run.change; n < len(e.cfg.Timeline) {
		next := e.cfg.Timeline[n].At
		k.At(max(next, k.Now()), sim.Wake{To: e.id, Kind: evChange})
	}
	if line.Action != "set" {
		e.outage(k, line.Action)
		return
	}
	if err := e.set(k, line.Variable, line.Value); err != nil {
		e.meter.warnings = append(e.meter.warnings, fmt.Sprintf("%v: %v", line.At, err))
	}
}

// Apply is SET GLOBAL at this moment of a live run. The change is appended to the timeline, so that the run
// can be repeated from its text.
func (e *Engine) Apply(variable, value string) error {
	if err := e.set(e.k, variable, value); err != nil {
		return err
	}
	e.cfg.Timeline = append(e.cfg.Timeline, Change{At: e.k.Now(), Action: "set", Variable: variable, Value: value})
	e.run.change = len(e.cfg.Timeline)
	return nil
}

// set changes a server variable, the number of clients, the offered rate, or a key of a device.
func (e *Engine) set(k *sim.Kernel, name, value string) error {
	switch {
	case name == "threads":
		return e.setThreads(k, value)
	case name == "rate":
		return e.setRate(k, value)
	case strings.HasPrefix(name, "device."):
		return e.setDevice(strings.TrimPrefix(name, "device."), value)
	}
	s := e.settings
	if _, err := profile.Set(e.cfg.Profile, &s, name, value); err != nil {
		return err
	}
	if s.ThreadSleepDelay != e.settings.ThreadSleepDelay {
		e.gate.delay = s.ThreadSleepDelay
	}
	e.keepsTimeout(s.LockWaitTimeout, e.settings.LockWaitTimeout)
	e.settings = s
	e.log.SetKnobs(k, e.redoKnobs())
	e.pool.SetKnobs(e.poolKnobs())
	e.cleaner.SetKnobs(e.flushKnobs())
	if e.binlog != nil {
		e.binlog.SetKnobs(e.binlogKnobs())
	}
	return nil
}

func (e *Engine) setThreads(k *sim.Kernel, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > len(e.clients) {
		return fmt.Errorf("threads = %s: allowed is 0 … %d", value, len(e.clients))
	}
	e.run.threads = n
	if e.run.arrivals.rate > 0 {
		return nil // clients are woken by arrivals
	}
	for th := range n {
		e.kick(k, uint32(th))
	}
	return nil
}

func (e *Engine) setRate(k *sim.Kernel, value string) error {
	r, err := strconv.ParseFloat(value, 64)
	if err != nil || !(r > 0) {
		return fmt.Errorf("rate = %s: allowed is above 0 transactions per second", value)
	}
	if e.run.arrivals.rate == 0 {
		return fmt.Errorf("rate = %s: the workload is a closed loop; give it a rate from the start", value)
	}
	e.run.arrivals.rate = r
	return nil
}

// setDevice changes one key of a device: "data.iops".
func (e *Engine) setDevice(name, value string) error {
	role, key, _ := strings.Cut(name, ".")
	for i := range e.devices {
		if d := &e.devices[i]; d.role == role {
			c := d.dev.Config()
			if err := c.Set(key, value); err != nil {
				return fmt.Errorf("device.%s = %s: %w", name, value, err)
			}
			d.dev.Change(c)
			return nil
		}
	}
	return fmt.Errorf("device.%s: the run has no device %q", name, role)
}
