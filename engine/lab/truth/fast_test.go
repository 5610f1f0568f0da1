package truth

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// truthFolder has folders of cases that are too many for a test; TestErrorTable puts their errors into the
// README when it writes it anew.
var truthFolder = flag.String("truth", "", "folder with folders of all cases, for TestErrorTable -rewrite")

// fast is the report of the cases in testdata/fast, simulated once for all tests.
var fast = sync.OnceValues(func() (*Report, error) {
	cases, err := Load(os.DirFS("testdata"), []string{"fast"})
	if err != nil {
		return nil, err
	}
	return Validate(context.Background(), cases, Options{Jobs: 2}), nil
})

func fastReport(t *testing.T) *Report {
	t.Helper()
	if testing.Short() {
		t.Skip("long: simulates truth cases")
	}
	r, err := fast()
	require.NoError(t, err)
	return r
}

// band is how far the predictions of one result may be from the measurements: the median of the absolute
// errors, and their 90th percentile.
type band struct{ median, p90 float64 }

// bands are, by folder, about half as much again as the errors were when they were set, so that a mechanism
// that breaks shows. Above the aim of the project (tps 18 %, others 20 to 50 %) are:
//   - tps, by con-flc2-thr16, and dblwr_writes_per_trx, by that and con-flc1-thr16: whether the cleaner keeps
//     up with 16 clients when syncs of data files are slow is decided by a hair, and the model's does not:
//     its clients flush single pages, 0.8 a transaction instead of 0.23;
//   - history_list_length, the length of a queue at one moment: too long in nearly all cases.
func bands() map[string]map[string]band {
	return map[string]map[string]band{
		"lab": {
			"tps":                   {0.095, 0.27},
			"latency.p99_1s":        {0.16, 0.30},
			"data_reads_per_trx":    {0.07, 0.10},
			"pages_written_per_trx": {0.09, 0.15},
			"redo_fsyncs_per_trx":   {0.07, 0.14},
			"data_fsyncs_per_trx":   {0.18, 0.40},
			"dblwr_writes_per_trx":  {0.13, 3.8},
			"redo_bytes_per_trx":    {0.12, 0.30},
			"redo_written_per_trx":  {0.19, 0.48},
			"page_splits_per_trx":   {0.25, 0.28},
			"page_merges_per_trx":   {0.25, 0.30},
			"server_cpu_ms_per_trx": {0.40, 0.40},
			"client_cpu_ms_per_trx": {0.40, 0.45},
			"history_list_length":   {2.4, 5.2},
		},
		"percona-nvme": {"tps": {0.25, 0.25}},
	}
}

// TestFastSubset holds the errors of the fast subset to their bands.
func TestFastSubset(t *testing.T) {
	byFolder := map[string][]*Outcome{}
	for _, o := range fastReport(t).Cases {
		require.Empty(t, o.Skipped, o.Name)
		folder := filepath.Base(o.Folder())
		byFolder[folder] = append(byFolder[folder], o)
	}
	all := bands()
	for _, folder := range slices.Sorted(maps.Keys(byFolder)) {
		for name, s := range summarise(byFolder[folder]) {
			t.Run(folder+"/"+name, func(t *testing.T) {
				b, ok := all[folder][name]
				require.True(t, ok, "a judged result without a band")
				t.Logf("%d cases: median %.1f%% of %.1f%%, 90th percentile %.1f%% of %.1f%%",
					s.N, 100*s.MedianAbs, 100*b.median, 100*s.P90Abs, 100*b.p90)
				require.LessOrEqual(t, s.MedianAbs, b.median, "median error")
				require.LessOrEqual(t, s.P90Abs, b.p90, "90th percentile of the errors")
				require.Equal(t, s.Zero, s.ZeroRight, "measured as 0")
			})
		}
	}
	share, _ := fastReport(t).Ranking.Share()
	require.GreaterOrEqual(t, share, 0.95, "order of tps")
}

// readme is the project's, and the line after which its error table stands, up to the next heading.
const (
	readme = "../../../README.md"
	marker = "<!-- error table -->\n"
)

// TestErrorTable compares what the program prints on the fast subset with the golden file and with the
// README.
// To write both anew, with the date, the version and the errors of all cases:
//
//	go test ./engine/lab/truth -run TestErrorTable -rewrite -truth FOLDER -timeout 30m
func TestErrorTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, fastReport(t).Markdown(&b))
	golden(t, "fast.md", b.Bytes())
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), marker)
	require.True(t, found, "the README has no %q", marker)
	old, after, _ := strings.Cut(rest, "\n## ")
	if *rewrite {
		whole := before + marker + errorTables(t, b.String()) + "\n## " + after
		require.NoError(t, os.WriteFile(readme, []byte(whole), 0o644))
		return
	}
	require.Contains(t, old, b.String(), "the README tells of another model: write it anew")
}

// errorTables is the README's text between the marker and the next heading.
func errorTables(t *testing.T, fast string) string {
	source, err := os.ReadFile("../../../cmd/innosim/main.go")
	require.NoError(t, err)
	version := regexp.MustCompile(`version = "(.*)"`).FindSubmatch(source)
	require.NotNil(t, version)
	var b strings.Builder
	fmt.Fprintf(&b, "\ninnosim %s, %s.\n", version[1], time.Now().Format("2 January 2006"))
	if *truthFolder != "" {
		folders, err := filepath.Glob(filepath.Join(*truthFolder, "*", ""))
		require.NoError(t, err)
		for _, f := range folders {
			if info, err := os.Stat(f); err == nil && info.IsDir() {
				b.WriteString(folderTable(t, f))
			}
		}
	}
	fmt.Fprintf(&b, "\nThe cases that `go test` simulates:\n\n%s", fast)
	return b.String()
}

// folderTable is the table of all cases of a folder.
func folderTable(t *testing.T, folder string) string {
	cases, err := Load(os.DirFS(folder), []string{"."})
	require.NoError(t, err)
	r := Validate(context.Background(), cases, Options{Jobs: 2})
	var b bytes.Buffer
	require.NoError(t, r.Markdown(&b))
	return fmt.Sprintf("\n%d cases of `%s`:\n\n%s", len(cases), filepath.Base(folder), b.String())
}
