package server

import (
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// ReadSystem takes processors and memory from pt-summary.
func ReadSystem(lines *fact.Lines, file string, f *fact.Facts) {
	section := ""
	for lines.Next() {
		w := fact.Where{File: file, Line: lines.No()}
		if t := lines.Text(); strings.HasPrefix(t, "# ") && strings.HasSuffix(t, "##") {
			section = strings.TrimSpace(strings.Trim(t, "# "))
			continue
		}
		name, value, ok := strings.Cut(lines.Text(), " | ")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case !ok:
		case section == "Processor" && name == "Processors":
			if v, ok := fact.After(value, "virtual ="); ok {
				f.CPUs = fact.Setting{Where: w, Name: "cpus", Value: strconv.Itoa(int(v))}
				f.Known++
			}
		case section == "Memory" && name == "Total":
			f.Memory = fact.Setting{Where: w, Name: "memory", Value: bytesOf(value)}
			f.Known++
		}
	}
}
