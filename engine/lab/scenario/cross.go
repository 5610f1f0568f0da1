package scenario

import "fmt"

// cross checks what no section can check alone.
func (p *parser) cross() {
	last := p.sc.Workload[len(p.sc.Workload)-1]
	if p.sc.Time == 0 && last.Time == 0 && last.Events == 0 {
		f := p.setting["innosim.time"].fault("the run would not end; give a time above 0, or events")
		f.Name = "time"
		p.fault(f)
	}
	most := p.sc.Settings.MaxConnections
	for _, ph := range p.sc.Workload {
		if ph.Threads > most {
			p.warn(Fault{File: p.r.file(), Name: "threads",
				Text: fmt.Sprintf("%d clients are more than max_connections, %d", ph.Threads, most)})
			break
		}
	}
}
