package calibrate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/unit"
)

// kind is how a parameter is written.
type kind uint8

const (
	plain     kind = iota // a number
	whole                 // a whole number
	span                  // nanoseconds
	bandwidth             // bytes per second
)

// units are what a printed value of a kind counts, for comments.
var units = [...]string{plain: "no unit", whole: "count", span: "time", bandwidth: "bytes per second"}

// Parameter is one number of a host or a device that can be fitted.
type Parameter struct {
	Section string // host, device.data, device.redo …
	Key     string // as in that section
	Lo, Hi  float64
	kind    kind
}

// hostParameters are the keys of [host] that measurements can tell.
func hostParameters() []Parameter {
	return []Parameter{
		{"host", "cpu-factor", 0.05, 20, plain},
		{"host", "smt-gain", 0.01, 1, plain},
		{"host", "crowding", 0.01, 10, plain},
		{"host", "wakeup", 500, 5e6, span},
	}
}

// deviceParameters are those of [device.*].
func deviceParameters(section string) []Parameter {
	return []Parameter{
		{section, "read-latency", 1e3, 1e9, span},
		{section, "write-latency", 1e3, 1e9, span},
		{section, "flush-latency", 1e3, 1e9, span},
		{section, "program-latency", 1e3, 1e9, span},
		{section, "program-time", 1e3, 1e9, span},
		{section, "program-suspend", 1e3, 1e9, span},
		{section, "write-amplification", 1, 100, plain},
		{section, "channels", 1, 4096, whole},
		{section, "dies", 1, 4096, whole},
		{section, "bandwidth", 1e6, 1e12, bandwidth},
		{section, "read-bandwidth", 1e6, 1e12, bandwidth},
		{section, "write-bandwidth", 1e6, 1e12, bandwidth},
		{section, "iops", 10, 1e8, plain},
		{section, "sustained-write", 1e6, 1e12, bandwidth},
		{section, "latency-cv", 0.01, 5, plain},
	}
}

// Name is the parameter's full name.
func (p Parameter) Name() string { return p.Section + "." + p.Key }

// Format writes a value as scenario files have it.
func (p Parameter) Format(v float64) string {
	switch p.kind {
	case whole:
		return strconv.Itoa(int(math.Round(v)))
	case span:
		return unit.FormatNanoseconds(v)
	case bandwidth:
		return unit.FormatBandwidth(math.Round(v))
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// short is Format with the digits that a reader wants.
func (p Parameter) short(v float64) string {
	if v != 0 && p.kind != whole {
		scale := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(v))))
		v = math.Round(v*scale) / scale
	}
	return p.Format(v)
}

// value reads the parameter in a configuration; 0 when the device is none of its own.
func (p Parameter) value(c *engine.Config) float64 {
	switch p.Name() {
	case "host.cpu-factor":
		return c.Host.CPUFactor
	case "host.smt-gain":
		return c.Host.SMTGain
	case "host.crowding":
		return c.Host.Crowding
	case "host.wakeup":
		return float64(c.Host.Wakeup)
	}
	d := p.device(c)
	if d == nil {
		return 0
	}
	switch p.Key {
	case "read-latency":
		return float64(d.ReadLatency)
	case "write-latency":
		return float64(d.WriteLatency)
	case "flush-latency":
		return float64(d.FlushLatency)
	case "program-latency":
		return float64(d.ProgramLatency)
	case "program-time":
		return float64(d.ProgramTime)
	case "program-suspend":
		return float64(d.ProgramSuspend)
	case "write-amplification":
		return d.WriteAmplification
	case "channels":
		return float64(d.Channels)
	case "dies":
		return float64(d.Dies)
	case "bandwidth":
		return d.Bandwidth
	case "read-bandwidth":
		return d.ReadBandwidth
	case "write-bandwidth":
		return d.WriteBandwidth
	case "iops":
		return d.IOPS
	case "sustained-write":
		return d.SustainedWrite
	case "latency-cv":
		return d.LatencyCV
	}
	panic("calibrate: parameter without a value: " + p.Name())
}

func (p Parameter) device(c *engine.Config) *device.Config {
	switch p.Section {
	case "device.redo":
		return c.Devices.Redo
	case "device.doublewrite":
		return c.Devices.Doublewrite
	case "device.binlog":
		return c.Devices.Binlog
	}
	return &c.Devices.Data
}

// byDefault tells whether --fit device includes a key: those that say how fast the device is.
func (p Parameter) byDefault() bool { return p.Key != "latency-cv" }

// Find returns the parameters that a list names, in its order: "host", "device" or names with commas
// between them, a key alone meaning the host's or the data device's. Of a group, only those that the
// configuration has are taken: a cap that is absent stays absent.
func Find(list string, c *engine.Config) ([]Parameter, error) {
	var out []Parameter
	var errs []error
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		found, err := find(name, c)
		errs = append(errs, err)
		for _, p := range found {
			if !slices.ContainsFunc(out, func(q Parameter) bool { return q.Name() == p.Name() }) {
				out = append(out, p)
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("fit = %s: the cases have none of these parameters", list)
	}
	return out, nil
}

func find(name string, c *engine.Config) ([]Parameter, error) {
	host, data := hostParameters(), deviceParameters("device.data")
	has := func(p Parameter) bool { return p.value(c) <= 0 || !p.byDefault() }
	smt := func(p Parameter) bool { return has(p) || p.Key == "smt-gain" && c.Host.ThreadsPerCore < 2 }
	switch name {
	case "host":
		return slices.DeleteFunc(host, smt), nil
	case "device":
		return slices.DeleteFunc(data, has), nil
	}
	all := append(host, data...)
	for _, section := range []string{"device.redo", "device.doublewrite", "device.binlog"} {
		all = append(all, deviceParameters(section)...)
	}
	known := []string{"host", "device"}
	for _, p := range all {
		if name == p.Key || name == p.Name() {
			if p.value(c) <= 0 {
				return nil, fmt.Errorf("fit = %s: the cases have none, so there is nothing to start from", name)
			}
			return []Parameter{p}, nil
		}
		if p.Section == "host" || p.Section == "device.data" {
			known = append(known, p.Key)
		}
	}
	text := fmt.Sprintf("fit = %s: known are %s", name, strings.Join(known, ", "))
	if near := profile.Nearest(name, known, 2); near != "" {
		text += "; did you mean " + near + "?"
	}
	return nil, fmt.Errorf("%s", text)
}

// clamp keeps a value within the parameter's range.
func (p Parameter) clamp(v float64) float64 { return min(max(v, p.Lo), p.Hi) }
