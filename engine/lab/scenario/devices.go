package scenario

import (
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim/device"
)

// devices reads [device.*].
func (p *parser) devices() {
	d := &p.sc.Devices
	for i, at := range []**device.Config{nil, &d.Redo, &d.Doublewrite, &d.Binlog, &d.Extension} {
		c, present := p.device(deviceNames[i])
		switch {
		case at == nil:
			d.Data = c
		case present:
			*at = &c
		}
	}
}

func (p *parser) device(name string) (c device.Config, present bool) {
	section := "device." + name
	for _, s := range p.r.sections {
		present = present || strings.EqualFold(s.section, section)
	}
	lines := p.withProfile(section, "device.data")
	set := map[string]line{}
	for _, l := range lines {
		present = true
		if !slices.Contains(deviceKeys(), l.key()) {
			p.unknownKey(l, deviceKeys())
			continue
		}
		if err := c.Set(l.key(), l.value); err != nil {
			p.deviceFault(l, err)
			continue
		}
		set[l.key()] = l
	}
	if name == "data" {
		p.modifyDevice(&c)
	}
	p.checkDevice(lines, c, set)
	return c, present
}

func (p *parser) deviceFault(l line, err error) {
	f := l.fault(strings.TrimPrefix(strings.TrimPrefix(err.Error(), l.key()+": "), "profile: "))
	if l.key() == "profile" {
		f.Text = "not a device of the catalogue"
		f.Nearest = profile.Nearest(l.value, deviceProfiles(), 3)
		f.Allowed = strings.Join(deviceProfiles(), ", ") + ", or a file"
	}
	p.fault(f)
}

func deviceProfiles() []string {
	var names []string
	for _, d := range device.Profiles() {
		names = append(names, d.Name)
	}
	return names
}

func (p *parser) modifyDevice(c *device.Config) {
	for _, name := range p.sc.Modifiers {
		for _, kv := range modifier(name).Device {
			if err := c.Set(kv[0], kv[1]); err != nil {
				panic("scenario: modifier " + name + ": " + err.Error())
			}
		}
	}
}

// checkDevice reports what the device itself finds wrong, where the key was set.
func (p *parser) checkDevice(lines []line, c device.Config, set map[string]line) {
	for _, err := range leaves(c.Validate()) {
		key, text, _ := strings.Cut(err.Error(), ": ")
		key, _, _ = strings.Cut(key, " ")
		l, ok := set[key]
		if !ok && key == "profile" {
			continue // reported when it was set
		}
		if !ok && len(lines) > 0 {
			l = lines[len(lines)-1]
		}
		f := l.fault(text)
		if f.Name = key; l.key() != key {
			f.Value = ""
		}
		p.fault(f)
	}
	for _, op := range []string{"read", "write", "flush"} {
		l, quantiles := set[op+"-quantiles"]
		if _, mean := set[op+"-latency"]; mean && quantiles {
			p.fault(l.fault("contradicts " + op + "-latency; give one of them"))
		}
	}
}

// leaves takes joined errors apart.
func leaves(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	for _, e := range joined.Unwrap() {
		out = append(out, leaves(e)...)
	}
	return out
}
