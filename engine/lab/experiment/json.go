package experiment

import (
	_ "embed"
	"io"
	"maps"
	"slices"

	"github.com/innosim/innosim/engine/lab/document"
)

// Schema is the JSON schema (draft 2020-12) of comparisons, sweeps and plans.
//
//go:embed schema.json
var Schema []byte

// Header says what was compared or swept: version, base and digest.
type Header struct {
	Base         string `json:"base"` // the scenario's name
	Device       string `json:"device"`
	Digest       string `json:"digest"` // of the base
	Host         string `json:"host"`
	Replications int    `json:"replications"`
	Seed         uint64 `json:"seed"`
	Server       string `json:"server"`
	Version      string `json:"version"`
	Workload     string `json:"workload"`
}

// Machine is what may differ between two equal experiments.
type Machine struct {
	Jobs        int     `json:"jobs"`
	WallSeconds float64 `json:"wall_seconds"`
}

// number prints as null when it is none.
type number = document.Number

type comparisonJSON struct {
	Arms    []armJSON `json:"arms"`
	Header  Header    `json:"header"`
	Machine Machine   `json:"machine"`
	Partial bool      `json:"partial"`
}

type armJSON struct {
	Durability []string             `json:"durability"` // what a power cut can lose, and why
	Factor     map[string][3]number `json:"factor"`     // value, low, high
	Failed     string               `json:"failed,omitempty"`
	Fails      []string             `json:"fails"` // thresholds that do not hold
	Name       string               `json:"name"`
	Results    map[string]float64   `json:"results"`
	Runs       int                  `json:"runs"` // that are complete
	Set        map[string]string    `json:"set"`
	Warnings   []string             `json:"warnings"` // those of the base are its own only
}

// WriteJSON prints the comparison.
func (c *Comparison) WriteJSON(w io.Writer, h Header, m Machine) error {
	d := comparisonJSON{Arms: []armJSON{}, Header: h, Machine: m, Partial: c.Partial}
	for _, a := range c.Arms {
		d.Arms = append(d.Arms, a.json())
	}
	return document.Write(w, d)
}

func (a *ArmResult) json() armJSON {
	out := armJSON{
		Durability: a.why(), Factor: map[string][3]number{}, Failed: a.Failed, Fails: texts(a.Fails), Name: a.Name,
		Results: a.Results, Set: setMap(a.Set), Warnings: texts(a.Remarks),
	}
	for name, f := range a.Factor {
		out.Factor[name] = [3]number{number(f.Value), number(f.Low), number(f.High)}
	}
	for _, r := range a.Runs {
		if r != nil {
			out.Runs++
		}
	}
	return out
}

// why are the sentences about durability; they are the same for all seeds.
func (a *ArmResult) why() []string {
	for _, r := range a.Runs {
		if r != nil {
			return append([]string{}, r.Durability.Why...)
		}
	}
	return []string{}
}

// texts is a list that JSON prints as one even when it is empty.
func texts(list []string) []string { return append([]string{}, list...) }

func setMap(set []Change) map[string]string {
	out := map[string]string{}
	for _, c := range set {
		out[c.Name] = c.Value
	}
	return out
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
