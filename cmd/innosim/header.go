package main

import (
	"fmt"
	"strings"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/report"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/unit"
)

// headerOf describes a scenario in the words that its user chose.
func headerOf(sc *scenario.Scenario) report.Header {
	w := sc.Workload[0]
	return report.Header{
		Header:  documentHeader(sc),
		Threads: w.Threads,
		Rate:    w.Rate,
		Warmup:  sc.Warmup, Steady: sc.Steady, ReportInterval: sc.ReportInterval,
	}
}

// documentHeader is the header of JSON that has no times and no load of its own.
func documentHeader(sc *scenario.Scenario) document.Header {
	return document.Header{
		Version:  version,
		Scenario: sc.Name,
		Server:   strings.Join(append([]string{sc.Profile.Name}, sc.Modifiers...), " + "),
		Host:     hostText(sc),
		Device:   devicesText(sc),
		Workload: workloadText(sc),
		Seed:     sc.Seed,
		Digest:   digestText(sc),
	}
}

func hostText(sc *scenario.Scenario) string {
	h := sc.Host
	client := "remote client"
	if h.LocalClient {
		client = "local client"
	}
	text := fmt.Sprintf("%d CPUs, %s, %s", h.CPUs, unit.HumanBytes(float64(h.Memory)), client)
	if h.Name != "" {
		text = h.Name + ": " + text
	}
	return text
}

// devicesText names the devices; those that the data device serves too are left out.
func devicesText(sc *scenario.Scenario) string {
	d := sc.Devices
	texts := []string{"data " + deviceText(d.Data)}
	for _, other := range []struct {
		name   string
		config *device.Config
	}{{"redo", d.Redo}, {"doublewrite", d.Doublewrite}, {"binlog", d.Binlog}, {"extension", d.Extension}} {
		if other.config != nil {
			texts = append(texts, other.name+" "+deviceText(*other.config))
		}
	}
	return strings.Join(texts, "; ")
}

// deviceText is the profile with what was changed of it.
func deviceText(c device.Config) string {
	var parts []string
	for _, kv := range c.Canonical() {
		if kv.Key == "profile" || kv.Key == "size" {
			parts = append(parts, kv.Value)
			continue
		}
		parts = append(parts, kv.Key+"="+kv.Value)
	}
	if len(parts) == 0 {
		return "instant"
	}
	return strings.Join(parts, " ")
}

func workloadText(sc *scenario.Scenario) string {
	var phases []string
	for _, w := range sc.Workload {
		text := fmt.Sprintf("%s, %d tables of %d rows, %d threads, %s",
			w.Script, w.Tables, w.TableSize, w.Threads, w.RandType)
		if w.Rate > 0 {
			text += fmt.Sprintf(", %g transactions/s", w.Rate)
		}
		phases = append(phases, text)
	}
	return strings.Join(phases, "; ")
}

// digestText is the digest of the canonical scenario as it is printed.
func digestText(sc *scenario.Scenario) string { return fmt.Sprintf("%016x", sc.Digest()) }
