package fio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// document is fio's JSON output as far as it is needed.
type document struct {
	Version string            `json:"fio version"`
	Global  map[string]string `json:"global options"`
	Jobs    []job             `json:"jobs"`
	Client  []job             `json:"client_stats"`
}

type job struct {
	Name    string            `json:"jobname"`
	Options map[string]string `json:"job options"`
	Read    operation         `json:"read"`
	Write   operation         `json:"write"`
	Sync    operation         `json:"sync"`
}

// operation has its latencies as clat_ns in 3.x and as clat, in microseconds, in 2.x.
type operation struct {
	IOPS   float64  `json:"iops"`
	BW     float64  `json:"bw"` // KiB/s
	ClatNS *latency `json:"clat_ns"`
	Clat   *latency `json:"clat"`
	LatNS  *latency `json:"lat_ns"`
	Lat    *latency `json:"lat"`
}

type latency struct {
	Mean       float64            `json:"mean"`
	Percentile map[string]float64 `json:"percentile"`
}

// ReadJSON reads fio's JSON: what stands before the first brace is fio's messages. Several documents may follow each
// other.
func ReadJSON(text []byte, file string, f *fact.Facts) error {
	for {
		start := bytes.IndexByte(text, '{')
		if start < 0 {
			settle(f.Jobs)
			return nil
		}
		text = text[start:]
		var d document
		dec := json.NewDecoder(bytes.NewReader(text))
		switch err := dec.Decode(&d); {
		case errors.Is(err, io.ErrUnexpectedEOF):
			return errors.New("the JSON ends in the middle")
		case err != nil:
			return fmt.Errorf("the JSON cannot be read: %w", err)
		}
		text = text[dec.InputOffset():]
		d.facts(fact.Where{File: file}, f)
	}
}

func (d *document) facts(w fact.Where, f *fact.Facts) {
	for _, j := range append(d.Jobs, d.Client...) {
		if j.Name == "All clients" {
			continue
		}
		option := func(name string) string {
			if v, ok := j.Options[name]; ok {
				return v
			}
			return d.Global[name]
		}
		d.operation(w, f, &j, "read", option)
		d.operation(w, f, &j, "write", option)
	}
}

func (d *document) operation(w fact.Where, f *fact.Facts, j *job, op string, option func(string) string) {
	o := &j.Read
	if op == "write" {
		o = &j.Write
	}
	if o.IOPS == 0 {
		return
	}
	x := fact.Job{Where: w, Name: j.Name, Version: strings.TrimPrefix(d.Version, "fio-"), Op: op, IOPS: o.IOPS, Rate: o.BW * 1024}
	rw := option("rw")
	if rw == "" {
		rw = option("readwrite")
	}
	x.Random = strings.HasPrefix(rw, "rand")
	x.Block = size(option("bs"))
	if x.Block == 0 {
		x.Block = blockOf(x.Rate / o.IOPS)
	}
	depth, jobs := 1.0, 1.0
	if v, ok := fact.Number(option("iodepth")); ok {
		depth = v
	}
	if v, ok := fact.Number(option("numjobs")); ok && option("group_reporting") != "" {
		jobs = v
	}
	if rw != "" {
		x.Depth = int(depth * jobs)
	}
	x.Direct = option("direct") == "1"
	x.Latency = o.latency()
	x.Sync = j.Sync.latency()
	f.Jobs = append(f.Jobs, x)
	f.Known++
}

// latency is clat, or lat for syncs, in seconds.
func (o *operation) latency() fact.Latency {
	for _, x := range []struct {
		l    *latency
		unit float64
	}{{o.ClatNS, 1e-9}, {o.Clat, 1e-6}, {o.LatNS, 1e-9}, {o.Lat, 1e-6}} {
		if x.l == nil || x.l.Mean <= 0 {
			continue
		}
		out := fact.Latency{Mean: x.l.Mean * x.unit}
		for name, v := range x.l.Percentile {
			if p, ok := fact.Number(name); ok && p > 0 && v > 0 {
				out.Quantiles = append(out.Quantiles, fact.Quantile{P: p / 100, Seconds: v * x.unit})
			}
		}
		sort.Slice(out.Quantiles, func(i, k int) bool { return out.Quantiles[i].P < out.Quantiles[k].P })
		return out
	}
	return fact.Latency{}
}
