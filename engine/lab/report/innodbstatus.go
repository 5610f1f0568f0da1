package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/innosim/innosim/engine"
)

// Names of engine.State.Rates, per second over the measured window, that SHOW ENGINE INNODB STATUS prints.
const (
	RateFileReads        = "file_reads"
	RateFileReadBytes    = "file_read_bytes"
	RateFileWrites       = "file_writes"
	RateFileSyncs        = "file_syncs"
	RateLogIOs           = "log_ios"
	RateYoungs           = "pages_made_young"
	RateNotYoungs        = "pages_not_made_young"
	RatePagesRead        = "pages_read"
	RatePagesCreated     = "pages_created"
	RatePagesWritten     = "pages_written"
	RatePageGets         = "page_gets"
	RateReadAhead        = "read_ahead"
	RateReadAheadEvicted = "read_ahead_evicted"
	RateRowsInserted     = "rows_inserted"
	RateRowsUpdated      = "rows_updated"
	RateRowsDeleted      = "rows_deleted"
	RateRowsRead         = "rows_read"
)

const (
	innodbThread   = 140000000000000 // any thread's id: the printed one carries no meaning
	redoFiles      = 32              // files that share the capacity, MySQL 8.0.30 and later
	hashPartitions = 8               // innodb_adaptive_hash_index_parts
	hashCellBytes  = 512             // bytes of pool per cell of the adaptive hash index, buf0buf.cc
	labelWidth     = 29              // column of the values in the LOG section of MySQL 8
	poolLabelWidth = 19              // column of the values in the BUFFER POOL section
)

// epoch is the date of the simulated start: printed times depend on nothing else.
var epoch = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// monitor prints the sections for one server.
type monitor struct {
	*bufio.Writer
	run   *Run
	state engine.State
	style monitorStyle
}

// monitorStyle is how a family of servers prints the sections that differ.
type monitorStyle struct {
	match        string // part of the row's name
	semaphores   bool   // spin statistics
	ioThreads    bool   // a line per I/O thread
	logThread    bool   // one of them is for the log
	hashTables   int
	log          func(m *monitor)
	singlePage   bool // pending single page flushes are counted
	dirtyPercent bool
	queries      bool // the queue in front of InnoDB
	systemRows   bool
	mainThread   string // how the main thread's state is printed
}

// monitorStyles has a row per family, the first that matches counts.
func monitorStyles() []monitorStyle {
	return []monitorStyle{
		{match: "mariadb", log: logMariaDB, dirtyPercent: true, systemRows: true, mainThread: ", state: sleeping"},
		{match: "5.7", semaphores: true, ioThreads: true, logThread: true, hashTables: 1, log: log57,
			singlePage: true, queries: true, mainThread: ", state: sleeping"},
		{match: "8.0", semaphores: true, ioThreads: true, hashTables: hashPartitions, log: log80, singlePage: true,
			queries: true, systemRows: true, mainThread: " , state=sleeping"},
		{match: "8.4", semaphores: true, ioThreads: true, hashTables: hashPartitions, log: log80, singlePage: true,
			queries: true, systemRows: true, mainThread: " , state=sleeping"},
		{match: "", semaphores: true, ioThreads: true, hashTables: hashPartitions, log: log97, singlePage: true,
			queries: true, systemRows: true, mainThread: " , state=sleeping"},
	}
}

// styleOf finds the style of a server row.
func styleOf(server string) monitorStyle {
	var last monitorStyle
	for _, s := range monitorStyles() {
		last = s
		if strings.Contains(server, s.match) {
			break
		}
	}
	return last
}

// InnoDBStatus prints what SHOW ENGINE INNODB STATUS\G of the server would show at the end of the window.
func InnoDBStatus(w io.Writer, r *Run) error {
	m := &monitor{bufio.NewWriter(w), r, r.Result.State, styleOf(r.Header.Server)}
	stars := strings.Repeat("*", 27)
	fmt.Fprintf(m, "%s 1. row %s\n  Type: InnoDB\n  Name: \nStatus: \n", stars, stars)
	at := epoch.Add(time.Duration(r.Result.Simulated)).Format(time.DateTime)
	m.ruled(strings.Repeat("=", 37), fmt.Sprintf("%s %d INNODB MONITOR OUTPUT", at, int64(innodbThread)))
	fmt.Fprintf(m, "Per second averages calculated from the last %.0f seconds\n", r.Result.Window.Seconds())
	m.background()
	m.semaphores()
	m.transactions()
	m.fileIO()
	m.insertBuffer()
	m.section("LOG")
	m.style.log(m)
	m.pool()
	m.rows()
	end := "END OF INNODB MONITOR OUTPUT"
	fmt.Fprintf(m, "%s\n%s\n%s\n\n", strings.Repeat("-", len(end)), end, strings.Repeat("=", len(end)))
	return m.Flush()
}

// section prints the heading of a section, ruled as long as its title.
func (m *monitor) section(title string) { m.ruled(strings.Repeat("-", len(title)), title) }

// ruled prints a title between two lines.
func (m *monitor) ruled(line, title string) { fmt.Fprintf(m, "%s\n%s\n%s\n", line, title, line) }

// rate is a figure per second over the window.
func (m *monitor) rate(name string) float64 { return orZero(m.state.Rates[name]) }

func (m *monitor) background() {
	m.section("BACKGROUND THREAD")
	s := m.state
	fmt.Fprintf(m, "srv_master_thread loops: %d srv_active, 0 srv_shutdown, %d srv_idle\n",
		s.MasterActive, s.MasterIdle)
	fmt.Fprint(m, "srv_master_thread log flush and writes: 0\n")
}

func (m *monitor) semaphores() {
	m.section("SEMAPHORES")
	if !m.style.semaphores {
		return
	}
	fmt.Fprint(m, "OS WAIT ARRAY INFO: reservation count 0\nOS WAIT ARRAY INFO: signal count 0\n"+
		"RW-shared spins 0, rounds 0, OS waits 0\nRW-excl spins 0, rounds 0, OS waits 0\n"+
		"RW-sx spins 0, rounds 0, OS waits 0\n"+
		"Spin rounds per wait: 0.00 RW-shared, 0.00 RW-excl, 0.00 RW-sx\n")
}

func (m *monitor) transactions() {
	m.section("TRANSACTIONS")
	s := m.state
	purged := s.TrxIDCounter - min(s.TrxIDCounter, s.HistoryList)
	fmt.Fprintf(m, "Trx id counter %d\n", s.TrxIDCounter)
	fmt.Fprintf(m, "Purge done for trx's n:o < %d undo n:o < 0 state: running\n", purged)
	fmt.Fprintf(m, "History list length %d\n", s.HistoryList)
	fmt.Fprint(m, "LIST OF TRANSACTIONS FOR EACH SESSION:\n")
}

func (m *monitor) fileIO() {
	m.section("FILE I/O")
	s := m.state
	if m.style.ioThreads {
		m.ioThreads()
		fmt.Fprintf(m, "Pending flushes (fsync) log: 0; buffer pool: 0\n")
	} else {
		fmt.Fprint(m, "Pending flushes (fsync): 0\n")
	}
	fmt.Fprintf(m, "%d OS file reads, %d OS file writes, %d OS fsyncs\n", s.FileReads, s.FileWrites, s.FileSyncs)
	fmt.Fprintf(m, "%.2f reads/s, %.0f avg bytes/read, %.2f writes/s, %.2f fsyncs/s\n", m.rate(RateFileReads),
		ratio(m.rate(RateFileReadBytes), m.rate(RateFileReads)), m.rate(RateFileWrites), m.rate(RateFileSyncs))
}

// ioThreads prints a line per I/O thread, then their pending requests.
func (m *monitor) ioThreads() {
	n := 0
	line := func(kind string, count int) {
		for range count {
			fmt.Fprintf(m, "I/O thread %d state: waiting for completed aio requests (%s thread)\n", n, kind)
			n++
		}
	}
	line("insert buffer", 1)
	if m.style.logThread {
		line("log", 1)
	}
	s := m.state
	line("read", s.ReadIOThreads)
	line("write", s.WriteIOThreads)
	fmt.Fprintf(m, "Pending normal aio reads: [%s] , aio writes: [%s] ,\n ibuf aio reads:",
		pending(s.PendingReads, s.ReadIOThreads), pending(s.PendingLRU+s.PendingList, s.WriteIOThreads))
	if m.style.logThread {
		fmt.Fprint(m, ", log i/o's:, sync i/o's:")
	}
	fmt.Fprintln(m)
}

// pending spreads n requests over the threads as evenly as possible.
func pending(n, threads int) string {
	all := make([]string, threads)
	for i := range all {
		share := n / threads
		if i < n%threads {
			share++
		}
		all[i] = fmt.Sprint(share)
	}
	return strings.Join(all, ", ")
}

func (m *monitor) insertBuffer() {
	m.section("INSERT BUFFER AND ADAPTIVE HASH INDEX")
	fmt.Fprint(m, "Ibuf: size 1, free list len 0, seg size 2, 0 merges\nmerged operations:\n"+
		" insert 0, delete mark 0, delete 0\ndiscarded operations:\n insert 0, delete mark 0, delete 0\n")
	for range m.style.hashTables {
		cells := m.state.PoolPages * pageBytes / hashCellBytes / m.style.hashTables
		fmt.Fprintf(m, "Hash table size %d, node heap has 0 buffer(s)\n", cells)
	}
	fmt.Fprintf(m, "0.00 hash searches/s, %.2f non-hash searches/s\n", m.rate(RateRowsRead))
}

func (m *monitor) rows() {
	m.section("ROW OPERATIONS")
	s := m.state
	if m.style.queries {
		fmt.Fprint(m, "0 queries inside InnoDB, 0 queries in queue\n")
	}
	fmt.Fprint(m, "0 read views open inside InnoDB\n")
	fmt.Fprintf(m, "Process ID=1, Main thread ID=%d%s\n", int64(innodbThread)+1, m.style.mainThread)
	fmt.Fprintf(m, "Number of rows inserted %d, updated %d, deleted %d, read %d\n",
		s.RowsInserted, s.RowsUpdated, s.RowsDeleted, s.RowsRead)
	fmt.Fprintf(m, "%.2f inserts/s, %.2f updates/s, %.2f deletes/s, %.2f reads/s\n", m.rate(RateRowsInserted),
		m.rate(RateRowsUpdated), m.rate(RateRowsDeleted), m.rate(RateRowsRead))
	if m.style.systemRows {
		fmt.Fprint(m, "Number of system rows inserted 0, updated 0, deleted 0, read 0\n"+
			"0.00 inserts/s, 0.00 updates/s, 0.00 deletes/s, 0.00 reads/s\n")
	}
}
