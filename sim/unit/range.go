package unit

import (
	"cmp"
	"fmt"
)

// InRange returns an error that names the option and what is allowed, unless lo ≤ v ≤ hi. A NaN is in no
// range.
func InRange[T cmp.Ordered](name string, v, lo, hi T) error {
	if v >= lo && v <= hi {
		return nil
	}
	return fmt.Errorf("%s = %v is not in %v … %v", name, v, lo, hi)
}
