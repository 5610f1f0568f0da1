package imports

import (
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/profile"
)

// composer makes a scenario of facts.
type composer struct {
	f      *fact.Facts
	fsys   fs.FS
	o      Options
	report *Report
	rates  rates

	row      profile.Profile
	known    bool // the row is the server's, not the built-in scenario's
	settings []fact.Setting
	trial    *scenario.Scenario // the settings, without a workload
	innosim  []keyValue
	host     []keyValue
	device   []keyValue
	redo     []keyValue
	mysqld   []line
	workload []keyValue
	results  []keyValue
}

// line is a line of [mysqld].
type line struct {
	fact.Setting
	text string
}

func (c *composer) measure(name, value, why string, w fact.Where) {
	c.report.Measured = append(c.report.Measured, item(name, value, why, w))
}

func (c *composer) infer(name, value, why string, w fact.Where) {
	c.report.Inferred = append(c.report.Inferred, item(name, value, why, w))
}

func (c *composer) miss(name, give string) {
	c.report.Missing = append(c.report.Missing, Item{Name: name, Why: give})
}

func (c *composer) note(w fact.Where, format string, args ...any) { c.f.Note(w, format, args...) }

func item(name, value, why string, w fact.Where) Item {
	x := Item{Name: name, Value: value, Why: why}
	if w.File != "" {
		x.From = w.String()
	}
	return x
}

// compose fills the report.
func (c *composer) compose() []fact.Fault {
	c.rates = measure(c.f)
	c.server()
	c.machine()
	c.variables()
	c.devices()
	c.load()
	for _, n := range c.f.Notes {
		c.report.Notes = append(c.report.Notes, Item{Name: n.Where.String(), Value: n.Text})
	}
	return c.finish()
}

// versionNumber is the number at the beginning of a version.
var versionNumber = regexp.MustCompile(`^(\d+)\.(\d+)(?:\.(\d+))?`)

// perconaVersion is the release number that Percona's versions have behind MySQL's: 8.0.36-28.
var perconaVersion = regexp.MustCompile(`^\d+\.\d+\.\d+-\d+(\.\d+)?(-|$)`)

// server chooses the row of the table of servers.
func (c *composer) server() {
	v := c.f.Version
	if name := c.o.flag("server"); name != "" {
		c.innosim = append(c.innosim, keyValue{"server", name})
		if row, err := profile.Lookup(name); err == nil {
			c.row, c.known = row, true
		}
		return
	}
	m := versionNumber.FindStringSubmatch(v.Value)
	if m == nil {
		c.miss("server", "no file tells the version; give --server (innosim list servers), or SHOW GLOBAL VARIABLES"+c.fits())
		c.row, _ = profile.Lookup("mysql-8.4")
		return
	}
	c.row, c.known = nearest(vendorOf(v), m), true
	c.innosim = append(c.innosim, keyValue{"server", c.row.Name})
	if major, minor := strconv.Itoa(c.row.Version.Major), strconv.Itoa(c.row.Version.Minor); m[1] == major && m[2] == minor {
		c.measure("server", c.row.Name, "version "+v.Value+" "+v.Name, v.Where)
	} else {
		c.infer("server", c.row.Name, "the nearest of its kind to version "+v.Value+": other versions flush differently", v.Where)
	}
	if !c.row.Modelled() {
		c.miss("server "+c.row.Name, "it is not modelled yet: "+c.row.Missing+
			"; --server mysql-8.0 or mysql-8.4 is its nearest relative")
	}
}

// fits names the server that knows more of the settings than the built-in scenario's.
func (c *composer) fits() string {
	unknown := func(p profile.Profile) (n int) {
		for _, s := range c.f.Settings {
			if p.Status(s.Name) == profile.Elsewhere {
				n++
			}
		}
		return n
	}
	rows := profile.Rows()
	first, best := unknown(rows[0]), rows[0]
	for _, p := range rows[1:] {
		if unknown(p) < unknown(best) {
			best = p
		}
	}
	if best.Name == rows[0].Name {
		return ""
	}
	return fmt.Sprintf("; %s knows all but %d of the settings, %s all but %d", best.Name, unknown(best), rows[0].Name, first)
}

func vendorOf(v fact.Setting) profile.Vendor {
	text := strings.ToLower(v.Value + " " + v.Name)
	switch {
	case strings.Contains(text, "mariadb"):
		return profile.MariaDB
	case strings.Contains(text, "percona") || v.Name == "" && perconaVersion.MatchString(v.Value):
		return profile.Percona
	}
	return profile.MySQL
}

// nearest is the vendor's row of a version, or the one with the nearest.
func nearest(vendor profile.Vendor, m []string) profile.Profile {
	names := [...]string{profile.MySQL: "mysql-", profile.Percona: "percona-", profile.MariaDB: "mariadb-"}
	if row, err := profile.Lookup(names[vendor] + m[0]); err == nil {
		return row
	}
	number := func(major, minor, patch int) int { return major*10_000 + minor*100 + min(patch, 99) }
	at := func(i int) int { n, _ := strconv.Atoi(m[i]); return min(n, 99) }
	want := number(at(1), at(2), at(3))
	var rows []profile.Profile
	for _, p := range profile.Rows() {
		if p.Vendor == vendor {
			rows = append(rows, p)
		}
	}
	return slices.MinFunc(rows, func(a, b profile.Profile) int {
		far := func(p profile.Profile) int {
			d := number(p.Version.Major, p.Version.Minor, p.Version.Patch) - want
			return max(d, -d)
		}
		return cmp.Compare(far(a), far(b))
	})
}

// machine is the host.
func (c *composer) machine() {
	for _, k := range []string{"host", "cpus", "memory"} {
		if v := c.o.flag(k); v != "" {
			c.host = append(c.host, keyValue{map[string]string{"host": "profile"}[k], v})
			if k != "host" {
				c.host[len(c.host)-1].key = k
			}
		}
	}
	if c.o.flag("host") != "" {
		return
	}
	for _, s := range []fact.Setting{c.f.CPUs, c.f.Memory} {
		if s.Value != "" && c.o.flag(s.Name) == "" {
			c.host = append(c.host, keyValue{s.Name, s.Value})
			c.measure("host."+s.Name, s.Value, "", s.Where)
		}
	}
	if c.o.flag("cpus") == "" && c.f.CPUs.Value == "" {
		c.miss("host", "give --host NAME (innosim list hosts) or --cpus N --memory SIZE")
	} else if c.o.flag("memory") == "" && c.f.Memory.Value == "" {
		c.miss("host memory", "give --memory SIZE")
	}
}

// base is the scenario's text up to the server's variables, which begin at the line after it.
func (c *composer) base() string {
	var b strings.Builder
	section(&b, "innosim", c.innosim)
	section(&b, "host", c.host)
	b.WriteString("[mysqld]\n")
	return b.String()
}

func section(b *strings.Builder, name string, keys []keyValue) {
	if len(keys) == 0 {
		return
	}
	b.WriteString("[" + name + "]\n")
	for _, kv := range keys {
		fmt.Fprintf(b, "%s = %s\n", kv.key, scenario.QuoteValue(kv.value))
	}
	b.WriteString("\n")
}

func (c *composer) parse(text string) (*scenario.Scenario, error) {
	return scenario.ParseText(c.fsys, text, "scenario")
}
