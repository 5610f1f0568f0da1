package truth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/schematest"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

// golden compares text with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *rewrite {
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}

// made is a case of a folder with two settings and a measured tps.
func made(folder, name, pool, threads string, tps float64) *Case {
	return &Case{
		Name: name, File: folder + "/" + name + ".cnf", Seed: 1, Digest: "d" + name,
		Settings: map[string]string{"mysqld.innodb_buffer_pool_size": pool, "workload.threads": threads},
		Measured: map[string]float64{"tps": tps, "dblwr_writes_per_trx": 0, "latency.avg": 10},
		Judge:    []string{"dblwr_writes_per_trx", "latency.avg", "tps"},
	}
}

// cases are two folders with all that can happen to a case.
func cases() []*Case {
	unjudged := made("b", "unjudged", "1G", "1", 50)
	unjudged.Judge = nil
	latency := made("b", "latency", "1G", "2", 50)
	latency.Judge = []string{"latency.avg"}
	alien := made("a", "alien", "", "", 10)
	alien.Skip = "server postgres-18: not in the catalogue"
	return []*Case{
		made("a", "base", "256M", "16", 300), made("a", "small", "64M", "16", 100),
		made("a", "one", "256M", "1", 40),
		made("a", "near", "300M", "16", 310), made("a", "broken", "8M", "16", 20),
		made("a", "refused", "9M", "16", 20),
		unjudged, latency, alien,
	}
}

// predict is a model that is wrong in known ways.
func predict(_ context.Context, c *Case) (*engine.Result, error) {
	predicted := map[string]map[string]float64{
		"base":     {"tps": 330, "latency.avg": 9, "dblwr_writes_per_trx": 0.001},
		"small":    {"tps": 90, "latency.avg": 30, "dblwr_writes_per_trx": 0.5},
		"one":      {"tps": 95, "latency.avg": math.NaN()},
		"near":     {"tps": 300, "latency.avg": 10},
		"unjudged": {"tps": 1},
		"latency":  {"latency.avg": 25},
	}
	switch c.Name {
	case "broken":
		panic("frames are conserved")
	case "refused":
		return nil, errors.New("innodb_buffer_pool_size: too small")
	}
	return &engine.Result{Results: predicted[c.Name], Interval: map[string]float64{"tps": 3}}, nil
}

func report(jobs int) *Report {
	return Validate(context.Background(), cases(), Options{Jobs: jobs, Predict: predict})
}

func TestGolden(t *testing.T) {
	r := report(1)
	var b bytes.Buffer
	require.NoError(t, r.Text(&b, "0.1.0"))
	golden(t, "report.txt", b.Bytes())
	b.Reset()
	require.NoError(t, r.JSON(&b, "0.1.0", Machine{Jobs: 1, WallSeconds: 2}))
	golden(t, "report.json", b.Bytes())
	b.Reset()
	require.NoError(t, r.CSV(&b))
	golden(t, "report.csv", b.Bytes())
}

func TestJobsDoNotChangeTheReport(t *testing.T) {
	require.Equal(t, report(1), report(7))
}

func TestJSONHoldsToSchemaWithSortedKeys(t *testing.T) {
	for _, r := range []*Report{report(1), Validate(context.Background(), nil, Options{})} {
		var b bytes.Buffer
		require.NoError(t, r.JSON(&b, "0.1.0", Machine{}))
		schematest.Valid(t, Schema, b.Bytes())
		var value any
		in := json.NewDecoder(bytes.NewReader(b.Bytes()))
		in.UseNumber()
		require.NoError(t, in.Decode(&value))
		var again bytes.Buffer
		out := json.NewEncoder(&again)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		require.NoError(t, out.Encode(value))
		require.Equal(t, again.String(), b.String())
	}
}

func TestInterruptKeepsWhatIsFinished(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stop := func(c context.Context, k *Case) (*engine.Result, error) {
		if k.Name == "one" { // the third
			cancel()
			return &engine.Result{Partial: true}, nil
		}
		return predict(c, k)
	}
	r := Validate(ctx, cases(), Options{Jobs: 1, Grace: time.Minute, Predict: stop})
	require.True(t, r.Partial)
	require.Len(t, r.Cases, len(cases()))
	require.Empty(t, r.Cases[0].Skipped)
	require.Empty(t, r.Cases[1].Skipped)
	require.NotEmpty(t, r.Cases[2].Skipped)
}

func TestInterruptLeavesBehindWhatDoesNotEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	hang := make(chan struct{})
	defer close(hang)
	wait := func(context.Context, *Case) (*engine.Result, error) {
		<-hang
		return &engine.Result{}, nil
	}
	r := Validate(ctx, cases(), Options{Jobs: 2, Grace: time.Millisecond, Predict: wait})
	require.True(t, r.Partial)
}

// TestRankingAgainstATwin counts the pairs of random cases in the dumbest way.
func TestRankingAgainstATwin(t *testing.T) {
	var all []*Outcome
	for i := range 40 {
		c := made(fmt.Sprint("f", i%2), fmt.Sprint(i), fmt.Sprint(i%5), fmt.Sprint(i%3), float64(100+i*i%97))
		all = append(all, &Outcome{Case: c, Predicted: map[string]float64{"tps": float64(i * 37 % 101)}})
	}
	var twin Ranking
	for i := range all {
		for j := range all {
			m, p := all[i].Measured["tps"]/all[j].Measured["tps"], all[i].Predicted["tps"] > all[j].Predicted["tps"]
			if i%2 != j%2 || m <= 1.15 {
				continue
			}
			one := (i%5 == j%5) != (i%3 == j%3)
			twin.Pairs++
			if one {
				twin.PairsOneSetting++
			}
			if p {
				twin.Right++
			}
			if p && one {
				twin.RightOneSetting++
			}
		}
	}
	require.Equal(t, twin, rank(all))
}

func TestQuantiles(t *testing.T) {
	require.Equal(t, 2.5, quantile([]float64{4, 1, 3, 2}, 0.5))
	require.Equal(t, 7.0, quantile([]float64{7}, 0.9))
	require.InDelta(t, 9.1, quantile([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0.9), 1e-12)
}

func TestSampleSpreads(t *testing.T) {
	var all []*Case
	for _, pool := range []string{"64M", "128M", "1G"} {
		for _, threads := range []string{"1", "4", "16", "64"} {
			all = append(all, made("a", pool+"-"+threads, pool, threads, 1))
		}
	}
	var names []string
	for _, c := range Sample(all, 4) {
		names = append(names, c.Name)
	}
	require.Equal(t, []string{"64M-1", "64M-64", "1G-1", "1G-64"}, names) // the corners
	require.Equal(t, all, Sample(all, 0))
	require.Equal(t, all, Sample(all, 99))
}

func TestSettings(t *testing.T) {
	text := "[scenario]\nname = x\n\n[innosim]\nserver = mysql-8.4\ntime = 9s\n[mysqld]\na = 1\n" +
		"[timeline]\n1s = crash\n1s = b\n[measured]\ntps = 1\n"
	require.Equal(t, map[string]string{
		"innosim.server": "mysql-8.4", "mysqld.a": "1", "timeline.1s": "crash; b",
	}, Settings(text))
}
