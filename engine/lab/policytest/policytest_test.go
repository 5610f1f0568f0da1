package policytest

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/flush"
)

// TestBuiltInPolicyPasses: the row's own policy, given as if it were somebody's, holds every threshold and
// differs in nothing.
func TestBuiltInPolicyPasses(t *testing.T) {
	r := Run(t, Subject{Server: "mysql-8.4", Policies: engine.Policies{Flush: flush.Adaptive{}}}, Options{Seeds: 2})
	require.Len(t, r.Scenarios, len(Names()))
	for _, o := range r.Scenarios {
		require.Empty(t, o.Changed(), o.Name)
	}
}

// lazy never flushes from the flush list unless it must.
type lazy struct{}

// Recommend plans nothing until flushing is synchronous.
func (lazy) Recommend(in flush.Inputs, kn flush.Knobs, mem *flush.Memory) flush.Plan {
	p := flush.Adaptive{}.Recommend(in, kn, mem)
	if !in.Sync {
		p.Pages = 0
		clear(p.Slots)
	}
	return p
}

// TestLazyPolicyIsNoticed: a policy that does nothing in time is another one, and the suite says in what.
func TestLazyPolicyIsNoticed(t *testing.T) {
	r := Run(t, Subject{Server: "mysql-8.4", Policies: engine.Policies{Flush: lazy{}}}, Options{Seeds: 3, Only: []string{"mixed-instances"}})
	var changed []string
	for _, c := range r.Scenarios[0].Changed() {
		changed = append(changed, c.Result)
	}
	require.Contains(t, changed, "checkpoint_age")
}

// TestExampleModule runs the tests of a module that stands outside of this one.
func TestExampleModule(t *testing.T) {
	cmd := exec.Command("go", "test", "./...")
	cmd.Dir = "example"
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}
