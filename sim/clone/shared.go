package clone

import (
	"fmt"
	"reflect"
)

// Shared returns the paths of fields in a that lead to memory which b leads to as well: none after b = Deep(a), until
// somebody links the two again. Tests use it.
func Shared[T any](a, b *T) []string {
	first, second := explore(a), explore(b)
	second.merge()
	var paths []string
	for i, block := range first.blocks {
		if second.holds(block) {
			name := fmt.Sprintf("%v%s", reflect.TypeFor[T](), first.path(first.from[i]))
			paths = append(paths, name)
		}
	}
	return paths
}

// holds tells whether one of the merged blocks covers the start of b.
func (c *copier) holds(b block) bool {
	i := c.before(b.base)
	return i >= 0 && b.start() < c.blocks[i].end()
}
