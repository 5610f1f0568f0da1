package simtest_test

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fused matches a fused multiply-add in the compiler's listing, with the place in the source that it comes
// from.
var fused = regexp.MustCompile(`\(([^()]*/([^()/]+/[^()/]+\.go:\d+))\)\s+FN?M(ADD|SUB)[SD]?\s`)

// TestNoFusedMultiplyAdd compiles the model packages for arm64, whose compiler fuses what amd64's does not:
// x*y + z has another last digit there. Writing float64(x*y) + z keeps the two alike.
func TestNoFusedMultiplyAdd(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for another machine")
	}
	cmd := exec.Command("go", "build", "-gcflags=-S", "./sim/...", "./redo/...", "./bufferpool/...", "./doublewrite/...",
		"./flush/...", "./engine", "./engine/workload/...", "./engine/binlog/...", "./engine/profile/...")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	listing, err := cmd.CombinedOutput()
	if err != nil {
		t.Skipf("the module does not compile: %s", lastLine(listing))
	}
	seen := map[string]bool{}
	for _, m := range fused.FindAllSubmatch(listing, -1) {
		if place := string(m[2]); !seen[place] && !strings.Contains(string(m[1]), "/pkg/mod/") {
			seen[place] = true
			t.Errorf("%s: a product is added without being rounded", place)
		}
	}
}

func lastLine(text []byte) string {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return string(lines[len(lines)-1])
}

func TestFusedIsFound(t *testing.T) {
	line := "\t0x0118 00280 (/src/sim/rng/math.go:60)\tFMADDD\tF3, F1, F2, F0\n"
	require.Equal(t, "rng/math.go:60", string(fused.FindSubmatch([]byte(line))[2]))
	require.Nil(t, fused.FindSubmatch([]byte("\t0x0118 00280 (/src/sim/rng/math.go:60)\tFADDD\tF3, F1\n")))
}
