package reproduce

import "fmt"

// optimized are the parts of optimized writes, as modifiers.
var optimized = [...]string{
	"cloudsql-adaptive-purge", "cloudsql-adaptive-io", "cloudsql-sharded-io", "cloudsql-fast-recovery",
	"cloudsql-adaptive-warmup",
}

const (
	enterprise = "Enterprise"
	plus       = "Enterprise Plus without optimized writes"
	plusWrites = "Enterprise Plus with optimized writes"

	// plusShape is the larger edition's memory and pool. Without optimized writes its redo log is of 1 GB files,
	// with them as large as recovery allows.
	plusShape = "memory=512G innodb_buffer_pool_size=368G "
	plusRedo  = "innodb_redo_log_capacity=2G "
	largeRedo = "innodb_redo_log_capacity=16G "
)

func atThreads(name string, threads int) string { return fmt.Sprintf("%s, %d threads", name, threads) }

// cloudSQLWrites is the service's test of optimized writes.
func cloudSQLWrites() *Experiment {
	e := &Experiment{
		Name: "cloudsql-optimized-writes", Title: "optimized writes of Google Cloud SQL, 64 vCPU, oltp_write_only",
		Source: "Google Cloud blog on optimized writes, 2026-01-05", File: "cloudsql-optimized-writes.cnf",
		Open: cloudSQLOpen(),
	}
	for _, th := range []int{128, 256, 512} {
		e.addThreads(th)
	}
	e.ablate(256)
	over := Statement{"optimized writes over Enterprise, best of the thread counts", 2, 3.5,
		func(o *Outcomes) (most float64, ok bool) {
			for _, th := range []int{128, 256, 512} {
				a, known := o.Value(atThreads(plusWrites, th), "tps")
				b, too := o.Value(atThreads(enterprise, th), "tps")
				if known && too && b > 0 {
					most, ok = max(most, a/b), true
				}
			}
			return most, ok
		}}
	e.Statements = append([]Statement{over}, e.Statements...)
	return e
}

// addThreads adds the three editions at a number of threads.
func (e *Experiment) addThreads(th int) {
	quick := th == 256
	set := func(more string) []Setting { return settings(fmt.Sprintf("threads=%d %s", th, more)) }
	figures := func(published float64) []Figure {
		f := []Figure{{Metric: "tps"}, {Metric: "latency.avg"}, {Metric: "latency.p95"}}
		return append(f, Figure{Metric: "gain", Of: "tps", Over: atThreads(enterprise, th), Published: published})
	}
	e.Arms = append(e.Arms,
		Arm{Name: atThreads(enterprise, th), Set: set(""), Figures: figures(0)[:3], Quick: quick},
		Arm{Name: atThreads(plus, th), Set: set(plusShape + plusRedo), Figures: figures(0), Quick: quick},
		Arm{Name: atThreads(plusWrites, th), Quick: quick, Figures: figures(2),
			Set: set(plusShape + largeRedo + "modifiers=cloudsql-optimized-writes")})
	e.Statements = append(e.Statements,
		ratioOf(fmt.Sprintf("%d threads: with optimized writes not slower than without", th), "tps",
			atThreads(plusWrites, th), atThreads(plus, th), band{1, inf}),
		ratioOf(fmt.Sprintf("%d threads: average latency below that of Enterprise", th), "latency.avg",
			atThreads(plusWrites, th), atThreads(enterprise, th), band{-inf, 1}),
		ratioOf(fmt.Sprintf("%d threads: p95 latency below that of Enterprise", th), "latency.p95",
			atThreads(plusWrites, th), atThreads(enterprise, th), band{-inf, 1}))
}

// ablate adds each part of optimized writes alone, and all but each; the larger redo log goes with fast
// recovery, which is what allows it.
func (e *Experiment) ablate(th int) {
	for _, part := range optimized {
		alone, rest := plusRedo, largeRedo
		if part == "cloudsql-fast-recovery" {
			alone, rest = largeRedo, plusRedo
		}
		all := ""
		for _, other := range optimized {
			if other != part {
				all += "," + other
			}
		}
		for _, a := range []struct{ words, redo, modifiers, over string }{
			{"only " + part, alone, part, plus}, {"all but " + part, rest, all[1:], plusWrites},
		} {
			e.Arms = append(e.Arms, Arm{
				Name:    atThreads(a.words, th),
				Set:     settings(fmt.Sprintf("threads=%d %s%smodifiers=%s", th, plusShape, a.redo, a.modifiers)),
				Figures: []Figure{{Metric: "tps"}, {Metric: "gain", Of: "tps", Over: atThreads(a.over, th)}},
			})
		}
		e.Statements = append(e.Statements, ratioOf("the part "+part+" alone does not slow down", "tps",
			atThreads("only "+part, th), atThreads(plus, th), band{0.98, inf}))
	}
}

func cloudSQLOpen() []Open {
	base, plain, all := atThreads(enterprise, 256), atThreads(plus, 256), atThreads(plusWrites, 256)
	return []Open{
		{Fact: "server version", Assumed: "MySQL 8.4",
			Others: []Other{{"8.0, whose fsync of data files costs a journal commit", settings("server=mysql-8.0")}},
			Arms:   []string{base, all}},
		{Fact: "redo logs", Assumed: "1 GB of Enterprise, 2 files of 1 GB without optimized writes, 16 GB with them",
			Others: []Other{{"4 GB for all", settings("innodb_redo_log_capacity=4G")}}, Arms: []string{base, all}},
		{Fact: "innodb_io_capacity of the service", Assumed: "5000, at most 10000",
			Others: []Other{{"20000, at most 40000", settings("innodb_io_capacity=20000 innodb_io_capacity_max=40000")}},
			Arms:   []string{base, plain, all}},
		{Fact: "pages of a doublewrite batch", Assumed: "the server's default, 128; a page of the service's flags has 64 for 8.0.26 " +
			"and later, when that came to be it does not say",
			Others: []Other{{"64", settings("innodb_doublewrite_pages=64")}}, Arms: []string{base, plain, all}},
		{Fact: "mutexes over which I/O is spread without optimized writes", Assumed: "1: one array lock",
			Others: []Other{{"4", settings("io-mutexes=4")}}, Arms: []string{base}},
		{Fact: "round trip to the other zone", Assumed: "0.7 ms",
			Others: []Other{{"1.5 ms", settings("rtt=1500us")}}, Arms: []string{base, all}},
		{Fact: "rand-type", Assumed: "uniform",
			Others: []Other{{"special, sysbench's default", settings("rand-type=special")}}, Arms: []string{base, all}},
		{Fact: "buffer pools", Assumed: "72 % of the memory: 300 and 368 GB; the data fits both",
			Others: []Other{{"60 %: 250 GB", settings("innodb_buffer_pool_size=250G")}}, Arms: []string{base}},
		{Fact: "how the adaptive parts decide, and which locks are sharded", Assumed: "the rules of the modifiers"},
		{Fact: "the hour of each step after 10 million updates", Assumed: "stationary state, index aged"},
	}
}
