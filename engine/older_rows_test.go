package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// TestOlderRows prints what distinguishes a row from its parent: policies, settings, and what its policies decide in one case.
func TestOlderRows(t *testing.T) {
	datadriven.RunTest(t, "testdata/older-rows", func(t *testing.T, d *datadriven.TestData) string {
		var parent string
		d.ScanArgs(t, "parent", &parent)
		child, old := rowConfig(t, d.Cmd), rowConfig(t, parent)
		var b strings.Builder
		policies(t, &b, d.Cmd, parent)
		settings(&b, child, old)
		free, pages, kn, l := child.InForce()
		fmt.Fprintf(&b, "redo limits in MiB: clients stop at %.2f, sync %.2f, adaptive %.2f\n", mib(l.Free), mib(l.Sync), mib(l.Dirty))
		b.WriteString("no free page, dirty tail, batch running:" + search(free) + "\n")
		b.WriteString(passes(pages, kn, l))
		return b.String()
	})
}

func rowConfig(t *testing.T, server string) engine.Config {
	text := "[innosim]\nserver = " + server + "\n[host]\ncpus = 16\nmemory = 64G\n[mysqld]\ninnodb_buffer_pool_size = 8G\n"
	sc, err := scenario.Parse(oneFile(text), "x.cnf")
	require.NoError(t, err)
	return sc.Config
}

func mib(l redo.LSN) float64 { return float64(l) / (1 << 20) }

func policies(t *testing.T, b *strings.Builder, child, parent string) {
	c, err := scenario.Describe("servers", child)
	require.NoError(t, err)
	p, err := scenario.Describe("servers", parent)
	require.NoError(t, err)
	for i, d := range c.Details {
		if d[0] != "variables" && d[0] != "version" && d[1] != p.Details[i][1] {
			fmt.Fprintf(b, "%s: %s\n", d[0], d[1])
		}
	}
}

func settings(b *strings.Builder, child, parent engine.Config) {
	for _, v := range child.Profile.Variables() {
		now := v.Format(&child.Settings)
		w, ok := profile.Find(v.Name, parent.Profile.Generation)
		switch {
		case !ok || parent.Profile.Status(v.Name) != profile.Listed:
			fmt.Fprintf(b, "+ %s = %s\n", v.Name, now)
		case w.Format(&parent.Settings) != now:
			fmt.Fprintf(b, "%s = %s, not %s\n", v.Name, now, w.Format(&parent.Settings))
		}
	}
	for _, v := range parent.Profile.Variables() {
		if child.Profile.Status(v.Name) != profile.Listed {
			fmt.Fprintf(b, "- %s\n", v.Name)
		}
	}
}

// search are the first moves of a thread that never finds a free page.
func search(p bufferpool.FreePolicy) string {
	s := bufferpool.Search{TryScan: true, BatchRunning: true}
	var out string
	for range 12 {
		m, d := p.Next(s)
		s.Last = m
		switch m {
		case bufferpool.ScanTail:
			s.TryScan = false
		case bufferpool.FlushSingle:
			s.Round++
		case bufferpool.Sleep:
			s.Sleeps++
		case bufferpool.AwaitBatch:
			s.BatchRunning = false
		}
		if m == bufferpool.TakeFree {
			continue
		}
		out += ", " + m.String()
		if d > 0 {
			out += " " + d.String()
		}
	}
	return out[1:]
}

// evenRedo answers the look-ahead: 4 KiB of redo a page.
type evenRedo struct{ oldest redo.LSN }

func (e evenRedo) CountOlder(_ int, limit redo.LSN, most int) int {
	return min(max(int(limit-e.oldest)/4096/8, 0), most)
}

// passes are plans at growing ages, and one of synchronous flushing.
func passes(p flush.Policy, kn flush.Knobs, l redo.Limits) string {
	var out string
	in := flush.Inputs{Limits: l, Dirty: 20000, LRU: 500000, Free: 8000, Instances: 8, Now: sim.Time(40 * sim.Second)}
	for _, pct := range []int{25, 50, 75, 100} {
		in.Oldest = 1 << 30
		in.Added = in.Oldest + l.Dirty*redo.LSN(pct)/100
		in.Older = evenRedo{in.Oldest}
		mem := flush.Memory{Started: true, PageAvg: 800, LSNAvg: 4 << 20, From: in.Added, Since: in.Now, Last: in.Oldest}
		out += fmt.Sprintf("age %d%%: %d pages\n", pct, p.Recommend(in, kn, &mem).Pages)
	}
	in.Sync, in.UpTo = true, in.Oldest+40<<20
	mem := flush.Memory{Started: true, PageAvg: 800, LSNAvg: 4 << 20, Last: in.Oldest}
	return out + fmt.Sprintf("synchronous, 40 MiB behind: %d pages\n", p.Recommend(in, kn, &mem).Pages)
}
