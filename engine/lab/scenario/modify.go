package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/innosim/innosim/bufferpool/extension"
	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim/device"
)

// modifiers are the scenario's modifiers with their parts.
func (s *Scenario) modifiers() []profile.Modifier {
	var all []profile.Modifier
	for _, name := range s.Modifiers {
		all = append(all, profile.Expand(name)...)
	}
	return all
}

// modify gives the row its services, and tells what they do not change.
func (p *parser) modify() {
	for _, m := range p.sc.modifiers() {
		p.sc.Profile = p.sc.Profile.With(m)
		if _, set := p.setting["innosim.io-mutexes"]; !set && m.IOMutexes > 0 {
			p.sc.IOMutexes = m.IOMutexes
		}
		if m.Missing != "" {
			p.sc.Skip = append(p.sc.Skip, "modifier "+m.Name+" is not modelled: "+m.Missing)
		}
	}
}

// modifyHost sets what the host's section leaves open.
func (p *parser) modifyHost() {
	for _, m := range p.sc.modifiers() {
		for _, kv := range m.Host {
			if _, set := p.setting["host."+kv[0]]; set {
				continue
			}
			if err := keyOf(hostKeys(), kv[0]).set(p.sc, kv[1]); err != nil {
				panic("scenario: modifier " + m.Name + ": " + err.Error())
			}
		}
	}
}

func (p *parser) modifyDevice(c *device.Config) {
	for _, m := range p.sc.modifiers() {
		if len(m.Device) > 0 && !m.Promises(c.Profile) {
			text := c.Profile + " is none of the devices with which " + m.Name + " keeps its promise: " + m.Devices
			p.warn(p.setting["innosim.modifiers"].fault(text))
			continue
		}
		for _, kv := range m.Device {
			must(m.Name, c.Set(kv[0], kv[1]))
		}
	}
}

// crossModifiers tells where a service does not do what its name promises.
func (p *parser) crossModifiers() {
	s := &p.sc.Settings
	restarts := slices.ContainsFunc(p.sc.Timeline, func(c engine.Change) bool { return slices.Contains(outages, c.Action) })
	for _, m := range p.sc.modifiers() {
		at := p.setting["innosim.modifiers"]
		atomic := false
		for _, kv := range m.Device {
			atomic = atomic || kv[0] == "atomic-write"
		}
		switch {
		case atomic && s.PageSize > p.sc.Devices.Data.AtomicWrite:
			p.warn(at.fault(fmt.Sprintf("torn pages are possible: a page has %s, the device writes %s atomically",
				profile.FormatSize(s.PageSize), profile.FormatSize(p.sc.Devices.Data.AtomicWrite))))
		case atomic && !engine.DirectWrites(s):
			p.warn(at.fault("torn pages are possible: with innodb_flush_method = " + s.FlushMethod +
				" the page cache may write a page in parts; O_DIRECT is needed"))
		}
	}
	if l, set := p.setting["host.semisync-rtt"]; set && p.sc.Host.SemisyncRTT > 0 && !s.LogBin {
		p.warn(l.fault("a semi-synchronous standby reads the binary log, which is off; each commit waits on its own"))
	}
	caches := 0
	for _, name := range p.sc.Modifiers {
		if modifier(name).Extension != nil {
			caches++
		}
		if caches == 2 {
			p.fault(p.setting["innosim.modifiers"].fault(name + " is the second modifier with a second-level cache; a server has one"))
		}
		if m := modifier(name); m.Restart == profile.ScheduledWarmup && !restarts {
			p.warn(p.setting["innosim.modifiers"].fault(name + " has no effect on a run without a restart: it " + m.Note))
		}
	}
}

// modifyExtension completes the second-level cache of a service; false when no service has one.
func (p *parser) modifyExtension(c *device.Config) (present bool) {
	for _, m := range p.sc.modifiers() {
		x := m.Extension
		if x == nil {
			continue
		}
		present = true
		must(m.Name, c.Set("mode", x.Mode))
		own := c.Explicit("read-latency") || c.Explicit("read-quantiles")
		if !own && !c.Explicit("profile") {
			must(m.Name, c.Set("profile", x.Profile))
		}
		if !c.Explicit("size") {
			must(m.Name, c.Set("size", fmt.Sprint(x.Size(p.sc.machine))))
		}
	}
	return present
}

// checkExtension reports a second-level cache that is too small to work or too large for a simulation, or has no size.
func (p *parser) checkExtension(lines []line, c *device.Config, set map[string]line) {
	page := p.sc.Settings.PageSize
	least := extension.LeastPages * page
	l, ok := set["size"]
	modifiers, service := p.setting["innosim.modifiers"]
	switch {
	case ok:
	case len(lines) > 0:
		l = lines[0]
	case service && c.Size > 0:
		l = modifiers
	default:
		l = p.header("device.extension")
	}
	if c.Size/page > maxPages {
		p.tooLarge(l, c.Size/page, maxPages, "pages in the second-level cache")
	}
	if c.Size >= least {
		return
	}
	f := l.fault("a second-level cache needs a size")
	f.Name, f.Allowed = l.sibling("size"), profile.FormatSize(least)+" or more"
	if ok {
		f.Text = "too small for a second-level cache"
	} else {
		f.Value = ""
	}
	p.fault(f)
}

// header is the line with which a section begins.
func (p *parser) header(section string) line {
	for _, s := range p.r.sections {
		if strings.EqualFold(s.section, section) {
			return s
		}
	}
	return line{file: p.r.file()}
}

func must(modifier string, err error) {
	if err != nil {
		panic("scenario: modifier " + modifier + ": " + err.Error())
	}
}
