package policytest

import (
	"context"
	"embed"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/experiment"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/profile"
)

//go:embed scenarios/*.cnf
var files embed.FS

// Subject is what is tested.
type Subject struct {
	Server   string            // the row that the policies belong to: built-in, or one of Rows
	Rows     []profile.Profile // rows of the caller's own
	Policies engine.Policies   // in place of the row's
	Baseline string            // the row that it is compared with; Server without the policies when empty
}

// Options say how.
type Options struct {
	Seeds   int      // runs of every scenario; 3 when 0
	Golden  string   // folder of golden files, one per scenario; none when empty
	Rewrite bool     // write the golden files instead of comparing with them
	Only    []string // scenarios; all when empty
}

// Names returns the scenarios of the suite.
func Names() []string {
	entries, err := fs.ReadDir(files, "scenarios")
	if err != nil {
		panic(err) // embedded
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".cnf"))
	}
	return names
}

// Run tests the subject: a subtest for every scenario. The report says what differs from the baseline.
func Run(t *testing.T, s Subject, o Options) *Report {
	t.Helper()
	if o.Seeds == 0 {
		o.Seeds = 3
	}
	r := &Report{}
	for _, name := range Names() {
		if len(o.Only) > 0 && !slices.Contains(o.Only, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			one := s.simulate(t, name, o)
			one.checkThresholds(t)
			one.checkGolden(t, o)
			t.Log(one.String())
			r.Scenarios = append(r.Scenarios, one)
		})
	}
	return r
}

// simulate runs baseline and subject with the same seeds.
func (s Subject) simulate(t *testing.T, name string, o Options) *Outcome {
	t.Helper()
	baseline := s.Baseline
	if baseline == "" {
		baseline = s.Server
	}
	arms := []experiment.Arm{
		s.arm(t, name, "baseline", baseline, scenario.WithRows(s.Rows...)),
		s.arm(t, name, "subject", s.Server, scenario.WithRows(s.Rows...), scenario.WithPolicies(s.Server, s.Policies)),
	}
	c := experiment.Compare(context.Background(), arms, o.Seeds, experiment.Options{Jobs: runtime.NumCPU(), Grace: time.Minute})
	if err := c.Failures(); err != nil {
		t.Fatalf("a law is broken: %v", err)
	}
	return &Outcome{Name: name, Baseline: c.Arms[0], Subject: c.Arms[1]}
}

func (s Subject) arm(t *testing.T, name, title, server string, opts ...scenario.Option) experiment.Arm {
	t.Helper()
	a, err := experiment.NewArm(title, func(more ...scenario.Option) (*scenario.Scenario, error) {
		all := slices.Concat(opts, []scenario.Option{scenario.WithSet("server", server)}, more)
		return scenario.Parse(files, "scenarios/"+name+".cnf", all...)
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
