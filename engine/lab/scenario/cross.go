package scenario

import (
	"fmt"
	"strings"

	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/sim"
)

// What a simulation can hold: memory of the program, and numbers of pages and files.
const (
	maxFrames    = 100_000_000 // pages of the buffer pool, some 50 bytes each
	maxPages     = 400_000_000 // pages of data, some 10 bytes each
	maxFilesData = 60_000      // tablespaces; their numbers have 16 bits
	maxReports   = 1_000_000   // report intervals, some 200 bytes each
)

// cross checks what no section can check alone.
func (p *parser) cross() {
	last := p.sc.Workload[len(p.sc.Workload)-1]
	if p.sc.Time == 0 && last.Time == 0 && last.Events == 0 {
		f := p.setting["innosim.time"].fault("the run would not end; give a time above 0, or events")
		f.Name = "time"
		p.fault(f)
	}
	p.crossSizes()
	p.crossLength()
	p.crossModifiers()
	most := p.sc.Settings.MaxConnections
	for _, ph := range p.sc.Workload {
		if ph.Threads > most {
			p.warn(Fault{File: p.r.file(), Name: "threads",
				Text: fmt.Sprintf("%d clients are more than max_connections, %d", ph.Threads, most)})
			break
		}
	}
}

// crossSizes reports what is too large to be simulated.
func (p *parser) crossSizes() {
	s := &p.sc.Settings
	if s.PageSize > 0 && s.BufferPoolSize/s.PageSize > maxFrames {
		p.tooLarge(p.wherePool(), s.BufferPoolSize/s.PageSize, maxFrames, "pages in the pool")
	}
	tables, rows := 0, uint64(0)
	whole := p.sc.Warmup
	for _, ph := range p.sc.Workload {
		tables, rows = max(tables, ph.Tables), max(rows, ph.TableSize)
		whole += ph.Time + ph.Pause
	}
	if p.sc.Workload[0].Empty() {
		rows = 0
	}
	if tables > 65535 || rows > 1<<32-1 {
		return // reported with the options of the workload
	}
	if tables > maxFilesData {
		p.tooLarge(p.where("workload", "tables"), int64(tables), maxFilesData, "files of tables")
	}
	if pages := int64(tables) * int64(rows/btree.RowsPerLeaf+1); pages > maxPages {
		p.tooLarge(p.where("workload", "table-size"), pages, maxPages, "pages of data")
	}
	if last := p.sc.Workload[len(p.sc.Workload)-1]; last.Time == 0 && last.Events == 0 {
		whole += p.sc.Time
	}
	if n := int64(whole / max(p.sc.ReportInterval, minInterval)); n > maxReports {
		at := p.where("innosim", "report-interval")
		if p.sc.ReportInterval >= sim.Second {
			at = p.where("innosim", "time")
		}
		p.tooLarge(at, n, maxReports, "report intervals; a longer report-interval makes them fewer")
	}
}

// wherePool is the line that gives the buffer pool its size.
func (p *parser) wherePool() line {
	for _, key := range [...]string{
		"innodb-buffer-pool-size", "innodb-dedicated-server", "innodb-buffer-pool-chunk-size", "innodb-buffer-pool-instances",
	} {
		if l := p.where("mysqld", key); l.no > 0 {
			return l
		}
	}
	return p.where("mysqld", "innodb-buffer-pool-size")
}

// tooLarge reports a setting that makes too many of something.
func (p *parser) tooLarge(at line, n, most int64, what string) {
	what, advice, _ := strings.Cut(what, "; ")
	f := at.fault(fmt.Sprintf("cannot be simulated: it makes %d %s", n, what))
	f.Allowed = fmt.Sprintf("at most %d", most)
	if advice != "" {
		f.Allowed += "; " + advice
	}
	p.fault(f)
}
