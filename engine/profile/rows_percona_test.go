package profile

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLRUThreadsAreOfOneRelease: other servers do not know the variable.
func TestLRUThreadsAreOfOneRelease(t *testing.T) {
	for _, p := range Rows() {
		want := Elsewhere
		if p.Name == "percona-8.4.11" {
			want = Listed
		}
		got := p.Status(lruThreads)
		require.Equal(t, want == Listed, got == Listed, p.Name)
	}
}
