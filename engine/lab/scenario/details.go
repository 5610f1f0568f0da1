package scenario

import (
	"fmt"
	"strings"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim/device"
)

// ModifierDetails are all that a modifier changes, each with a name and a value.
func ModifierDetails(m *profile.Modifier) (out [][2]string) {
	add := func(name, value string) {
		if value != "" {
			out = append(out, [2]string{name, value})
		}
	}
	add("consists of", strings.Join(strings.Fields(m.Parts), ", "))
	for _, a := range m.Settings {
		add(a.Name, a.Value)
	}
	for _, a := range m.Defaults {
		add(a.Name, a.Value+" unless set")
	}
	for _, kv := range m.Device {
		add("device.data."+kv[0], kv[1])
	}
	add("on devices", strings.Join(strings.Fields(m.Devices), ", "))
	for _, kv := range m.Host {
		add("host."+kv[0], kv[1]+" unless set")
	}
	if m.IOMutexes > 0 {
		add("io-mutexes", fmt.Sprintf("%d unless set", m.IOMutexes))
	}
	if x := m.Extension; x != nil {
		add("device.extension.mode", x.Mode)
		add("device.extension.profile", x.Profile+" unless set")
		add("device.extension.size", extensionSize(x)+" unless set")
	}
	if m.Tuners.Has(profile.TuneIO) {
		add("controller", "of innodb_io_capacity and innodb_io_capacity_max, by device latency, flushing and checkpoint age")
	}
	if m.Tuners.Has(profile.TunePurge) {
		add("controller", "of innodb_purge_threads, 1 … 32, by processors and history")
	}
	if m.Restart.Has(profile.ParallelRecovery) {
		add("restart", "redo is applied while it is read")
	}
	if m.Restart.Has(profile.ScheduledWarmup) {
		add("restart", "warm-up in spare I/O capacity")
	}
	add("note", m.Note)
	return out
}

func extensionSize(x *profile.Extension) string {
	if x.PerMemory > 0 {
		return fmt.Sprintf("%g times the memory of the host", x.PerMemory)
	}
	var rows []string
	for _, row := range x.PerCPUs {
		rows = append(rows, fmt.Sprintf("%dG up to %d CPUs", row[1], row[0]))
	}
	return strings.Join(rows, ", ")
}

// DeviceDetails are all that a device of the catalogue is, its limits at some sizes where they depend on it.
func DeviceDetails(d *device.Profile) (out [][2]string) {
	out = append(out, [2]string{"confidence", d.Confidence.String()})
	if d.Sized() {
		out = append(out, [2]string{"size", profile.FormatSize(d.MinSize) + " … " + profile.FormatSize(d.MaxSize) +
			": the limits depend on it"})
	}
	c, err := d.Config(d.MinSize)
	if err != nil {
		return out
	}
	for _, kv := range c.Settings() {
		if kv.Key != "profile" && kv.Key != "size" && kv.Value != "" {
			out = append(out, [2]string{kv.Key, kv.Value})
		}
	}
	if !d.Sized() {
		return out
	}
	for _, size := range [...]int64{d.MinSize, 20 * gib, 100 * gib, 500 * gib, 1000 * gib, 4000 * gib, 16000 * gib} {
		c, err := d.Config(size)
		if err == nil && size >= d.MinSize {
			out = append(out, [2]string{"limits at " + profile.FormatSize(size), c.Limits()})
		}
	}
	return out
}

// HostDetails are all that a host of the catalogue is.
func HostDetails(h *HostProfile) (out [][2]string) {
	var s Scenario
	s.Host = h.Host
	for _, k := range hostKeys()[1:] {
		out = append(out, [2]string{k.name, k.get(&s)})
	}
	if h.Pool > 0 {
		out = append(out, [2]string{"innodb_buffer_pool_size", profile.FormatSize(h.Pool) + " unless set"})
	}
	return out
}
