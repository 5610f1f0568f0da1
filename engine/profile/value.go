package profile

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/innosim/innosim/sim"
)

// Refusal says why a server would not start with, or not take, a value.
type Refusal struct {
	Index   int // of the assignment; -1 when it follows from several
	Name    string
	Value   string
	Text    string
	Allowed string
	Nearest string // the name that may have been meant
}

// Error prints "name = value: text; allowed: …; did you mean …?".
func (r *Refusal) Error() string {
	text := r.Name + " = " + r.Value + ": " + r.Text
	if r.Allowed != "" {
		text += "; allowed: " + r.Allowed
	}
	if r.Nearest != "" {
		text += "; did you mean " + r.Nearest + "?"
	}
	return text
}

// Note says what a server changes or ignores, and goes on.
type Note struct {
	Index int // of the assignment; -1 when it follows from several
	Name  string
	Text  string
}

// Allowed describes the values of a variable: "100 … 4294967295 pages/s".
func (v Variable) Allowed() string {
	switch v.Kind {
	case Bool:
		return "ON, OFF"
	case Base:
		return "a file name; OFF is skip-" + v.Name
	case Enum:
		var names []string
		for _, n := range v.Values {
			if n != "false" && n != "true" {
				names = append(names, n)
			}
		}
		return strings.Join(names, ", ")
	}
	hi := v.show(v.Max)
	text := v.show(v.Min) + " … " + hi
	if v.Max >= max63 {
		text = v.show(v.Min) + " or more"
	}
	if v.Unit != "" && v.Unit != "bytes" {
		text += " " + v.Unit
	}
	return text
}

// show prints a number of the variable as an option file would.
func (v Variable) show(x float64) string {
	if v.Kind == Size && v.Unit == "bytes" {
		return FormatSize(int64(x))
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// FormatSize prints bytes with the largest suffix that divides them: 134217728 is 128M.
func FormatSize(n int64) string {
	for _, u := range []struct {
		letter string
		shift  uint
	}{{"T", 40}, {"G", 30}, {"M", 20}, {"K", 10}} {
		if n != 0 && n%(1<<u.shift) == 0 {
			return strconv.FormatInt(n>>u.shift, 10) + u.letter
		}
	}
	return strconv.FormatInt(n, 10)
}

// Format prints the variable's value as an option file would; "" for a variable without a setting.
func (v Variable) Format(s *Settings) string {
	if v.field == nil {
		return ""
	}
	switch f := v.field(s).(type) {
	case *int:
		if v.Name == logFiles && *f == 0 {
			return ""
		}
		return strconv.Itoa(*f)
	case *int64:
		if v.Unit == "MiB" {
			return strconv.FormatInt(*f/mib, 10)
		}
		if v.Name == logFileSize && *f == 0 {
			return "" // innodb_redo_log_capacity decides
		}
		if v.Kind != Size {
			return strconv.FormatInt(*f, 10)
		}
		return FormatSize(*f)
	case *float64:
		return strconv.FormatFloat(*f, 'f', -1, 64)
	case *sim.Duration:
		return strconv.FormatInt(int64(*f/v.span()), 10)
	case *bool:
		return map[bool]string{true: "ON", false: "OFF"}[*f]
	case *string:
		return *f
	}
	panic("profile: " + v.Name + " has a field of an unknown type")
}

// Inert reports whether the variable has no effect beside the others: the old names of the redo log's size.
func (v Variable) Inert(s *Settings) bool {
	return v.field == nil || s.RedoLogCapacity > 0 && (v.Name == logFileSize || v.Name == logFiles)
}

// read stores a value. The note tells what the server changed, the text why it refuses.
func (v Variable) read(g Generation, s *Settings, value string) (note, refused string) {
	switch v.Kind {
	case Bool:
		on, note := readBool(value)
		*v.field(s).(*bool) = on
		return note, ""
	case Base:
		return v.readBase(s, value), ""
	case Enum:
		return "", v.readEnum(s, value)
	case Real:
		return v.readReal(s, value)
	}
	return v.readNumber(g, s, value)
}

func readBool(value string) (on bool, note string) {
	switch strings.ToLower(value) {
	case "1", "on", "true":
		return true, ""
	case "0", "off", "false":
		return false, ""
	}
	return false, fmt.Sprintf("boolean value %q is not recognised; the server takes OFF", value)
}

func (v Variable) readBase(s *Settings, value string) (note string) {
	*v.field(s).(*bool) = value != "0"
	switch strings.ToLower(value) {
	case "off", "false", "no":
		return fmt.Sprintf("the server takes %q as a base name and writes the log; OFF is skip_%s", value, v.Name)
	}
	return ""
}

func (v Variable) readEnum(s *Settings, value string) (refused string) {
	i := v.index(value)
	if i < 0 {
		return "not a value of this variable"
	}
	name := v.Values[i]
	switch name {
	case "false":
		name = "OFF"
	case "true", "DETECT_AND_RECOVER":
		name = "ON"
	}
	*v.field(s).(*string) = name
	return ""
}

// index finds an enum value by name, unambiguous beginning, or number.
func (v Variable) index(value string) int {
	if n, err := strconv.Atoi(value); err == nil {
		if n >= 0 && n < len(v.Values) {
			return n
		}
		return -1
	}
	found := -1
	for i, name := range v.Values {
		if strings.EqualFold(name, value) {
			return i
		}
		if value != "" && len(value) < len(name) && strings.EqualFold(name[:len(value)], value) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

func (v Variable) readReal(s *Settings, value string) (note, refused string) {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(x) {
		return "", "not a number"
	}
	if y := min(max(x, v.Min), v.Max); y != x {
		note, x = fmt.Sprintf("adjusted to %g, the range is %s", y, v.Allowed()), y
	}
	*v.field(s).(*float64) = x
	return note, ""
}

func (v Variable) readNumber(g Generation, s *Settings, value string) (note, refused string) {
	n, note, refused := ParseNumber(value, g > Gen57 && g != GenMaria)
	if refused != "" {
		return "", refused
	}
	if m := int64(min(max(float64(n), v.Min), v.Max)); m != n && (float64(n) < v.Min || float64(n) > v.Max) {
		note, n = fmt.Sprintf("adjusted to %s, the range is %s", v.show(float64(m)), v.Allowed()), m
	}
	if v.Step > 1 && n%v.Step != 0 {
		n = max(n-n%v.Step, int64(v.Min))
		note = fmt.Sprintf("adjusted to %s, a multiple of %s", v.show(float64(n)), v.show(float64(v.Step)))
	}
	v.store(s, n)
	return note, ""
}

func (v Variable) store(s *Settings, n int64) {
	switch f := v.field(s).(type) {
	case *int:
		*f = int(min(n, math.MaxInt))
	case *int64:
		*f = n
		if v.Unit == "MiB" {
			*f = n * mib
		}
	case *sim.Duration:
		*f = sim.Duration(min(n, math.MaxInt64/int64(v.span()))) * v.span()
	}
}

// ParseNumber reads a number as the server's option reader does: digits and one suffix letter; what
// follows the letter is ignored with a note. Large suffixes are T, P and E. Values that do not fit
// saturate.
func ParseNumber(value string, large bool) (n int64, note, refused string) {
	text := strings.TrimLeft(value, " \t")
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 {
		return 0, "", "not a number"
	}
	end := 0
	for end < len(digits) && digits[end] >= '0' && digits[end] <= '9' {
		end++
	}
	if end == 0 {
		return 0, "", notNumber(value)
	}
	n, err := strconv.ParseInt(digits[:end], 10, 64)
	if err != nil {
		n, note = math.MaxInt64, "larger than any value; taken as the largest"
	}
	if rest := digits[end:]; rest != "" {
		shift := suffixShift(rest[0], large)
		if shift < 0 {
			return 0, "", fmt.Sprintf("unknown suffix %q", rest[:1])
		}
		if n > math.MaxInt64>>uint(shift) {
			n, note = math.MaxInt64, "larger than any value; taken as the largest"
		} else {
			n <<= uint(shift)
		}
		if len(rest) > 1 {
			note = fmt.Sprintf("what follows the suffix letter is ignored: read as %s", digits[:end+1])
		}
	}
	if text[0] == '-' {
		n = -n
	}
	return n, note, ""
}

func notNumber(value string) string {
	if value == "" {
		return "empty value"
	}
	return "not a number"
}

func suffixShift(c byte, large bool) int {
	const letters = "kmgtpe"
	i := strings.IndexByte(letters, c|0x20)
	if i < 0 || i > 2 && !large {
		return -1
	}
	return 10 * (i + 1)
}
