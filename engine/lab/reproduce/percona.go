package reproduce

import (
	"fmt"
	"slices"
)

// laboratory848 is the build of 8.4.8 with which the vendor's laboratory measured the thread pool: its stack samples show no
// client that waits for an LRU batch, and nearly every page read has gone through a single-page flush, as upstream.
const laboratory848 = "percona-8.4.8 without the wait for LRU batches"

// lruServers are the releases that are compared; the vendor's own have a thread pool of 80.
var lruServers = [...]struct{ name, set string }{
	{"mysql-8.4", "server=mysql-8.4"},
	{"percona-8.4.8", "server=percona-8.4.8 loose_thread_handling=pool-of-threads loose_thread_pool_size=80"},
	{"percona-8.4.10", "server=percona-8.4.10 loose_thread_handling=pool-of-threads loose_thread_pool_size=80"},
	{"percona-8.4.11", "server=percona-8.4.11 loose_thread_handling=pool-of-threads loose_thread_pool_size=80"},
	{laboratory848, "server=percona-8.4.8 modifiers=percona-no-lru-wait loose_thread_handling=pool-of-threads " +
		"loose_thread_pool_size=80"},
}

// lruSize is a pool and the data that it caches a part of.
type lruSize struct {
	pool, data, rows int // GB, GB, rows of each of the 20 tables
	threads          []int
}

func (s lruSize) String() string { return fmt.Sprintf("%d GB of %d GB", s.pool, s.data) }

func lruSizes() []lruSize {
	all, rise := []int{1, 4, 16, 32, 64, 128, 256, 512}, []int{16, 64, 128, 256, 512}
	some, two := []int{64, 256, 512}, []int{64, 256}
	return []lruSize{
		{2, 24, 5_000_000, all}, {4, 48, 10_000_000, some}, {8, 96, 20_000_000, rise},
		{12, 24, 5_000_000, all}, {24, 48, 10_000_000, some}, {48, 96, 20_000_000, some},
		{24, 24, 5_000_000, two}, {48, 48, 10_000_000, two}, {96, 96, 20_000_000, two},
	}
}

// lruPublished are the levels that the vendor's laboratory published, tps of pools with two instances at 32 to
// 512 threads: of a pool of 12 GB and of 2 GB. 8.4.11 is the build without LRU threads; what stands for 8.4.8 was measured
// with 8.4.9, which is the same in this (percona-server-thread-stat/8.4.9-9, one run).
var lruPublished = map[string][5]float64{
	"mysql-8.4 12 GB of 24 GB":        {4893, 7114, 3644, 1826, 1197},
	"percona-8.4.8 12 GB of 24 GB":    {4506, 6375, 6080, 3512, 2716},
	laboratory848 + " 12 GB of 24 GB": {4647, 6882, 3942, 2409, 2049},
	"percona-8.4.11 12 GB of 24 GB":   {4557, 7206, 9127, 8923, 8214},
	"percona-8.4.11 2 GB of 24 GB":    {2775, 4085, 4816, 4965, 5098},
}

func lruArm(server string, s lruSize, threads int) string {
	return fmt.Sprintf("%s, %s, %d threads", server, s, threads)
}

func lruArms() []Arm {
	var arms []Arm
	at := []int{32, 64, 128, 256, 512}
	for _, size := range lruSizes() {
		for _, sv := range lruServers {
			if sv.name == laboratory848 && size.String() != "12 GB of 24 GB" {
				continue
			}
			for _, th := range size.threads {
				f := Figure{Metric: "tps"}
				if levels, ok := lruPublished[sv.name+" "+size.String()]; ok && th >= at[0] {
					f.Published = levels[slices.Index(at, th)]
				}
				set := fmt.Sprintf("%s threads=%d table-size=%d innodb_buffer_pool_size=%dG", sv.set, th, size.rows, size.pool)
				arms = append(arms, Arm{
					Name: lruArm(sv.name, size, th), Set: settings(set), Figures: []Figure{f}, Quick: lruQuick(sv.name, size, th),
				})
			}
		}
	}
	return arms
}

// lruQuick picks the arms of the short version: the half-cached 24 GB at the number of clients up to which all
// releases rise and far above it, and the cached 24 GB.
func lruQuick(server string, s lruSize, threads int) bool {
	switch {
	case s.data != 24:
		return false
	case s.pool == 24:
		return threads == 64 && server != "percona-8.4.8"
	case s.pool != 12:
		return false
	}
	switch threads {
	case 64:
		return server != "mysql-8.4" && server != "percona-8.4.10"
	case 256:
		return server == "percona-8.4.8" || server == laboratory848
	}
	return threads == 512 && server != "percona-8.4.10"
}

// lruSwept are the arms of a server and a size at all numbers of threads.
func lruSwept(server string, s lruSize) []string {
	var names []string
	for _, th := range s.threads {
		names = append(names, lruArm(server, s, th))
	}
	return names
}

func perconaLRU() *Experiment {
	sizes := lruSizes()
	half := sizes[3]
	return &Experiment{
		Name: "percona-8411-lru", Title: "LRU flushing of Percona Server 8.4.11, sysbench oltp_read_write",
		Source: "Percona, release notes and benchmarks of 8.4.11, 2026; levels from its public laboratory results " +
			"(2026-ps-vs-mysql), of pools with two instances",
		File: "percona-8411-lru.cnf", Arms: lruArms(),
		Open: []Open{
			{Fact: "innodb_buffer_pool_instances", Assumed: "2",
				Others: []Other{{"1", settings("innodb_buffer_pool_instances=1")}, {"8", settings("innodb_buffer_pool_instances=8")}},
				Arms: []string{
					lruArm("mysql-8.4", half, 64), lruArm("mysql-8.4", half, 512), lruArm("percona-8.4.8", half, 512),
					lruArm("percona-8.4.11", half, 64), lruArm("percona-8.4.11", half, 512),
				}},
			{Fact: "innodb_lru_threads of 8.4.11", Assumed: "OFF, the default",
				Others: []Other{{"ON", settings("loose_innodb_lru_threads=ON")}},
				Arms:   []string{"percona-8.4.11, " + half.String(), "percona-8.4.11, " + sizes[2].String()}},
			{Fact: "where sysbench runs", Assumed: "on the server's host",
				Others: []Other{{"another host, 0.1 ms away", settings("client=remote rtt=100us")}},
				Arms:   []string{lruArm("mysql-8.4", half, 64), lruArm("mysql-8.4", half, 512), lruArm("percona-8.4.11", half, 512)}},
			{Fact: "pools of 1:1", Assumed: "as large as the data in GB, which then fits with its index",
				Others: []Other{{"a third more", settings("innodb_buffer_pool_size=32G")}},
				Arms:   []string{lruArm("mysql-8.4", sizes[6], 64), lruArm("percona-8.4.11", sizes[6], 64)}},
			{Fact: "the thread pool", Assumed: "of 80 groups for Percona Server, as published; none for upstream"},
			{Fact: "the build of 8.4.8", Assumed: "as released where it is named so, published levels of 8.4.9, which waits as it " +
				"does; the levels published of 8.4.8 with the thread pool are of a build without the wait: stack samples"},
		},
		Statements: lruStatements(sizes),
	}
}

func lruStatements(sizes []lruSize) []Statement {
	low96, half24, half48, half96 := sizes[2], sizes[3], sizes[4], sizes[5]
	at := func(server string, s lruSize, th int) string { return lruArm(server, s, th) }
	out := []Statement{
		shareOfPeak("8.4.8 at 256 threads is below 40 % of its own peak (12 GB of 24 GB)", "tps",
			at("percona-8.4.8", half24, 256), lruSwept("percona-8.4.8", half24), band{-inf, 0.4}),
		shareOfPeak("8.4.8 at 512 threads is below 30 % of its own peak (12 GB of 24 GB)", "tps",
			at("percona-8.4.8", half24, 512), lruSwept("percona-8.4.8", half24), band{-inf, 0.3}),
		shareOfPeak("8.4.8 without its wait at 256 threads is below 40 % of its own peak (12 GB of 24 GB)", "tps",
			at(laboratory848, half24, 256), lruSwept(laboratory848, half24), band{-inf, 0.4}),
		shareOfPeak("8.4.8 without its wait at 512 threads is below 30 % of its own peak (12 GB of 24 GB)", "tps",
			at(laboratory848, half24, 512), lruSwept(laboratory848, half24), band{-inf, 0.3}),
		shareOfPeak("8.4.11 at 512 threads is within 20 % of its own peak (12 GB of 24 GB)", "tps",
			at("percona-8.4.11", half24, 512), lruSwept("percona-8.4.11", half24), band{0.8, inf}),
		ratioOf("8.4.11 over upstream at 512 threads, 12 GB of 24 GB: above 1", "tps",
			at("percona-8.4.11", half24, 512), at("mysql-8.4", half24, 512), band{1, inf}),
	}
	for _, old := range []string{"percona-8.4.8", "percona-8.4.10"} {
		out = append(out, ratioOf(old+" falls above 64 threads: 512 over 64, 8 GB of 96 GB", "tps",
			at(old, low96, 512), at(old, low96, 64), band{-inf, 0.7}))
	}
	out = append(out,
		descending("8.4.11 keeps rising above 64 threads, 8 GB of 96 GB: least step of 512, 256, 128, 64", "tps",
			at("percona-8.4.11", low96, 512), at("percona-8.4.11", low96, 256), at("percona-8.4.11", low96, 128),
			at("percona-8.4.11", low96, 64)),
		advantages(half24, half48, half96))
	for _, s := range sizes[6:] {
		label := s.String()
		out = append(out,
			ratioOf("1:1, "+label+", 64 threads: 8.4.10 ahead of 8.4.11", "tps",
				at("percona-8.4.10", s, 64), at("percona-8.4.11", s, 64), band{1, 1.2}),
			ratioOf("1:1, "+label+", 64 threads: upstream ahead of 8.4.10", "tps",
				at("mysql-8.4", s, 64), at("percona-8.4.10", s, 64), band{1, inf}))
	}
	for _, s := range sizes {
		out = append(out, ratioOf("8.4.10 above 8.4.8, "+s.String()+", 256 threads", "tps",
			at("percona-8.4.10", s, 256), at("percona-8.4.8", s, 256), band{1, inf}))
	}
	return out
}

// advantages states that what 8.4.11 gains over 8.4.10 at 512 threads shrinks as pool and data grow alike: the
// smallest ratio of a gain and the next one.
func advantages(sizes ...lruSize) Statement {
	return Statement{"the advantage of 8.4.11 over 8.4.10 at 512 threads shrinks with the size (1:2)", 1, inf,
		func(o *Outcomes) (float64, bool) {
			least, last := inf, inf
			for i, s := range sizes {
				a, ok := o.Value(lruArm("percona-8.4.11", s, 512), "tps")
				b, too := o.Value(lruArm("percona-8.4.10", s, 512), "tps")
				if !ok || !too || b == 0 {
					return 0, false
				}
				if i > 0 {
					least = min(least, last/(a/b))
				}
				last = a / b
			}
			return least, true
		}}
}
