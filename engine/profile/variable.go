package profile

import (
	"strings"

	"github.com/innosim/innosim/sim"
)

// Kind is how a server reads the text of a value.
type Kind uint8

// Kinds of values.
const (
	Count Kind = iota // whole number, one suffix letter allowed
	Size              // as Count, in bytes
	Span              // as Count, in Unit
	Real              // decimal number
	Bool              // ON or OFF
	Enum              // one of Values, or its index
	Base              // a file name: any value is ON, only skip- and 0 are OFF
)

// Variable is a row of the table of variables that the model uses.
type Variable struct {
	Name     string
	Kind     Kind
	Unit     string // of the server's value: bytes, pages, %, us, ms, s; "" for none
	Min, Max float64
	Step     int64    // values are rounded down to a multiple of it; 0 for none
	Values   []string // of an Enum, in the server's order
	Help     string

	defaults string // by generation: 5.7, 8.0, 8.4, 9.x, MariaDB; = as before, - unknown there, auto by formula
	static   string // generations in which it cannot be set at run time: "all", "57", "57 80"; 56 and 8019 as 57 and 80
	only     string // generations in which this row holds; "" for all. Two rows may share a name.
	field    func(*Settings) any
}

var generationNames = [...]string{Gen56: "56", Gen57: "57", Gen8019: "8019", Gen80: "80", Gen84: "84", Gen97: "97", GenMaria: "maria"}

// String returns the short name of a generation: 57, 80, 84, 97, maria.
func (g Generation) String() string { return generationNames[g] }

// Find returns the row of a variable for a generation.
func Find(name string, g Generation) (Variable, bool) {
	for i := range table {
		if table[i].Name == name && table[i].holds(g) {
			return table[i], true
		}
	}
	return Variable{}, false
}

// Variables returns the variables of a row that the model uses, in the order of the table.
func (p Profile) Variables() []Variable {
	var out []Variable
	for _, v := range table {
		if v.holds(p.Generation) && p.Status(v.Name) == Listed {
			out = append(out, v)
		}
	}
	return out
}

func (v Variable) holds(g Generation) bool {
	return has(v.only, g) || v.only == ""
}

// Dynamic reports whether SET GLOBAL takes the variable.
func (v Variable) Dynamic(g Generation) bool {
	return v.static != "all" && !has(v.static, g) && !has(v.static, g.heir())
}

// Default returns the default of a generation as an option file would write it: "auto" where it follows
// from the machine or from other variables, "" where the variable is unknown.
func (v Variable) Default(g Generation) string {
	if d, ok := g.own(v.Name); ok {
		return d
	}
	last := ""
	for i, d := range strings.Fields(v.defaults) {
		if d != "=" {
			last = d
		}
		if i == g.column() {
			break
		}
	}
	return strings.TrimPrefix(last, "-")
}

// Default returns the default of a variable in this row, as Variable.Default does for its generation.
func (p Profile) Default(v Variable) string {
	for _, d := range strings.Fields(p.Defaults) {
		if value, own := strings.CutPrefix(d, v.Name+"="); own {
			return value
		}
	}
	return v.Default(p.Generation)
}

// span returns the length of the variable's unit of time.
func (v Variable) span() sim.Duration {
	switch v.Unit {
	case "us":
		return sim.Microsecond
	case "ms":
		return sim.Millisecond
	}
	return sim.Second
}

func has(list string, g Generation) bool {
	for _, w := range strings.Fields(list) {
		if w == g.String() {
			return true
		}
	}
	return false
}
