package document

import (
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// Number is a float64 that prints as null when it is NaN or infinite.
type Number float64

// MarshalJSON prints the shortest text that reads back as the same number.
func (n Number) MarshalJSON() ([]byte, error) {
	if !IsFinite(float64(n)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// Exact prints the shortest text without an exponent that reads back as the same number, and nothing for what is
// none: a cell of a table.
func (n Number) Exact() string {
	if !IsFinite(float64(n)) {
		return ""
	}
	return strconv.FormatFloat(float64(n), 'f', -1, 64)
}

// IsFinite is false for NaN and the infinities, which no format may contain.
func IsFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Finite returns the entries that are numbers.
func Finite(m map[string]float64) map[string]float64 {
	out := make(map[string]float64, len(m))
	for name, v := range m {
		if IsFinite(v) {
			out[name] = v
		}
	}
	return out
}

// Write prints a value indented, as people and line-wise differences want it.
func Write(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(v)
}

// Header says what was run: with the version, enough to run it again.
type Header struct {
	Device   string `json:"device"`
	Digest   string `json:"digest"` // of the canonical scenario
	Host     string `json:"host"`
	Scenario string `json:"scenario"` // its name, may be empty
	Seed     uint64 `json:"seed"`
	Server   string `json:"server"` // row of the server table, with modifiers
	Version  string `json:"version"`
	Workload string `json:"workload"`
}
