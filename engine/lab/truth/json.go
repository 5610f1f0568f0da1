package truth

import (
	_ "embed"
	"io"

	"github.com/innosim/innosim/engine/lab/document"
)

// Schema is the JSON schema (draft 2020-12) of what JSON prints.
//
//go:embed schema.json
var Schema []byte

// Machine is what may differ between two equal validations.
type Machine struct {
	Jobs        int     `json:"jobs"`
	WallSeconds float64 `json:"wall_seconds"`
}

// reportJSON is the JSON of a report; fields stand in the order of their names, so all keys are sorted.
type reportJSON struct {
	Cases   []any                  `json:"cases"`
	Machine Machine                `json:"machine"`
	Partial bool                   `json:"partial"`
	Ranking rankingJSON            `json:"ranking"`
	Summary map[string]summaryJSON `json:"summary"`
	Version string                 `json:"version"`
}

type caseJSON struct {
	Digest    string              `json:"digest"`
	Error     map[string]*float64 `json:"error"`
	File      string              `json:"file"`
	Interval  map[string]float64  `json:"interval"`
	Measured  map[string]float64  `json:"measured"`
	Name      string              `json:"name"`
	Predicted map[string]float64  `json:"predicted"`
	Seed      uint64              `json:"seed"`
}

type skippedJSON struct {
	File    string `json:"file"`
	Name    string `json:"name"`
	Skipped string `json:"skipped"`
}

type rankingJSON struct {
	All             *float64 `json:"all"`
	OneSetting      *float64 `json:"one_setting"`
	Pairs           int      `json:"pairs"`
	PairsOneSetting int      `json:"pairs_one_setting"`
}

type summaryJSON struct {
	Bias      *float64 `json:"bias"`
	MedianAbs *float64 `json:"median_abs"`
	Missing   int      `json:"missing"`
	N         int      `json:"n"`
	P90Abs    *float64 `json:"p90_abs"`
	Within2   *float64 `json:"within_2x"`
	Zero      int      `json:"zero"`
	ZeroRight int      `json:"zero_right"`
}

// JSON prints the report indented and with sorted keys.
func (r *Report) JSON(w io.Writer, version string, m Machine) error {
	d := reportJSON{
		Cases: []any{}, Machine: m, Partial: r.Partial, Ranking: toRanking(r.Ranking),
		Summary: map[string]summaryJSON{}, Version: version,
	}
	for _, o := range r.Cases {
		d.Cases = append(d.Cases, toCase(o))
	}
	for name, s := range r.Summary {
		d.Summary[name] = toSummary(s)
	}
	return document.Write(w, d)
}

func toCase(o *Outcome) any {
	if o.Skipped != "" {
		return skippedJSON{o.File, o.Name, o.Skipped}
	}
	return caseJSON{
		Digest: o.Digest, Error: o.Error, File: o.File, Interval: o.Interval, Measured: finite(o.Measured),
		Name: o.Name, Predicted: o.Predicted, Seed: o.Seed,
	}
}

func toRanking(k Ranking) rankingJSON {
	out := rankingJSON{Pairs: k.Pairs, PairsOneSetting: k.PairsOneSetting}
	if share, ok := k.Share(); ok {
		out.All = &share
	}
	if share, ok := k.ShareOneSetting(); ok {
		out.OneSetting = &share
	}
	return out
}

func toSummary(s Summary) summaryJSON {
	out := summaryJSON{Missing: s.Missing, N: s.N, Zero: s.Zero, ZeroRight: s.ZeroRight}
	if s.N > 0 {
		out.Bias, out.MedianAbs, out.P90Abs, out.Within2 = &s.Bias, &s.MedianAbs, &s.P90Abs, &s.Within2
	}
	return out
}
