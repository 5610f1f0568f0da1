package engine

import (
	"github.com/innosim/innosim/bufferpool/extension"
	"github.com/innosim/innosim/sim/device"
)

// extensionRole is the role of the second-level cache's device.
const extensionRole = "extension"

// extensionOptions are those of a configuration's second-level cache, which has one.
func (c *Config) extensionOptions() extension.Options {
	x := c.Devices.Extension
	return extension.Options{
		Pages: int(x.Size / c.Settings.PageSize), PageSize: c.Settings.PageSize, WriteThrough: x.Mode == device.WriteThrough,
		Costs: extension.DefaultCosts(),
	}
}

// buildExtension puts the second-level cache between the pool and the data files, an empty one when the server starts
// again. Its disk is in or near the host: the caps of the instance over its network volumes do not count it.
func (e *Engine) buildExtension() {
	x := e.cfg.Devices.Extension
	if x == nil {
		return
	}
	if e.second == nil {
		e.devices = append(e.devices, namedDevice{extensionRole, device.New(e.k, extensionRole, *x, e.cfg.Seed)})
	}
	d := e.devices[e.deviceIndex(extensionRole)].dev
	env := extension.Env{
		Next: e.fil, Files: e.files, File: e.files.Open(extensionRole, d, device.Direct), Wait: WaitExtensionRead,
	}
	if e.second == nil {
		o := e.cfg.extensionOptions()
		o.DataPages = e.fil.Pages()
		e.second = extension.New(e.k, o, env)
	} else {
		e.second.Restart(e.k, env)
	}
	e.pool.Extend(e.second)
}

// extensionResults are what the second-level cache did in the window.
func (e *Engine) extensionResults(r *Result) {
	m := &e.meter
	trx := float64(m.diff().trx)
	if e.second == nil || trx == 0 {
		return
	}
	s := m.to.second.Sub(m.from.second)
	r.Results["extension_reads_per_trx"] = float64(s.Hits) / trx
	r.Results["extension_writes_per_trx"] = float64(s.Admitted) / trx
	if n := s.Hits + s.Misses; n > 0 {
		r.Results["extension_hit_share"] = float64(s.Hits) / float64(n)
	}
	r.Results["extension_fill"] = float64(m.to.second.Pages) / float64(e.second.Capacity())
}

// instanceCap is a cap of the instance as a device of a role meets it: 0, none, for the second-level cache's.
func (e *Engine) instanceCap(role string, limit float64) float64 {
	if role == extensionRole {
		return 0
	}
	return limit
}
