package recovery_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/recovery"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/unit"
)

// record is one kill and restart of the laboratory's server: MySQL 9.7.4 on a virtual machine with 2 CPUs,
// files in memory behind an emulated device, killed under sysbench oltp_write_only (8 tables of 400,000 rows,
// uniform, 16 clients).
type record struct {
	Name      string
	Params    map[string]float64 `json:"device_params"`
	Redo      string
	Pool      string
	Age       float64               `json:"checkpoint_age"`
	Dirty     float64               `json:"dirty"`
	Ready     float64               `json:"ready_s"`
	IO        map[string][2]float64 `json:"io_calls_bytes"`
	Shutdown  float64               `json:"shutdown_s"`
	Restart   float64               `json:"restart_s"`
	Load      *float64              `json:"load_s"`
	LoadPages float64               `json:"load_pages"`
}

func records(t testing.TB) []record {
	f, err := os.Open("testdata/lab.jsonl")
	require.NoError(t, err)
	defer f.Close()
	var all []record
	for in := bufio.NewScanner(f); in.Scan(); {
		var r record
		require.NoError(t, json.Unmarshal(in.Bytes(), &r))
		all = append(all, r)
	}
	return all
}

func size(t testing.TB, text string) int64 {
	n, err := unit.ParseBytes(text)
	require.NoError(t, err)
	return int64(n)
}

func us(f float64) sim.Duration { return sim.Duration(f * float64(sim.Microsecond)) }

// server is the laboratory's server on the record's device; the costs of its host are those of the profile
// lab-vm-2, but for the first use of memory: that of the killed process was free in the guest, so that the
// hypervisor did not have to provide it again.
func (r *record) server(t testing.TB) *recovery.Server {
	p := r.Params
	return &recovery.Server{
		CPU: queue.CPUOptions{
			CPUs: 2, ThreadsPerCore: 1, Factor: 1, Share: 1, Switch: us(2), Cold: us(40), ColdGap: us(1000), Idle: us(10),
		},
		Wakeup: us(75), SyscallCPU: us(3), CopyKiB: 800, PageFault: us(5), PageCache: 20 << 30,
		Data: device.Config{
			ReadLatency: us(p["read_us"]), WriteLatency: us(p["write_us"]), FlushLatency: us(p["flush_us"]), LatencyCV: p["cv"],
			Channels: int(p["channels"]), IOPS: p["iops"], IOPSUnit: int64(p["iop_bytes"]), Bandwidth: p["mbps"] * 1e6,
			FlushSerial: p["serial_flush"] == 1,
		},
		Seed: 1, PageSize: 16384, Frames: int(size(t, r.Pool) / 16384), Instances: 1, LRUScanDepth: 1024, IOCapacity: 2000,
		ReadIOThreads: 4, WriteIOThreads: 4, Direct: true, SyncData: true, BatchPages: 128,
		RedoCapacity: size(t, r.Redo), RedoFiles: 32, WritesBack: true,
	}
}

// crash is what the kill left: redo since the checkpoint, and pages in it by the reads of the restart.
func (r *record) crash() recovery.Crash {
	const tables, pages = 9, 6400
	unique := int(r.IO["read.data"][0]+r.IO["read.undo"][0]) - 900
	return recovery.Crash{
		Redo: int64(r.Age), Cached: true, Pages: spread(unique, int(r.Dirty), tables, pages, uint64(r.Age)),
	}
}

// spread draws n different pages of the tables, changed at random moments; so many are not on disk.
func spread(n, dirty, tables, pages int, redo uint64) []recovery.Page {
	s := rng.New(7, "spread", 0)
	taken := map[recovery.Page]bool{}
	out := make([]recovery.Page, 0, n)
	for len(out) < n {
		p := recovery.Page{File: uint16(s.Uint32n(uint32(tables))), Number: s.Uint32n(uint32(pages))}
		if taken[p] {
			continue
		}
		taken[p] = true
		p.Last, p.OnDisk = 1+s.Uint64n(redo), len(out) >= dirty
		out = append(out, p)
	}
	return out
}

const within = 1.5 // factor between prediction and measurement

func close(t *testing.T, what string, predicted sim.Duration, measured float64) {
	ratio := predicted.Seconds() / measured
	if ratio > within || ratio < 1/within {
		t.Errorf("%s: predicted %.2f s, measured %.2f s", what, predicted.Seconds(), measured)
	}
	t.Logf("%-10s predicted %6.2f s, measured %6.2f s: %.2f", what, predicted.Seconds(), measured, ratio)
}

func TestRecoveryTakesTheMeasuredTime(t *testing.T) {
	for _, r := range records(t) {
		t.Run(r.Name, func(t *testing.T) {
			got := r.server(t).Recover(r.crash())
			close(t, "ready", got.Ready, r.Ready)
			t.Log(got)
		})
	}
}

func TestCleanShutdownAndRestartTakeTheMeasuredTime(t *testing.T) {
	for _, r := range records(t) {
		t.Run(r.Name, func(t *testing.T) {
			s := r.server(t)
			close(t, "shutdown", s.Stop(recovery.Shutdown{Fast: 1}).Ready, r.Shutdown)
			pages := make([]recovery.Page, int(r.LoadPages))
			for i := range pages {
				pages[i].Number = uint32(i * 3)
			}
			got := s.Start(pages)
			close(t, "restart", got.Ready, r.Restart)
			if r.Load != nil {
				close(t, "load", got.Loaded, *r.Load)
			}
		})
	}
}
