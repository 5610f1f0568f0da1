package flush

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
)

// TestAgeFactorIsAKnob: innodb_cleaner_lsn_age_factor = high_checkpoint makes of each policy what the policy of that name
// is of Adaptive, and leaves the whole percents of 5.7 alone.
func TestAgeFactorIsAKnob(t *testing.T) {
	f := &flow{perPage: 4096, inst: 1, kn: DefaultKnobs(), poolSize: 1 << 20, limits: redo.Limits{Dirty: 1e8, LWM: 1e7}}
	late := f.kn
	late.HighCheckpoint = true
	for made := 5000; made < 25000; made += 777 {
		f.made = made
		in := f.inputs()
		in.Now = 30
		plan := func(p Policy, kn Knobs) int {
			mem := Memory{Started: true}
			return p.Recommend(in, kn, &mem).ByAge
		}
		require.Equal(t, plan(HighCheckpoint{}, f.kn), plan(Adaptive{}, late), "%d pages", made)
		require.LessOrEqual(t, plan(Adaptive57{}, late), plan(Adaptive{}, late))
		if made < 22000 {
			require.Less(t, plan(Adaptive{}, late), plan(Adaptive{}, f.kn))
		}
	}
}
