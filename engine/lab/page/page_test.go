package page

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// runDocument is the JSON of a run, shortened: what the page of a run needs.
const runDocument = `{
 "header":{"scenario":"</script><b>x","server":"mysql-8.4","version":"0.1.0","seed":1,"digest":"ab"},
 "results":{"tps":100.5,"latency.avg":10.25}, "interval":{"tps":2}, "warnings":["<i>careful</i>"],
 "series":{"time":[1,2,3],"tps":[99,100,102],"latency_percentile":[10,11,12],"checkpoint_age":[1048576,2097152,3145728],
  "dirty_pages":[5,6,7],"free_pages":[9,8,7],"pages_read":[1,2,3],"pages_flushed":[3,2,1]},
 "statistics":{"window_start_seconds":1,"percentile":95},
 "waits":{"cpu":4,"page_read":6.25}, "waits_slowest":{"cpu":4,"page_read":60},
 "innodb":{"pages_flushed_per_sec":{"lru":5,"single":1},"bytes":{"data":10,"lsn":1}},
 "binds":[{"resource":"CPU","load":0.5,"share":0.4}], "devices":{"data":{"profile":"gp3","r_per_sec":1,"util":0.5}},
 "durability":{"why":["nothing is lost"]}
}`

const compareDocument = `{"header":{"base":"b","seed":1}, "partial":false, "arms":[
 {"name":"base","results":{"tps":100},"factor":{"tps":[1,1,1]},"durability":["nothing is lost"],"set":{}},
 {"name":"x=1","results":{"tps":150},"factor":{"tps":[1.5,1.4,1.6]},"durability":[],"set":{"x":"1"},
  "fails":["tps >= 200"],"warnings":["adjusted to 1"]}]}`

const sweepDocument = `{"header":{"base":"b"}, "points":[
 {"set":{"a":"64M","threads":"1"},"results":{"tps":10},"binds":"CPU","fails":["tps >= 15"],"warnings":["adjusted"]},
 {"set":{"a":"64M","threads":"2"},"results":{"tps":20},"binds":"CPU","fails":[],"warnings":["adjusted"]},
 {"set":{"a":"1G","threads":"1"},"results":{"tps":11},"binds":"CPU"},{"set":{"a":"1G","threads":"2"},"results":{},"failed":"broke","binds":""}]}`

const validateDocument = `{"summary":{"tps":{"n":2,"median_abs":0.1,"p90_abs":0.2,"bias":0.05}}, "cases":[
 {"name":"c1","measured":{"tps":100},"predicted":{"tps":110},"error":{"tps":0.1}},{"name":"c2","skipped":"why"},
 {"name":"c3","measured":{"tps":1000},"predicted":{"tps":900},"error":{"tps":-0.1}}]}`

var documents = map[Kind]string{Run: runDocument, Compare: compareDocument, Sweep: sweepDocument, Validate: validateDocument}

// charts are the charts that each page must draw.
var charts = map[Kind][]string{
	Run: {"Throughput, transactions per second", "Latency, ms", "Checkpoint age, MiB", "Pages of the buffer pool", "Pages per second",
		"average", "slowest 1 %", "pages flushed per second, by cause", "bytes written, by what they are"},
	Compare: {"Throughput"}, Sweep: {"tps over a", "heat map"}, Validate: {"tps"},
}

// noted are the notes that each page must show, as text.
var noted = map[Kind][]string{
	Run: {"<i>careful</i>"}, Compare: {"x=1: FAILS tps >= 200", "x=1: adjusted to 1"},
	Sweep: {"FAILS tps >= 15 in 1 of 4 points", "adjusted"}, Validate: {},
}

// TestSelfContained: nothing is loaded from anywhere, and text of the document cannot end the script.
func TestSelfContained(t *testing.T) {
	for kind, doc := range documents {
		var b bytes.Buffer
		require.NoError(t, Write(&b, kind, "title <&>", []byte(doc)))
		text := b.String()
		require.NotRegexp(t, `(src|href)="(https?:)?//`, text)
		require.Equal(t, 3, strings.Count(text, "</script>"))
		require.Contains(t, text, "<title>title &lt;&amp;&gt;</title>")
		require.Equal(t, doc2(t, doc), doc2(t, between(text, `id="data">`, "</script>")), "the data are the document")
	}
}

func TestNoJSONIsRefused(t *testing.T) {
	require.Error(t, Write(&bytes.Buffer{}, Run, "", []byte("{")))
}

func doc2(t *testing.T, text string) (v any) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	return v
}

func between(text, from, to string) string {
	_, rest, _ := strings.Cut(text, from)
	found, _, _ := strings.Cut(rest, to)
	return found
}

// drawn is what the page says that it has drawn.
type drawn struct {
	Ready  bool
	Charts []struct {
		Name    string
		Numbers []struct {
			Label  string
			Values []any
		}
	}
	Notes []string `json:"-"` // what the page shows apart from its charts
}

// TestBrowserDrawsEveryChart opens the pages in a real browser: no error in the console, every chart there
// and of some size, and the numbers those of the document, on a wide and on a narrow screen.
func TestBrowserDrawsEveryChart(t *testing.T) {
	browser := findBrowser()
	if browser == "" {
		t.Skip("no Chromium is installed")
	}
	ctx := start(t, browser)
	for kind, doc := range documents {
		for _, width := range []int64{1400, 400} {
			got, errors, overflow := open(ctx, t, kind, doc, width)
			require.Empty(t, errors, kind)
			require.True(t, got.Ready, kind)
			require.Zero(t, overflow, "%s is wider than a screen of %d", kind, width)
			var names []string
			for _, c := range got.Charts {
				names = append(names, c.Name)
			}
			require.ElementsMatch(t, charts[kind], names, kind)
			require.Equal(t, noted[kind], got.Notes, kind)
			if kind == Run {
				require.Equal(t, []any{99.0, 100.0, 102.0}, got.Charts[0].Numbers[0].Values)
			}
		}
	}
}

func findBrowser() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// start runs a browser without a network. A browser can crash before it has opened anything, as Chromium does
// now and then in a container: it is started again, and where it never starts there is nothing to look with.
func start(t *testing.T, path string) context.Context {
	t.Helper()
	var err error
	for range 4 {
		var ctx context.Context
		if ctx, err = launch(t, path); err == nil {
			return ctx
		}
		t.Log(err)
	}
	t.Skip("Chromium does not start:", err)
	return nil
}

// launch starts the browser with an empty page.
func launch(t *testing.T, path string) (context.Context, error) {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-crash-reporter", true), chromedp.UserDataDir(profileFolder(t)))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(alloc)
	t.Cleanup(end)
	ctx, late := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(late)
	return ctx, chromedp.Run(ctx)
}

// countEmpty counts charts that nobody can see.
const countEmpty = `[...document.querySelectorAll('[data-chart]')].map((e) => e.getBoundingClientRect())
	.filter((r) => r.width < 50 || r.height < 10).length`

// open loads a page and returns what it drew, what it complained about, and by how many pixels it is too
// wide.
func open(ctx context.Context, t *testing.T, kind Kind, doc string, width int64) (got drawn, errors []string, overflow int) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, kind, "test", []byte(doc)))
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
	tab, closeTab := chromedp.NewContext(ctx)
	defer closeTab()
	chromedp.ListenTarget(tab, func(ev any) {
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			errors = append(errors, e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			errors = append(errors, e.Entry.Text)
		}
	})
	empty := 0
	require.NoError(t, chromedp.Run(tab,
		chromedp.EmulateViewport(width, 900), chromedp.Navigate("file://"+file), chromedp.WaitReady("footer"),
		chromedp.Evaluate("window.innosim", &got),
		chromedp.Evaluate("Math.max(0, document.documentElement.scrollWidth - window.innerWidth)", &overflow),
		chromedp.Evaluate(countEmpty, &empty),
		chromedp.Evaluate("[...document.querySelectorAll('p.note')].map((e) => e.textContent)", &got.Notes),
	))
	require.Zero(t, empty, "charts without a size")
	return got, errors, overflow
}

// profileFolder is a folder for the browser, whose processes may still write into it while it is removed: then some of it
// is left to the system.
func profileFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "innosim-browser")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
