package experiment_test

import (
	"context"
	"fmt"
	"log"
	"testing/fstest"
	"time"

	"github.com/innosim/innosim/engine/lab/experiment"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// server is a scenario as a program may hold it: a small pool on a device of 3,000 operations a second.
var server = fstest.MapFS{"server.cnf": {Data: []byte(`
[innosim]
server = mysql-8.4
start = cold
warmup = 2s
time = 10s
[host]
cpus = 4
memory = 8G
client = local
[device.data]
read-latency = 500us
write-latency = 500us
flush-latency = 100us
iops = 3000
iops-unit = 16K
[mysqld]
innodb_buffer_pool_size = 32M
disable_log_bin
[workload]
script = oltp_write_only
tables = 4
table-size = 50000
threads = 16
rand-type = uniform
[thresholds]
tps = >= 100
latency.p99 = < 10s
`)}}

// base reads the scenario with changes on top.
func base(more ...scenario.Option) (*scenario.Scenario, error) {
	return scenario.Parse(server, "server.cnf", more...)
}

// Run a scenario and hold it against its thresholds, as a test of one's own would.
func ExampleSimulate() {
	sc, err := base()
	if err != nil {
		log.Fatal(err) // every fault of the text, with its line
	}
	res, err := experiment.Simulate(context.Background(), sc.Config)
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range sc.Thresholds {
		fmt.Println(t, t.Holds(res.Results[t.Name]))
	}
	// Output:
	// tps >= 100 true
	// latency.p99 < 10000 true
}

// Compare two arms: is the server faster without doublewrite, and is that more than chance?
func ExampleCompare() {
	var arms []experiment.Arm
	for _, set := range [][]experiment.Change{nil, {{Name: "innodb_doublewrite", Value: "OFF"}}} {
		a, err := experiment.NewArm("", base, set)
		if err != nil {
			log.Fatal(err)
		}
		arms = append(arms, a)
	}
	c := experiment.Compare(context.Background(), arms, 5, experiment.Options{Jobs: 2, Grace: time.Second})
	f := c.Arms[1].Factor["tps"]
	fmt.Println(c.Arms[1].Name, f.Value > 1, f.Significant())
	// Output: innodb_doublewrite=OFF true true
}

// Sweep over two parameters.
func ExampleRunSweep() {
	params := []experiment.Parameter{
		{Name: "threads", Values: []string{"1", "8"}}, {Name: "innodb_flush_log_at_trx_commit", Values: []string{"1", "2"}},
	}
	s, err := experiment.RunSweep(context.Background(), base, params, experiment.Grid(params),
		experiment.SweepOptions{Options: experiment.Options{Jobs: 2, Grace: time.Second}})
	if err != nil {
		log.Fatal(err)
	}
	for i := range s.Points {
		fmt.Println(experiment.Text(s.Points[i].Set), s.Points[i].Results["tps"] > 0)
	}
	// Output:
	// threads=1,innodb_flush_log_at_trx_commit=1 true
	// threads=1,innodb_flush_log_at_trx_commit=2 true
	// threads=8,innodb_flush_log_at_trx_commit=1 true
	// threads=8,innodb_flush_log_at_trx_commit=2 true
}
