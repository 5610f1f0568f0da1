package fio

import (
	"regexp"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// header is the line that describes a job: "name: (g=0): rw=randwrite, bs=4K-4K/…, ioengine=libaio, iodepth=16".
type header struct {
	rw, engine string
	block      int64
	depth      int
}

// reader goes through fio's normal output.
type reader struct {
	facts   *fact.Facts
	file    string
	version string
	headers map[string]header // by job name
	job     *fact.Job         // the last operation of the running group
	group   string
	jobs    int // of the group
	unit    float64
	into    *fact.Latency // where percentiles go
}

var (
	headerLine = regexp.MustCompile(`^(.*?): \(g=\d+\): rw=(\w+), bs=(\S+)`)
	groupLine  = regexp.MustCompile(`^(.*?): \(groupid=\d+, jobs=(\d+)\)`)
	opLine     = regexp.MustCompile(`^(read|write)\s*: `)
	percentile = regexp.MustCompile(`([\d.]+)th=\[\s*(\d+)\]`)
	latLine    = regexp.MustCompile(`^(clat|lat|sync) \((nsec|usec|msec|sec)\)\s*:.*avg=\s*([\d.]+)`)
	titleLine  = regexp.MustCompile(`^(clat|lat|sync) percentiles \((nsec|usec|msec|sec)\)`)
)

var seconds = map[string]float64{"nsec": 1e-9, "usec": 1e-6, "msec": 1e-3, "sec": 1}

// ReadText reads fio's normal output, any number of runs.
func ReadText(lines *fact.Lines, file string, f *fact.Facts) {
	r := &reader{facts: f, file: file, headers: map[string]header{}}
	for lines.Next() {
		r.line(strings.TrimSpace(lines.Text()), fact.Where{File: file, Line: lines.No()})
	}
	settle(f.Jobs)
}

func (r *reader) line(t string, w fact.Where) {
	if m := headerLine.FindStringSubmatch(t); m != nil {
		r.headers[m[1]] = parseHeader(t, m)
		return
	}
	if m := groupLine.FindStringSubmatch(t); m != nil {
		jobs, _ := fact.Number(m[2])
		r.group, r.jobs, r.job, r.into = m[1], int(jobs), nil, nil
		return
	}
	if rest, ok := strings.CutPrefix(t, "fio-"); ok && len(rest) < 40 {
		r.version = rest
		return
	}
	if m := opLine.FindStringSubmatch(t); m != nil && r.group != "" {
		r.operation(m[1], t, w)
		return
	}
	if r.job != nil {
		r.latency(t)
	}
}

func parseHeader(t string, m []string) header {
	h := header{rw: m[2], depth: 1}
	block := m[3]
	if rest, ok := strings.CutPrefix(block, "(R)"); ok || strings.Contains(t, "(R) ") {
		_, after, _ := strings.Cut(t, "(R) ")
		block = after + rest
		if strings.Contains(m[2], "write") && !strings.Contains(m[2], "rw") {
			_, block, _ = strings.Cut(t, "(W) ")
		}
	}
	block, _, _ = strings.Cut(block, "-")
	h.block = size(block)
	if v, ok := fact.After(t, "iodepth="); ok {
		h.depth = int(v)
	}
	if _, after, ok := strings.Cut(t, "ioengine="); ok {
		h.engine, _, _ = strings.Cut(after, ",")
	}
	return h
}

// operation reads "write: io=4096.0MB, bw=53966KB/s, iops=13491, runt= 77721msec" of 2.x and
// "write: IOPS=95, BW=382KiB/s (391kB/s)(…" of 3.x.
func (r *reader) operation(op, t string, w fact.Where) {
	h := r.headers[r.group]
	j := fact.Job{Where: w, Name: r.group, Version: r.version, Op: op, Block: h.block, Depth: h.depth * max(r.jobs, 1)}
	j.Random = strings.HasPrefix(h.rw, "rand")
	lower := strings.ToLower(t)
	j.IOPS = rate(lower, "iops=")
	if _, after, ok := strings.Cut(lower, "bw="); ok {
		number, _, _ := strings.Cut(after, "/s")
		j.Rate = float64(size(number))
	}
	if j.Block == 0 && j.IOPS > 0 {
		j.Block = blockOf(j.Rate / j.IOPS)
	}
	r.facts.Jobs = append(r.facts.Jobs, j)
	r.facts.Known++
	r.job, r.into = &r.facts.Jobs[len(r.facts.Jobs)-1], nil
}

// blockOf rounds a mean size to a power of two that is within 2 %: fio rounds the numbers that it follows from.
func blockOf(mean float64) int64 {
	for b := int64(512); b <= 1<<26; b *= 2 {
		if mean > float64(b)*0.98 && mean < float64(b)*1.02 {
			return b
		}
	}
	return int64(mean)
}

// rate reads a number with a decimal letter: "13.5k".
func rate(t, word string) float64 {
	v, ok := fact.After(t, word)
	if !ok {
		return 0
	}
	_, rest, _ := strings.Cut(t, word)
	switch rest = strings.TrimLeft(rest, "0123456789. "); {
	case strings.HasPrefix(rest, "k"):
		v *= 1e3
	case strings.HasPrefix(rest, "m"):
		v *= 1e6
	}
	return v
}

// size reads "4K", "4096B", "382kib", "53966kb", "1.2MiB": fio's prefixes count 1024 where a size or rate is given
// first.
func size(text string) int64 {
	text = strings.ToLower(strings.TrimSpace(text))
	v, ok := fact.Leading(text)
	if !ok {
		return 0
	}
	rest := strings.TrimLeft(text, "0123456789. ")
	for i, c := range "kmgt" {
		if strings.HasPrefix(rest, string(c)) {
			v *= float64(int64(1) << (10 * (i + 1)))
		}
	}
	if v < 0 || v > 1<<60 {
		return 0
	}
	return int64(v)
}

// latency reads the lines of means and of percentiles. Where fio prints both clat and lat percentiles, clat's stay.
func (r *reader) latency(t string) {
	if m := latLine.FindStringSubmatch(t); m != nil {
		if v, ok := fact.Number(m[3]); ok {
			switch {
			case m[1] == "sync":
				r.job.Sync.Mean = v * seconds[m[2]]
			case m[1] == "clat" || r.job.Latency.Mean == 0:
				r.job.Latency.Mean = v * seconds[m[2]]
			}
		}
		return
	}
	if m := titleLine.FindStringSubmatch(t); m != nil {
		r.unit, r.into = seconds[m[2]], nil
		if m[1] == "sync" {
			r.into = &r.job.Sync
		} else if len(r.job.Latency.Quantiles) == 0 {
			r.into = &r.job.Latency
		}
		return
	}
	if r.into == nil || !strings.HasPrefix(t, "|") {
		return
	}
	for _, m := range percentile.FindAllStringSubmatch(t, -1) {
		p, _ := fact.Number(m[1])
		v, _ := fact.Number(m[2])
		r.into.Quantiles = append(r.into.Quantiles, fact.Quantile{P: p / 100, Seconds: v * r.unit})
	}
}

// settle decides what ended in memory: a synchronous write() followed by a sync that takes at least four times as
// long was copied to the page cache.
func settle(jobs []fact.Job) {
	for i := range jobs {
		j := &jobs[i]
		j.Memory = !j.Direct && j.Op == "write" && j.Sync.Mean > 4*j.Latency.Mean
	}
}
