package imports

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim/unit"
)

// variables are the settings that change what is simulated. Each is tried on the server that was chosen: what that
// server refuses is left out with the reason.
func (c *composer) variables() {
	c.formulas()
	if len(c.settings) == 0 {
		c.derived()
		c.miss("server variables", "give SHOW GLOBAL VARIABLES or the option file; defaults hold meanwhile")
	}
	c.unsized()
	c.binlog()
	kept := c.accepted()
	if c.trial == nil {
		return
	}
	modelled := map[string]bool{}
	for _, g := range c.trial.Given {
		modelled[strconv.Itoa(g.Line)] = true
	}
	short := map[string]bool{}
	for _, a := range c.trial.Assignments() {
		short[a.Name] = true
	}
	first := strings.Count(c.base(), "\n") + 1
	unused := 0
	for i, s := range kept {
		switch {
		case !modelled[strconv.Itoa(first+i)]:
			unused++
		default:
			c.mysqld = append(c.mysqld, line{s, assignment(s)})
			if s.File != "" && (!s.Exact || short[s.Name]) { // else it is inferred, or its default
				c.measure(s.Name, s.Value, "", s.Where)
			}
		}
	}
	c.following(kept)
	if unused > 0 {
		c.note(fact.Where{File: "variables"}, "%d do not change what is simulated, or are repeated later", unused)
	}
}

// unsized: cloud services size the pool by the machine when nobody sets it; elsewhere the server has a default.
func (c *composer) unsized() {
	for _, s := range append(c.settings, c.f.Settings...) {
		if s.Name == "innodb_buffer_pool_size" || s.Name == "innodb_dedicated_server" && !off(s.Value) {
			return
		}
	}
	for _, f := range c.report.Files {
		switch f.Kind.reader {
		case readFlags, readJSON:
			c.miss("innodb_buffer_pool_size", "it is not among the flags: the service sizes it by the machine; give SHOW GLOBAL VARIABLES")
			return
		case readOptions, readYAML:
			c.note(fact.Where{File: f.Name}, "it does not set innodb_buffer_pool_size: the server's default holds")
			return
		}
	}
}

// binlog: without a setting, transactions that commit and never use the binary log's cache tell that it is off.
func (c *composer) binlog() {
	for _, s := range c.settings {
		if s.Name == "log_bin" || strings.HasSuffix(s.Name, "_log_bin") {
			return
		}
	}
	if used, ok := c.rates.per["binlog_cache_use"]; !ok || used > 0 || c.rates.per["com_commit"] <= 0 {
		return
	}
	c.infer("skip_log_bin", "", "transactions commit, and Binlog_cache_use does not grow", fact.Where{})
	c.settings = append(c.settings, fact.Setting{Name: "skip_log_bin", Bare: true})
}

// following are variables that the server computes from others that it reports, such as the redo log's capacity.
func (c *composer) following(kept []fact.Setting) {
	if !slices.ContainsFunc(kept, func(s fact.Setting) bool { return s.Exact }) {
		return
	}
	for _, a := range c.trial.Assignments() {
		if slices.ContainsFunc(c.mysqld, func(l line) bool { return l.Name == a.Name || l.Name == "skip_"+a.Name }) {
			continue
		}
		s := fact.Setting{Name: a.Name, Value: a.Value, Bare: a.Bare}
		c.mysqld = append(c.mysqld, line{s, assignment(s)})
		c.infer(a.Name, a.Value, "follows from the variables that the server reports", s.Where)
	}
}

func assignment(s fact.Setting) string {
	if s.Bare {
		return s.Name
	}
	return s.Name + " = " + scenario.QuoteValue(s.Value)
}

// accepted leaves out, round by round, what the server refuses.
func (c *composer) accepted() []fact.Setting {
	kept := slices.DeleteFunc(slices.Clone(c.settings), func(s fact.Setting) bool { return !printable(s) })
	refused := 0
	for range len(kept) + 1 {
		var b strings.Builder
		b.WriteString(c.base())
		first := strings.Count(b.String(), "\n") + 1
		for _, s := range kept {
			b.WriteString(assignment(s) + "\n")
		}
		sc, err := c.parse(b.String())
		c.trial = sc
		var faults scenario.Faults
		if err == nil || !errors.As(err, &faults) {
			break
		}
		bad := map[int]bool{}
		for _, x := range faults {
			i := x.Line - first
			if i < 0 || i >= len(kept) || bad[i] {
				continue
			}
			bad[i] = true
			if kept[i].Exact {
				refused++
				continue
			}
			at := kept[i].Where
			x.File, x.Line = "", 0
			c.note(at, "left out: %s", x.Error())
		}
		if len(bad) == 0 {
			break
		}
		var rest []fact.Setting
		for i, s := range kept {
			if !bad[i] {
				rest = append(rest, s)
			}
		}
		kept = rest
	}
	if refused > 0 {
		c.note(fact.Where{File: "variables"}, "%d that the server reports are not of %s", refused, c.row.Name)
	}
	c.warnings(kept)
	return kept
}

// warnings hands on what the parser remarks on the kept lines of option files.
func (c *composer) warnings(kept []fact.Setting) {
	if c.trial == nil {
		return
	}
	first := strings.Count(c.base(), "\n") + 1
	for _, x := range c.trial.Warnings {
		i := x.Line - first
		if i < 0 || i >= len(kept) || kept[i].Exact || kept[i].File == "" {
			continue
		}
		x.File, x.Line = "", 0
		c.note(kept[i].Where, "%s", x.Error())
	}
}

// printable: one line of an option file holds it.
func printable(s fact.Setting) bool {
	return !strings.ContainsAny(s.Name+s.Value, "\n\r\x00") && s.Name != "" && len(s.Value) < 4096
}

// instanceMemory is a formula of an RDS parameter group: {DBInstanceClassMemory*3/4}.
var instanceMemory = regexp.MustCompile(`^\{\s*DBInstanceClassMemory\s*((?:[*/]\s*\d+\s*)*)\}$`)

// formulas takes the settings; formulas of an instance's memory become numbers when the memory is known.
func (c *composer) formulas() {
	memory, _ := unit.ParseBytes(c.o.flag("memory"))
	if memory == 0 {
		memory, _ = unit.ParseBytes(c.f.Memory.Value)
	}
	for _, s := range c.f.Settings {
		if s.Exact && s.Name == "log_bin" && off(s.Value) { // as an option it would be the log's name
			s.Name, s.Bare = "skip_log_bin", true
		}
		if !strings.HasPrefix(s.Value, "{") {
			c.settings = append(c.settings, s)
			continue
		}
		m := instanceMemory.FindStringSubmatch(s.Value)
		if m == nil || memory == 0 {
			c.miss(s.Name, fmt.Sprintf("%s is a formula of the instance's memory: "+
				"give --memory SIZE, or the server's SHOW GLOBAL VARIABLES", s.Value))
			continue
		}
		v := float64(memory)
		for _, part := range regexp.MustCompile(`[*/]\s*\d+`).FindAllString(m[1], -1) {
			n, _ := strconv.ParseFloat(strings.TrimSpace(part[1:]), 64)
			if part[0] == '*' {
				v *= n
			} else if n > 0 {
				v /= n
			}
		}
		c.infer(s.Name, strconv.FormatFloat(v, 'f', 0, 64), s.Value+" of the host's whole memory: RDS keeps some for itself", s.Where)
		s.Value = strconv.FormatFloat(v, 'f', 0, 64)
		c.settings = append(c.settings, s)
	}
}

func off(value string) bool { return value == "0" || strings.EqualFold(value, "OFF") }

// derived takes from counters what they tell of the settings, when no file lists the variables.
func (c *composer) derived() {
	pages, name, ok := c.rates.now("innodb_buffer_pool_pages_total")
	if !ok || pages < 256 {
		return
	}
	size := pages * c.pageSize()
	const mib = 1 << 20
	bytes := (int64(size) + mib - 1) / mib * mib
	s := fact.Setting{Name: "innodb_buffer_pool_size", Value: profile.FormatSize(bytes)}
	c.infer(s.Name, s.Value, fmt.Sprintf("%s = %.0f pages", name, pages), s.Where)
	c.settings = append(c.settings, s)
	if v, name, ok := c.rates.now("innodb_redo_log_capacity_resized"); ok && v > 0 {
		s := fact.Setting{Name: "innodb_redo_log_capacity", Value: profile.FormatSize(int64(v))}
		c.infer(s.Name, s.Value, name, s.Where)
		c.settings = append(c.settings, s)
	}
}

// pageSize is innodb_page_size, bytes.
func (c *composer) pageSize() float64 {
	if v, _, ok := c.rates.now("innodb_page_size"); ok && v >= 4096 {
		return v
	}
	return 16384
}
