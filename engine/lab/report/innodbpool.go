package report

import (
	"fmt"

	"github.com/innosim/innosim/engine"
)

const pageBytes = 16384 // innodb_page_size, the default

// logLine prints a log position in the columns of MySQL 8.
func (m *monitor) logLine(label string, v uint64) { fmt.Fprintf(m, "%-*s%d\n", labelWidth, label, v) }

// log97 is the LOG section of MySQL 9.
func log97(m *monitor) {
	m.logLine("Log capacity", m.state.RedoCapacity)
	m.logLine("Log capacity used", m.state.RedoCapacity)
	log80(m)
}

// log80 is the LOG section of MySQL 8.0 and 8.4.
func log80(m *monitor) {
	s := m.state
	m.logLine("Log sequence number", s.LSN)
	m.logLine("Log buffer assigned up to", s.LSN)
	m.logLine("Log buffer completed up to", s.LSN)
	m.logLine("Log written up to", s.Written)
	m.logLine("Log flushed up to", s.Flushed)
	m.logLine("Added dirty pages up to", s.AddedDirty)
	m.logLine("Pages flushed up to", m.flushedUpTo())
	m.logLine("Last checkpoint at", s.Checkpoint)
	if file := s.RedoCapacity / redoFiles; file > 0 {
		m.logLine("Log minimum file id is", s.Checkpoint/file)
		m.logLine("Log maximum file id is", s.LSN/file)
	}
	fmt.Fprintf(m, "%d log i/o's done, %.2f log i/o's/second\n", s.LogIOs, m.rate(RateLogIOs))
}

// logMariaDB is the LOG section of MariaDB 10.8 and later.
func logMariaDB(m *monitor) {
	s := m.state
	fmt.Fprintf(m, "Log sequence number %d\nLog flushed up to   %d\n", s.LSN, s.Flushed)
	fmt.Fprintf(m, "Pages flushed up to %d\nLast checkpoint at  %d\n", m.flushedUpTo(), s.Checkpoint)
}

// log57 is the LOG section of MySQL 5.7.
func log57(m *monitor) {
	logMariaDB(m)
	fmt.Fprint(m, "0 pending log flushes, 0 pending chkp writes\n")
	fmt.Fprintf(m, "%d log i/o's done, %.2f log i/o's/second\n", m.state.LogIOs, m.rate(RateLogIOs))
}

// flushedUpTo is the oldest change that is in no data file yet; the end of the log when there is none.
func (m *monitor) flushedUpTo() uint64 {
	if m.state.OldestDirty == 0 {
		return m.state.LSN
	}
	return m.state.OldestDirty
}

// pool prints the buffer pool, then its instances when there are several.
func (m *monitor) pool() {
	m.section("BUFFER POOL AND MEMORY")
	s := m.state
	fmt.Fprint(m, "Total large memory allocated 0\nDictionary memory allocated 0\n")
	m.pages(engine.InstanceState{
		Pages: s.PoolPages, Free: s.FreePages, LRU: s.LRUPages, Old: s.OldPages, Dirty: s.DirtyPages,
	})
	if m.style.dirtyPercent {
		fmt.Fprintf(m, "Percent of dirty pages(LRU & free pages): %.3f\n",
			100*ratio(float64(s.DirtyPages), float64(s.LRUPages+s.FreePages)))
	}
	fmt.Fprintf(m, "%-*s%d\n", poolLabelWidth, "Pending reads", s.PendingReads)
	fmt.Fprintf(m, "Pending writes: LRU %d, flush list %d", s.PendingLRU, s.PendingList)
	if m.style.singlePage {
		fmt.Fprintf(m, ", single page %d", s.PendingSingle)
	}
	fmt.Fprintf(m, "\nPages made young %d, not young %d\n", s.PagesMadeYoung, s.PagesNotMadeYoung)
	fmt.Fprintf(m, "%.2f youngs/s, %.2f non-youngs/s\n", m.rate(RateYoungs), m.rate(RateNotYoungs))
	fmt.Fprintf(m, "Pages read %d, created %d, written %d\n", s.PagesRead, s.PagesCreated, s.PagesWritten)
	fmt.Fprintf(m, "%.2f reads/s, %.2f creates/s, %.2f writes/s\n",
		m.rate(RatePagesRead), m.rate(RatePagesCreated), m.rate(RatePagesWritten))
	m.hitRate()
	fmt.Fprintf(m, "Pages read ahead %.2f/s, evicted without access %.2f/s, Random read ahead 0.00/s\n",
		m.rate(RateReadAhead), m.rate(RateReadAheadEvicted))
	fmt.Fprintf(m, "LRU len: %d, unzip_LRU len: 0\nI/O sum[0]:cur[0], unzip sum[0]:cur[0]\n", s.LRUPages)
	if len(s.Instances) > 1 {
		m.instances()
	}
}

// pages prints the lists of the pool or of an instance.
func (m *monitor) pages(i engine.InstanceState) {
	line := func(label string, n int) { fmt.Fprintf(m, "%-*s%d\n", poolLabelWidth, label, n) }
	line("Buffer pool size", i.Pages)
	line("Free buffers", i.Free)
	line("Database pages", i.LRU)
	line("Old database pages", i.Old)
	line("Modified db pages", i.Dirty)
}

// hitRate prints how many of a thousand page requests found their page, and how many moved it.
func (m *monitor) hitRate() {
	gets := m.rate(RatePageGets)
	if gets == 0 {
		fmt.Fprint(m, "No buffer pool page gets since the last printout\n")
		return
	}
	fmt.Fprintf(m, "Buffer pool hit rate %.0f / 1000, young-making rate %.0f / 1000 not %.0f / 1000\n",
		1000-min(1000, 1000*m.rate(RatePagesRead)/gets),
		1000*m.rate(RateYoungs)/gets, 1000*m.rate(RateNotYoungs)/gets)
}

// instances prints the lists of every instance; counters are kept for the whole pool.
func (m *monitor) instances() {
	m.ruled("----------------------", "INDIVIDUAL BUFFER POOL INFO")
	for n, i := range m.state.Instances {
		fmt.Fprintf(m, "---BUFFER POOL %d\n", n)
		m.pages(i)
	}
}
