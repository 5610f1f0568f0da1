package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/recovery"
	"github.com/innosim/innosim/sim"
)

// recoveryText says what a crash at the end of the window would cost, and what a clean shutdown.
func recoveryText(b *bufio.Writer, d engine.Durability) {
	fmt.Fprintf(b, "    Recovery after a crash at the end of the window: %s s%s\n", figure(d.RecoveryTime),
		phaseText(d.Recovery.Phases))
	if u := d.Recovery; len(u.Phases) > 0 {
		fmt.Fprintf(b, "    It scans %s MiB of redo in %d batch(es), reads %d pages, brings %d of them up to date, writes %d"+
			" before it is ready, and rolls back for %s s in the background\n",
			figure(float64(u.RedoBytes)/(1<<20)), u.Batches, u.PagesRead, u.PagesApplied, u.PagesWritten, figure(u.Rollback.Seconds()))
	}
	if d.ShutdownTime > 0 {
		fmt.Fprintf(b, "    A clean shutdown instead: %s s\n", figure(d.ShutdownTime))
	}
	fmt.Fprintln(b)
}

// phaseText is ": scan 1.200 s, apply 4.000 s".
func phaseText(phases []recovery.Phase) string {
	if len(phases) == 0 {
		return ""
	}
	parts := make([]string, len(phases))
	for i, p := range phases {
		parts[i] = fmt.Sprintf("%s %s", p.Name, figure(p.Time.Seconds()))
	}
	return ": " + strings.Join(parts, ", ")
}

// outages tells what the crashes and restarts of the timeline did.
func outages(b *bufio.Writer, r *Run) {
	if len(r.Result.Outages) == 0 {
		return
	}
	heading(b, r, "Outages")
	for _, o := range r.Result.Outages {
		fmt.Fprintf(b, "    %s at %s s: no service for %s s%s\n", o.Action, figure(sim.Duration(o.At).Seconds()),
			figure(o.Down.Seconds()), phaseText(o.Phases))
		fmt.Fprintf(b, "        %d acknowledged commits lost, the binary log lacks %d transactions, %d page writes torn, %d of them"+
			" repaired; redo scanned %s MiB, pages read %d, applied %d, written %d, loaded %d; rollback %s s in the background\n",
			o.Lost, o.Unlogged, o.Torn, o.Repaired, figure(float64(o.Redo)/(1<<20)), o.Read, o.Applied, o.Written, o.Loaded,
			figure(o.Rollback.Seconds()))
	}
	fmt.Fprintln(b)
}

type recoveryJSON struct {
	Batches      int         `json:"batches"`
	PagesApplied int         `json:"pages_applied"`
	PagesRead    int         `json:"pages_read"`
	PagesWritten int         `json:"pages_written"`
	Phases       []phaseJSON `json:"phases"`
	RedoBytes    int64       `json:"redo_bytes"`
	Rollback     number      `json:"rollback_seconds"`
}

type phaseJSON struct {
	Name    string `json:"name"`
	Seconds number `json:"seconds"`
}

type outageJSON struct {
	Action       string      `json:"action"`
	At           number      `json:"at_seconds"`
	Down         number      `json:"down_seconds"`
	Lost         uint64      `json:"lost_commits"`
	PagesApplied int         `json:"pages_applied"`
	PagesLoaded  int         `json:"pages_loaded"`
	PagesRead    int         `json:"pages_read"`
	PagesWritten int         `json:"pages_written"`
	Phases       []phaseJSON `json:"phases"`
	RedoBytes    int64       `json:"redo_bytes"`
	Repaired     int         `json:"repaired_pages"`
	Rollback     number      `json:"rollback_seconds"`
	Torn         int         `json:"torn_writes"`
	Unlogged     uint64      `json:"unlogged_transactions"`
}

func toRecovery(u recovery.Report) recoveryJSON {
	return recoveryJSON{
		Batches: u.Batches, PagesApplied: u.PagesApplied, PagesRead: u.PagesRead, PagesWritten: u.PagesWritten,
		Phases: phaseList(u.Phases), RedoBytes: u.RedoBytes, Rollback: number(u.Rollback.Seconds()),
	}
}

func phaseList(phases []recovery.Phase) []phaseJSON {
	out := make([]phaseJSON, len(phases))
	for i, p := range phases {
		out[i] = phaseJSON{p.Name, number(p.Time.Seconds())}
	}
	return out
}

func outageList(all []engine.Outage) []outageJSON {
	var out []outageJSON
	for _, o := range all {
		out = append(out, outageJSON{
			Action: o.Action, At: number(sim.Duration(o.At).Seconds()), Down: number(o.Down.Seconds()), Lost: o.Lost,
			PagesApplied: o.Applied, PagesLoaded: o.Loaded, PagesRead: o.Read, PagesWritten: o.Written,
			Phases: phaseList(o.Phases), RedoBytes: o.Redo, Repaired: o.Repaired, Rollback: number(o.Rollback.Seconds()),
			Torn: o.Torn, Unlogged: o.Unlogged,
		})
	}
	return out
}
