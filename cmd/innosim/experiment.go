package main

import (
	"fmt"
	"io"

	"github.com/innosim/innosim/engine/lab/experiment"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// experimentHeader describes the base of an experiment.
func experimentHeader(sc *scenario.Scenario, replications int) experiment.Header {
	h := documentHeader(sc)
	return experiment.Header{
		Base: h.Scenario, Device: h.Device, Digest: h.Digest, Host: h.Host, Replications: replications, Seed: h.Seed,
		Server: h.Server, Version: h.Version, Workload: h.Workload,
	}
}

// seeds are those of the replications.
func seeds(h experiment.Header) detail {
	if h.Replications < 2 {
		return detail{"seed", fmt.Sprint(h.Seed)}
	}
	return detail{"seeds", fmt.Sprintf("%d … %d", h.Seed, h.Seed+uint64(h.Replications)-1)}
}

// writeExperimentHeader prints the base and what is needed to repeat the experiment.
func writeExperimentHeader(w io.Writer, h experiment.Header) error {
	for _, f := range []detail{
		{"innosim", h.Version}, {"base", h.Base}, {"server", h.Server}, {"host", h.Host}, {"device", h.Device},
		{"workload", h.Workload}, seeds(h), {"digest", h.Digest},
	} {
		if f.Value == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-10s%s\n", f.Name, f.Value); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}
