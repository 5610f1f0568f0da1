package reproduce

// machine is a shape of the service with its published requests per second.
type machine struct {
	name, set           string
	readOnly, readWrite float64
}

// machines are the shapes: processors, memory and pool as published. The share of a processor that the small
// ones get is not. The first generation kept its files in a network file store that was replicated between data centres,
// by default before a commit was answered. Measured for both modes was one INSERT: 34 and 87 ms, from another cloud some
// 13 ms away (general knowledge: 700 km). So a write takes 21 ms, and the default adds 52 ms to a sync.
var machines = [...]machine{
	{"D1", "memory=512M innodb_buffer_pool_size=384M device.data.filesystem=none device.data.write-latency=21ms", 1904.60, 1015.72},
	{"db-n1-standard-1", "memory=3840M innodb_buffer_pool_size=2034M", 3923.71, 3117.38},
	{"db-f1-micro", "memory=614M innodb_buffer_pool_size=118M", 722.52, 600.31},
}

const requests = "rw_requests"

func readOnlyArm(m machine) string  { return m.name + ", read-only" }
func readWriteArm(m machine) string { return m.name + ", read-write" }

// cloudSQLGenerations is a post that compared both generations of the service.
func cloudSQLGenerations() *Experiment {
	e := &Experiment{
		Name: "cloudsql-generations", Title: "two generations of Google Cloud SQL, sysbench 0.4 oltp complex, 4 threads",
		Source: "post on first and second generation instances: requests per second of three shapes, pools as shown there",
		File:   "cloudsql-generations.cnf",
		Then:   generationWrites,
		Open: []Open{
			{Fact: "speed of the shapes", Assumed: "the share of a processor with which the read-only figures fit; the fit is " +
				"printed, the read-write figures are predicted"},
			{Fact: "round trip to the client's machine", Assumed: "0.3 ms",
				Others: []Other{{"0.15 ms", settings("rtt=150us")}, {"0.6 ms", settings("rtt=600us")}},
				Arms:   []string{"D1, read", "db-n1-standard-1, read", "db-f1-micro, read"}},
			{Fact: "disks of the second generation", Assumed: "an SSD persistent disk of 100 GB"},
			{Fact: "the first generation's replicated file store", Assumed: "asynchronous replication, 21 ms for a write: an INSERT " +
				"took 34 ms (DripStat), the way of some 13 ms between two clouds included; whether the post used the default, " +
				"synchronous replication, which took 87 ms, it does not say",
				Others: []Other{
					{"10 ms", settings("device.data.write-latency=10ms")},
					{"34 ms, as if the way were nothing", settings("device.data.write-latency=34ms")},
					{"synchronous replication, the default: 52 ms more for a sync", settings("device.data.flush-latency=52ms")},
				}, Arms: []string{"D1, read"}},
			{Fact: "binary log", Assumed: "off", Others: []Other{{"on", settings("skip_log_bin=OFF log_bin=binlog server_id=1")}},
				Arms: []string{"D1, read", "db-n1-standard-1, read", "db-f1-micro, read"}},
		},
	}
	for _, m := range machines {
		e.Arms = append(e.Arms, Arm{
			Name: readOnlyArm(m), Set: settings(m.set + " oltp-read-only=on"), Quick: true,
			Figures: []Figure{{Metric: requests, Published: m.readOnly}},
			Fit:     &Fit{Key: "cpu-share", Low: 0.01, High: 1, Result: requests, Target: m.readOnly},
		})
	}
	for _, pool := range []string{"118M", "384M", "2034M"} {
		e.Arms = append(e.Arms, Arm{
			Name: "one processor, pool of " + pool, Set: settings("innodb_buffer_pool_size=" + pool + " oltp-read-only=on"),
			Quick: true, Figures: []Figure{{Metric: requests}},
		})
	}
	e.Statements = generationStatements()
	return e
}

// generationWrites are the read-write arms with the shares that were fitted to the read-only figures.
func generationWrites(o *Outcomes, variant string) []Arm {
	var arms []Arm
	for _, m := range machines {
		p := o.with(readOnlyArm(m), variant)
		a := Arm{
			Name: readWriteArm(m), Set: settings(m.set), Quick: true,
			Figures: []Figure{{Metric: requests, Published: m.readWrite}},
		}
		switch {
		case p != nil && p.Unpredicted == "" && p.Variant == variant:
			a.Set = append(a.Set, Setting{"cpu-share", formatShare(p.Value)})
		case p == nil:
			a.Blocked = "nothing is fitted to its read-only figure"
		default:
			a.Blocked = "its read-only figure is not predicted: " + p.Unpredicted
		}
		if variant == "" || a.Blocked == "" {
			arms = append(arms, a)
		}
	}
	return arms
}

func generationStatements() []Statement {
	var out []Statement
	for _, m := range machines {
		out = append(out, Statement{m.name + ": read-write predicted over published, from the read-only fit", 0.75, 1.25,
			func(o *Outcomes) (float64, bool) {
				v, ok := o.Value(readWriteArm(m), requests)
				return v / m.readWrite, ok
			}})
	}
	d1, n1, f1 := machines[0], machines[1], machines[2]
	return append(out,
		descending("order of all six as published: least step", requests,
			readOnlyArm(n1), readWriteArm(n1), readOnlyArm(d1), readWriteArm(d1), readOnlyArm(f1), readWriteArm(f1)),
		ratioOf("the pool's size does not matter to a run that touches 10,000 rows: 118 MB over 2034 MB", requests,
			"one processor, pool of 118M", "one processor, pool of 2034M", band{0.97, 1.03}))
}
