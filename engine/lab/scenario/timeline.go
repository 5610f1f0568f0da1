package scenario

import (
	"errors"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/unit"
)

// timeline reads [timeline]: "300s = set innodb_io_capacity = 8000", "900s = crash". Changes are tried in
// order of time on the settings that the server will have by then.
func (p *parser) timeline() {
	p.each("timeline", func(l line) {
		if c, ok := p.change(l); ok {
			p.sc.Timeline = append(p.sc.Timeline, c)
		}
	})
	slices.SortStableFunc(p.sc.Timeline, func(a, b engine.Change) int { return int(min(max(a.At-b.At, -1), 1)) })
	s := p.sc.Settings
	p.sc.Timeline = slices.DeleteFunc(p.sc.Timeline, func(c engine.Change) bool {
		return c.Action == "set" && !p.try(&s, c)
	})
}

// outages are the actions that end the server's process: a crash of the host, of the process, a clean restart.
var outages = []string{"crash", "kill", "restart"}

func (p *parser) change(l line) (c engine.Change, ok bool) {
	at, err := unit.ParseDuration(l.name)
	if err != nil || at < 0 || at > maxTime {
		f := l.fault("not a time from the start of the run")
		f.Allowed = "0s … " + longTime(maxTime) + " = set NAME = VALUE, crash, kill, or restart"
		p.fault(f)
		return c, false
	}
	c = engine.Change{At: sim.Time(at), File: l.file, Line: l.no}
	if action := strings.ToLower(l.value); slices.Contains(outages, action) {
		c.Action = action
		return c, true
	}
	word, rest, _ := strings.Cut(l.value, " ")
	name, value, found := strings.Cut(rest, "=")
	if !strings.EqualFold(word, "set") || !found {
		f := l.fault("not a change")
		f.Allowed = "set NAME = VALUE, crash, kill, restart"
		p.fault(f)
		return c, false
	}
	name = strings.TrimSpace(name)
	if global, cut := strings.CutPrefix(strings.ToLower(name), "global "); cut {
		name = strings.TrimSpace(global)
	}
	c.Action, c.Variable, c.Value = "set", strings.ToLower(name), unquote(strings.TrimSpace(value))
	return c, true
}

// try applies a change to settings; false when it has no effect in the run.
func (p *parser) try(s *profile.Settings, c engine.Change) bool {
	at := Fault{File: c.File, Line: c.Line, Name: c.Variable, Value: c.Value}
	var err error
	switch name := c.Variable; {
	case name == "threads" && c.Value == "0": // the load ends: the server idles
	case name == "threads", name == "rate":
		o := p.sc.Workload[len(p.sc.Workload)-1].Options
		err = tryLoad(&o, name, c.Value)
	case strings.HasPrefix(name, "device."):
		err = p.tryDevice(name, c.Value)
	default:
		return p.tryVariable(s, at)
	}
	for _, one := range leaves(err) {
		f := at
		f.Text, f.Allowed, _ = strings.Cut(strings.TrimPrefix(one.Error(), c.Variable+" = "+c.Value+": "), "allowed is ")
		if f.Text == "" {
			f.Text = "out of range"
		}
		p.fault(f)
	}
	return err == nil
}

// tryLoad changes the number of clients, or the rate of an open loop.
func tryLoad(o *workload.Options, name, value string) error {
	closed, before := o.Rate == 0, o.Validate()
	if err := o.Set(name, value); err != nil {
		return err
	}
	if name == "rate" && (closed || o.Rate == 0) {
		return errors.New("a closed loop and an open loop do not change into each other; both need a rate above 0")
	}
	return beside(o.Validate(), before)
}

// notLive are variables that the server changes while it runs, and the model does not.
var notLive = []string{
	"innodb_buffer_pool_size", "innodb_read_io_threads", "innodb_write_io_threads", "innodb_use_fdatasync",
}

func (p *parser) tryDevice(name, value string) error {
	_, rest, _ := strings.Cut(name, ".")
	dev, key, _ := strings.Cut(rest, ".")
	i := slices.Index(deviceNames, dev)
	d := p.sc.Devices
	all := []*device.Config{&d.Data, d.Redo, d.Doublewrite, d.Binlog, d.Extension}
	if i < 0 || all[i] == nil {
		return errNoDevice(dev)
	}
	if key == "flush-exclusive" {
		return errAtTheStart{}
	}
	c := *all[i]
	if err := c.Set(key, value); err != nil {
		return err
	}
	return beside(c.Validate(), all[i].Validate())
}

// beside is an error without what was wrong before, which is reported where it is.
func beside(now, before error) error {
	var left []error
	for _, err := range leaves(now) {
		if !slices.ContainsFunc(leaves(before), func(old error) bool { return old.Error() == err.Error() }) {
			left = append(left, err)
		}
	}
	return errors.Join(left...)
}

// errAtTheStart is of a key that only counts when the device is built.
type errAtTheStart struct{}

func (errAtTheStart) Error() string {
	return "flush-exclusive cannot change: the model takes it over at the start of the server only"
}

type errNoDevice string

func (e errNoDevice) Error() string { return "the scenario has no [device." + string(e) + "]" }

func (p *parser) tryVariable(s *profile.Settings, at Fault) bool {
	name := profile.NormalName(at.Name)
	row := p.sc.Profile
	if _, found := profile.Find(name, row.Generation); !found {
		if st := row.Status(name); st == profile.Listed || st == profile.Plugin || st == profile.Ignored {
			p.sc.NotModelled = append(p.sc.NotModelled,
				Setting{File: at.File, Line: at.Line, Name: name, Value: at.Value, Why: "not modelled"})
			return false
		}
	}
	notes, err := profile.Set(row, s, name, at.Value)
	if err != nil {
		if r, ok := err.(*profile.Refusal); ok {
			at.Text, at.Allowed, at.Nearest = r.Text, r.Allowed, r.Nearest
		}
		p.fault(at)
		return false
	}
	if slices.Contains(notLive, name) {
		at.Text = "cannot be simulated: the model takes it over at the start of the server only"
		p.fault(at)
		return false
	}
	for _, n := range notes {
		at.Text = n
		p.warn(at)
	}
	return true
}
