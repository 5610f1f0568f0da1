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
	set, failed := map[string]line{}, map[string]bool{}
	for _, l := range lines {
		present = true
		if !slices.Contains(deviceKeys(), l.key()) {
			p.unknownKey(l, deviceKeys())
			continue
		}
		if err := c.Set(l.key(), l.value); err != nil {
			p.deviceFault(l, err)
			failed[l.key()] = true
			continue
		}
		set[l.key()], failed[l.key()] = l, false
	}
	switch name {
	case "data":
		p.modifyDevice(&c)
	case "extension":
		present = p.modifyExtension(&c) || present
	}
	p.checkDevice(lines, c, set, failed)
	if name == "extension" && present {
		p.checkExtension(lines, &c, set)
	}
	return c, present
}

func (p *parser) deviceFault(l line, err error) {
	f := l.fault(strings.TrimPrefix(strings.TrimPrefix(err.Error(), l.key()+": "), "profile: "))
	if l.key() == "profile" {
		f.Text = "not a device of the catalogue"
		f.Nearest = profile.Nearest(l.value, deviceProfiles(), 3)
		f.Allowed = "a name of innosim list devices, or a file"
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

// checkDevice reports what the device itself finds wrong: where the key was set; a key that is missing, where
// the profile was chosen that needs it.
func (p *parser) checkDevice(lines []line, c device.Config, set map[string]line, failed map[string]bool) {
	for _, err := range leaves(c.Validate()) {
		key, text, _ := strings.Cut(err.Error(), ": ")
		key, allowed, outside := strings.Cut(key, " is not in ")
		if outside {
			text = "out of range"
		}
		key, _, _ = strings.Cut(key, " ")
		l, ok := set[key]
		if failed[key] || !ok && key == "profile" {
			continue // reported when it was set
		}
		if !ok {
			l, ok = set["profile"]
		}
		if !ok && len(lines) > 0 {
			l = lines[len(lines)-1]
		}
		f := l.fault(text)
		if f.Allowed = allowed; key == "size" && allowed == "" {
			f.Allowed = sizesOf(c.Profile)
		}
		if f.Name = l.sibling(key); l.key() != key {
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

// sizesOf are the capacities in which a device is sold.
func sizesOf(name string) string {
	for _, d := range device.Profiles() {
		if d.Name == name && d.Sized() {
			return profile.FormatSize(d.MinSize) + " … " + profile.FormatSize(d.MaxSize)
		}
	}
	return ""
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
