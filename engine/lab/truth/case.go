package truth

import (
	"bufio"
	"path/filepath"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine"
)

// Case is a scenario with what a real server did.
type Case struct {
	Name     string
	File     string
	Config   engine.Config
	Settings map[string]string // section.key → value: everything that may matter to the outcome
	Measured map[string]float64
	Judge    []string // the names that count, sorted
	Seed     uint64
	Digest   string // of the canonical scenario
	Skip     string // why it cannot be simulated; "" when it can
	Bad      error  // what is wrong with the file, when it cannot even be read
}

// Folder is where the case's file lies: only cases of one folder are ranked against each other.
func (c *Case) Folder() string { return filepath.Dir(c.File) }

// able reports whether the case can be simulated.
func (c *Case) able() bool { return c.Skip == "" && c.Bad == nil }

// statements is how many a transaction has, where only transactions were measured.
const statements = 18

// work is about how many statements a run of the case simulates.
func (c *Case) work() float64 {
	rate := c.Measured["qps"]
	if rate == 0 {
		rate = statements * c.Measured["tps"]
	}
	return rate * (c.Config.Warmup + c.Config.Time).Seconds()
}

// judges reports whether the case is judged on a result.
func (c *Case) judges(name string) bool { return slices.Contains(c.Judge, name) }

// Settings reads the canonical text of a scenario as section.key → value, without what cannot change the
// outcome of a long run: names, measurements, thresholds and the length of the run.
func Settings(canonical string) map[string]string {
	all := map[string]string{}
	section := ""
	for lines := bufio.NewScanner(strings.NewReader(canonical)); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		name := section + "." + strings.TrimSpace(key)
		if line == "" || line[0] == '#' || irrelevant(section, name) {
			continue
		}
		all[name] = join(all[name], strings.TrimSpace(value))
	}
	return all
}

// join adds a value to those of lines with the same key, which add up in some sections.
func join(before, value string) string {
	if before == "" {
		return value
	}
	return before + "; " + value
}

// irrelevant reports whether a line says nothing about what is simulated.
func irrelevant(section, name string) bool {
	switch section {
	case "scenario", "measured", "thresholds":
		return true
	}
	switch name {
	case "innosim.warmup", "innosim.time", "innosim.until", "innosim.seed", "innosim.replications",
		"innosim.report-interval":
		return true
	}
	return false
}

// different are the settings in which two cases differ.
func different(a, b *Case) []string {
	var names []string
	for name, value := range a.Settings {
		if other, ok := b.Settings[name]; !ok || other != value {
			names = append(names, name)
		}
	}
	for name := range b.Settings {
		if _, ok := a.Settings[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
