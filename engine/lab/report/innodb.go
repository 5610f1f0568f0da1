package report

import (
	"bufio"
	"fmt"

	"github.com/innosim/innosim/engine"
)

// innodb prints the state of the storage engine at the end of the window, and its rates over it.
func innodb(b *bufio.Writer, r *Run) {
	s := r.Result.State
	heading(b, r, "InnoDB")
	row := func(label, format string, args ...any) {
		fmt.Fprintf(b, "    %-22s "+format+"\n", append([]any{label}, args...)...)
	}
	age := float64(s.LSN - min(s.Checkpoint, s.LSN))
	row("checkpoint age", "%s (%.0f bytes): %s", size(age), age, againstLimits(age, s))
	row("dirty pages", "%d of %d (%s)", s.DirtyPages, s.PoolPages,
		percent(float64(s.DirtyPages), float64(s.PoolPages)))
	row("free pages", "%d", s.FreePages)
	row("history list length", "%d at the end%s", s.HistoryList, historyMean(r))
	f := s.FlushedBy
	row("pages flushed/s", "adaptive %s, dirty %s, sync %s, idle %s, LRU %s, single page %s", figure(f.Adaptive),
		figure(f.Dirty), figure(f.Sync), figure(f.Idle), figure(f.LRU), figure(f.Single))
	row("doublewrite", "%d pages in %d batches since the start (%s pages each)", s.DoublewritePages, s.DoublewriteBatches,
		figure(ratio(float64(s.DoublewritePages), float64(s.DoublewriteBatches))))
	row("redo fsyncs per commit", "%s", figure(s.RedoFsyncsPerCommit))
	row("write amplification", "%s", amplification(s.Bytes))
	fmt.Fprintln(b)
}

// historyMean says why the result of this name is another number.
func historyMean(r *Run) string {
	if v, known := r.Result.Results["history_list_length"]; known {
		return "; " + figure(v) + " is the mean of the last ten report intervals (history_list_length)"
	}
	return ""
}

// againstLimits relates the checkpoint age to the ages at which something happens.
func againstLimits(age float64, s engine.State) string {
	limits := []struct {
		name  string
		bytes uint64
	}{
		{"asynchronous flush", s.AsyncAge}, {"synchronous flush", s.SyncAge},
		{"writers stop", s.RedoSoftLimit}, {"capacity", s.RedoCapacity},
	}
	text := ""
	for _, l := range limits {
		if l.bytes == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%s of %s (%s)", percent(age, float64(l.bytes)), l.name, size(float64(l.bytes)))
	}
	if text == "" {
		return "no limit"
	}
	return text
}

// amplification is the bytes written to devices per byte of redo, by what they were.
func amplification(w engine.WriteBytes) string {
	if w.LSN == 0 {
		return "no redo was written"
	}
	all := w.RedoFiles + w.Doublewrite + w.Data + w.Undo + w.Binlog
	return fmt.Sprintf("%s bytes per byte of redo: redo files %s, doublewrite %s, data %s, undo %s, binlog %s",
		figure(all/w.LSN), figure(w.RedoFiles/w.LSN), figure(w.Doublewrite/w.LSN), figure(w.Data/w.LSN),
		figure(w.Undo/w.LSN), figure(w.Binlog/w.LSN))
}
