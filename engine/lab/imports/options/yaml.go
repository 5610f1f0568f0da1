package options

import (
	"regexp"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/profile"
)

// yaml reads manifests line by line: excerpts are often no valid YAML, and what counts has few forms.
type yaml struct {
	facts  *fact.Facts
	file   string
	faults []fact.Fault
	// A literal block (key: |) whose lines are collected, with the indentation of its key.
	block  []string
	start  int // line of its key
	indent int
	inside bool
	// name: x, then value: y, as in databaseFlags and in Terraform.
	name string
}

// MostManifest is how many bytes of a manifest are read.
const MostManifest = 16 << 20

var (
	literal    = regexp.MustCompile(`^(\s*)(?:- )?["']?([\w.\-/]+)["']?\s*:\s*[|>][-+0-9]*\s*(?:#.*)?$`)
	image      = regexp.MustCompile(`(?:^|[\s"'/])((mysql|mariadb|percona)[\w\-]*):(\d[\w.\-]*)`)
	namedValue = regexp.MustCompile(`^\s*(?:- )?["']?(name|value|ParameterName|ParameterValue)["']?` +
		`\s*[:=]\s*["']?([^"'#]*?)["']?\s*,?$`)
	plainPair = regexp.MustCompile(`^\s*["']?([a-z][a-z0-9_\-]+)["']?\s*:\s*["']?([^"'#{}\[\]|>]+?)["']?\s*(?:#.*)?$`)
)

// ReadYAML reads Kubernetes manifests, Helm values, docker-compose files and Terraform resources.
func ReadYAML(lines *fact.Lines, file string, f *fact.Facts) []fact.Fault {
	y := &yaml{facts: f, file: file}
	for lines.Next() {
		y.line(lines.Text(), lines.No())
	}
	y.end()
	return y.faults
}

func (y *yaml) line(text string, no int) {
	t := strings.TrimSpace(text)
	indent := len(text) - len(strings.TrimLeft(text, " \t"))
	if y.inside {
		if t == "" || indent > y.indent {
			y.block = append(y.block, text)
			return
		}
		y.end()
	}
	if m := literal.FindStringSubmatch(text); m != nil {
		y.inside, y.start, y.indent, y.block = true, no, len(m[1]), nil
		return
	}
	if t == "" || t[0] == '#' {
		return
	}
	w := fact.Where{File: y.file, Line: no}
	if m := image.FindStringSubmatch(t); m != nil {
		vendor := m[2]
		y.facts.SetVersion(w, m[3], vendor)
	}
	if _, version, ok := strings.Cut(t, "databaseVersion:"); ok {
		if m := versionText.FindStringSubmatch(version); m != nil {
			y.facts.SetVersion(w, m[3]+"."+m[4], strings.ToLower(m[2]))
			y.facts.Known++
		}
	}
	switch {
	case strings.Contains(t, "--"):
		y.arguments(t, no)
	case namedValue.MatchString(t):
		y.pair(namedValue.FindStringSubmatch(t), w)
	default:
		if m := plainPair.FindStringSubmatch(text); m != nil && isVariable(m[1]) {
			y.set(w, m[1], m[2])
		}
	}
}

// end reads a literal block that holds an option file; other blocks are scripts and certificates.
func (y *yaml) end() {
	if y.inside {
		text := strings.Join(y.block, "\n")
		if group.MatchString(text) {
			y.faults = append(y.faults, ReadText(text, y.file, y.start, y.facts)...)
		} else if strings.Contains(text, "--") && strings.Contains(text, "mysqld") {
			y.arguments(text, y.start)
		}
	}
	y.inside, y.block = false, nil
}

var group = regexp.MustCompile(`(?mi)^\s*\[\s*(mysqld|server|mariadbd?|galera|client-server)[-\d.]*\s*\]`)

// arguments reads --options of a command, in a list or in one line.
func (y *yaml) arguments(t string, no int) {
	before := len(y.facts.Settings)
	var known []fact.Setting
	t = apart.Replace(strings.TrimPrefix(t, "- "))
	y.faults = append(y.faults, ReadText(t, y.file, no-1, y.facts)...)
	for _, s := range y.facts.Settings[before:] {
		if isVariable(s.Name) {
			known = append(known, s)
		}
	}
	y.facts.Settings = append(y.facts.Settings[:before], known...)
}

// apart sets blanks between the words of a list: ["--a=1","--b=2"].
var apart = strings.NewReplacer(`","`, `" "`, `','`, `' '`)

// pair joins name and value.
func (y *yaml) pair(m []string, w fact.Where) {
	if strings.EqualFold(m[1], "name") || m[1] == "ParameterName" {
		y.name = m[2]
		return
	}
	if isVariable(y.name) {
		y.set(w, y.name, m[2])
	}
	y.name = ""
}

func (y *yaml) set(w fact.Where, name, value string) {
	y.facts.Known++
	y.facts.Settings = append(y.facts.Settings, fact.Setting{
		Where: w, Name: profile.NormalName(name), Value: strings.TrimSpace(value),
	})
}

// isVariable reports whether some server knows a variable or option.
func isVariable(name string) bool {
	n := profile.NormalName(name)
	for _, prefix := range []string{"", "skip_", "disable_", "enable_", "loose_"} {
		if base, ok := strings.CutPrefix(n, prefix); ok && profile.Where(base) != "" {
			return true
		}
	}
	return false
}
