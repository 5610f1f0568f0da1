package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// loadArms is small for commands that have --set for something else.
func loadArms(command string, more ...string) []string {
	return append([]string{
		command, "--workload", "oltp_update_non_index", "--tables", "1", "--table-size", "10000", "--threads", "2",
		"--start", "cold", "--warmup", "1s", "--time", "1s",
	}, more...)
}

// TestEveryBadValueOfEveryArm: all faults at once, each once, although a value of a grid is part of many points.
func TestEveryBadValueOfEveryArm(t *testing.T) {
	for _, c := range []struct {
		args []string
		says []string
	}{
		{loadArms("compare", "--set", "innodb_doublewrite=MAYBE", "--set", "thread=2,innodb_io_capcity=3", "--set", "device=gp9"), []string{
			"innodb_doublewrite = MAYBE: not a value of this variable; allowed: OFF, ON",
			"thread = 2: unknown variable; did you mean threads?",
			"innodb_io_capcity = 3: unknown variable; did you mean innodb_io_capacity?",
			"device = gp9: not a device of the catalogue",
		}},
		{loadArms("compare", "--set", "x", "--set", "=3"), []string{"--set x: allowed is", "--set =3: allowed is"}},
		{loadArms("compare", "--ablate", "--set", "innodb_doublewrite=MAYBE,threads=x,sync_binlog=y"),
			[]string{"innodb_doublewrite = MAYBE", `threads = x: "x" is not`, "sync_binlog = y"}},
		{loadArms("sweep", "-P", "threads=1,x,0", "-P", "innodb_io_capacity=300,y", "-P", "device=gp3,nix"), []string{
			"device = nix: not a device", "innodb_io_capacity = y: not a number", `threads = x: "x" is not`, "threads = 0: out of range",
		}},
		{loadArms("plan", "--over", "threads=1,x", "--over", "device=nix,gp3", "--require", "tps >= 1"),
			[]string{"device = nix: not a device", `threads = x: "x" is not`}},
		{loadArms("compare", "--set", "server=mysql-8.5", "--set", "start=hot"), []string{"server = mysql-8.5", "start = hot"}},
	} {
		got := innosim(t.Context(), c.args...)
		require.Equal(t, exitBadInput, got.code, got.stderr)
		require.Empty(t, got.stdout)
		for _, text := range c.says {
			require.Equal(t, 1, strings.Count(got.stderr, text), "%s in\n%s", text, got.stderr)
		}
		require.Equal(t, len(c.says), strings.Count(got.stderr, "\n"), got.stderr)
	}
}

func TestArmsGivenTwice(t *testing.T) {
	got := innosim(t.Context(), loadArms("compare", "--set", "sync_binlog=0", "--set", "sync_binlog=0")...)
	require.Equal(t, exitBadInput, got.code)
	require.Contains(t, got.stderr, "arm sync_binlog=0: is given twice")
	one, two := file(t, "x.cnf", "[mysqld]\nsync_binlog = 0\n"), file(t, "x.cnf", "[mysqld]\nsync_binlog = 100\n")
	require.Equal(t, exitDone, innosim(t.Context(), loadArms("compare", "default", one, two, "--replications", "1")...).code)
	got = innosim(t.Context(), loadArms("compare", "default", one, one)...)
	require.Equal(t, exitBadInput, got.code)
	require.Contains(t, got.stderr, "arm x: is given twice")
}

// TestArmsSayWhatTheServerMakesOfThem: values that the server adjusts, variables without an effect, arms that are
// none.
func TestArmsSayWhatTheServerMakesOfThem(t *testing.T) {
	args := loadArms("compare", "--replications", "1", "--set", "innodb_buffer_pool_size=6M,innodb_buffer_pool_instances=4",
		"--set", "innodb_print_all_deadlocks=ON")
	says := []string{
		"innodb_buffer_pool_instances = 4: adjusted to 1", "innodb_print_all_deadlocks = ON is not modelled",
		"innodb_print_all_deadlocks=ON: is the same scenario as base",
	}
	got := innosim(t.Context(), args...)
	csv := innosim(t.Context(), append(args, "--format", "csv")...)
	for _, text := range says {
		require.Contains(t, got.stdout, text)
		require.Contains(t, csv.stderr, text)
		require.NotContains(t, csv.stdout, "Warning")
	}
	var doc struct{ Arms []struct{ Warnings []string } }
	require.NoError(t, json.Unmarshal([]byte(innosim(t.Context(), append(args, "--format", "json")...).stdout), &doc))
	require.Empty(t, doc.Arms[0].Warnings)
	require.Len(t, doc.Arms[1].Warnings, 1)
	require.Len(t, doc.Arms[2].Warnings, 2)
}

func TestPointsSayWhatTheServerMakesOfThem(t *testing.T) {
	got := innosim(t.Context(), loadArms("sweep", "-P", "innodb_buffer_pool_size=5M,1G", "-P", "innodb_buffer_pool_instances=4,8")...)
	require.Equal(t, exitDone, got.code, got.stderr)
	require.Contains(t, got.stdout, "innodb_buffer_pool_instances = 4: adjusted to 1, the pool is smaller than 1G\n")
	require.Contains(t, got.stdout, "innodb_buffer_pool_size=5M,innodb_buffer_pool_instances=8 is the same scenario as")
	choice := innosim(t.Context(), loadArms("plan", "--over", "innodb_buffer_pool_instances=4", "--set", "innodb_buffer_pool_size=5M",
		"--require", "tps >= 1")...)
	require.Contains(t, choice.stdout, "innodb_buffer_pool_instances = 4: adjusted to 1")
}

// TestComparedArmsHoldThresholds: a scenario is a test in a comparison too; a sweep explores.
func TestComparedArmsHoldThresholds(t *testing.T) {
	th := file(t, "th.cnf", "[thresholds]\ntps = >= 1e6\nlatency.p99 = < 10s\n")
	got := innosim(t.Context(), loadArms("compare", th, "--replications", "1", "--set", "sync_binlog=0")...)
	require.Equal(t, exitFailed, got.code)
	require.Contains(t, got.stderr, "thresholds do not hold in 2 of 2 arms")
	require.Regexp(t, `sync_binlog=0: FAILS tps >= 1e\+06 \(\d+\)`, got.stdout)
	require.NotContains(t, got.stdout, "FAILS latency")
	swept := innosim(t.Context(), loadArms("sweep", th, "-P", "threads=1,2")...)
	require.Equal(t, exitDone, swept.code, swept.stderr)
	require.Contains(t, swept.stdout, "FAILS tps >= 1e+06 in 2 of 2 points")
}

// TestFaultsNameWhatWasTyped: a flag by its own name, a key with its section.
func TestFaultsNameWhatWasTyped(t *testing.T) {
	got := innosim(t.Context(), "run", "--device", "gp9", "--host", "clowd-16", "--redo-device", "q", "--device-size", "3x",
		"--set", "device.data.ipos=3", "--set", "host.cpus=0", "--set", "device.dat.iops=3", "--set", "device.extension.size=1K", "--set", "read_latency=1ms")
	require.Equal(t, exitBadInput, got.code)
	for _, text := range []string{
		"command line: device = gp9: not a device of the catalogue", "command line: host = clowd-16: not a host of the catalogue",
		"command line: redo-device = q: ", "command line: device-size = 3x: ",
		"command line: device.data.ipos = 3: unknown key of [device.data]; did you mean device.data.iops?",
		"command line: host.cpus = 0: out of range", "device.dat.iops = 3: unknown variable; did you mean device.data.iops?",
		"read_latency = 1ms: unknown variable; did you mean device.data.read-latency?",
		"command line: device.extension.size = 1K: too small for a second-level cache",
	} {
		require.Contains(t, got.stderr, text)
	}
	none := file(t, "none.cnf", "[device.data]\nprofile = gp3\n")
	got = innosim(t.Context(), "run", none, "--device", "essd-pl1")
	require.Equal(t, exitBadInput, got.code)
	require.Contains(t, got.stderr, "command line: device-size: profile essd-pl1 needs one")
}

func TestOneSeedIsOneSeed(t *testing.T) {
	require.Contains(t, innosim(t.Context(), loadArms("sweep", "-P", "threads=1")...).stdout, "\nseed      1\n")
	two := innosim(t.Context(), loadArms("compare", "--replications", "2", "--set", "sync_binlog=0")...)
	require.Contains(t, two.stdout, "\nseeds     1 … 2\n")
}

// TestSweepWithLinesThatCannotBeRead names them all and goes on without them when that is wanted.
func TestSweepWithLinesThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	args := loadArms("sweep", "-P", "threads=1,2", "--to", dir)
	whole := innosim(t.Context(), args...)
	require.Equal(t, exitDone, whole.code, whole.stderr)
	name := filepath.Join(dir, "points.jsonl")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	first, rest, _ := strings.Cut(string(text), "\n")
	require.NoError(t, os.WriteFile(name, []byte("{garbage\n"+first+"\n{\"a\":1}\n"+rest), 0o644))
	got := innosim(t.Context(), args...)
	require.Equal(t, exitBadInput, got.code)
	for _, says := range []string{name + ":1: is no line of a sweep", name + ":3: is no line of a sweep", "--skip-bad-lines"} {
		require.Contains(t, got.stderr, says)
	}
	again := innosim(t.Context(), append(args, "--skip-bad-lines")...)
	require.Equal(t, exitDone, again.code, again.stderr)
	require.Contains(t, again.stderr, "lines left out that cannot be read: 2")
	require.Equal(t, whole.stdout, again.stdout)
	require.Equal(t, exitDone, innosim(t.Context(), args...).code, "the lines are gone")
	alone := innosim(t.Context(), loadArms("sweep", "-P", "threads=1", "--skip-bad-lines")...)
	require.Equal(t, exitBadInput, alone.code)
	require.Contains(t, alone.stderr, "--skip-bad-lines: needs --to")
	require.Contains(t, innosim(t.Context(), loadArms("sweep", "-P", "threads=1", "--to", name)...).stderr,
		"--to = "+name+": no folder can be made: not a directory")
}

func TestUnknownScenarioIsGuessed(t *testing.T) {
	for name, says := range map[string]string{
		"defult": "defult: no such file; did you mean default?", "redo-too-small": "did you mean lesson:redo-too-small?",
		"nowhere": "nowhere: no such file; allowed: a file, or a name of innosim list scenarios",
	} {
		for _, command := range []string{"run", "compare", "explain"} {
			got := innosim(t.Context(), command, name)
			require.Equal(t, exitBadInput, got.code)
			if command != "compare" {
				require.Contains(t, got.stderr, says, command)
			}
		}
		require.Contains(t, innosim(t.Context(), "check", name).stdout, says)
		require.Contains(t, innosim(t.Context(), loadArms("compare", "default", name)...).stderr, says)
	}
}

// TestOptionFileOverWhatIsBuiltIn: an option file, and a profile of a file, go with lessons and built-in scenarios too.
func TestOptionFileOverWhatIsBuiltIn(t *testing.T) {
	cnf := file(t, "my.cnf", "[mysqld]\ninnodb_io_capacity = 321\ninnodb_io_capcity_max = 5000\n")
	for _, name := range []string{"default", "io-mutexes", "lesson:group-commit"} {
		got := innosim(t.Context(), "run", name, "--defaults-file", cnf, "--device", "./none.cnf")
		require.Equal(t, exitBadInput, got.code)
		require.Contains(t, got.stderr, cnf+":3: innodb_io_capcity_max = 5000: unknown variable")
		require.Contains(t, got.stderr, "none.cnf: no such file")
	}
	good := file(t, "my.cnf", "[mysqld]\ninnodb_io_capacity = 321\n")
	for _, name := range []string{"default", "io-mutexes", "lesson:group-commit"} {
		got := innosim(t.Context(), "check", name, "--defaults-file", good)
		require.Equal(t, exitDone, got.code, got.stdout)
		require.Regexp(t, `\* innodb_io_capacity +321`, got.stdout, name)
	}
}

// TestAFaultOfAnotherKeyNamesTheArm: an arm that breaks what the base's file says is named, once for all of its kind.
func TestAFaultOfAnotherKeyNamesTheArm(t *testing.T) {
	base := file(t, "base.cnf", "[workload]\ntable-size = 1000\nthink-time = 1s\n[innosim]\ntime = 1s\n")
	got := innosim(t.Context(), "compare", base, "--set", "rate=5,tables=2")
	require.Equal(t, exitBadInput, got.code)
	require.Equal(t, "innosim: "+base+":3: think-time = 1s: contradicts rate = 5; an open loop has no think time"+
		" (in arm rate=5,tables=2)\n", got.stderr)
	got = innosim(t.Context(), "sweep", base, "-P", "rate=0,5", "-P", "tables=1,2")
	require.Equal(t, exitBadInput, got.code)
	require.Equal(t, 1, strings.Count(got.stderr, "\n"), got.stderr)
	require.Contains(t, got.stderr, " (in arm rate=5,tables=1)")
	got = innosim(t.Context(), "compare", file(t, "bad.cnf", "[workload]\nthreads = x\n"), "--set", "tables=2")
	require.NotContains(t, got.stderr, "in arm")
}
