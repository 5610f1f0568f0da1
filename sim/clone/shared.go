package clone

import (
	"fmt"
	"reflect"
)

// Shared returns the paths of fields in a that lead to memory which b leads to as well: none after b =
// Deep(a), until somebody links the two again. Tests use it.
func Shared[T any](a, b *T) []string {
	first, second := explore(a), explore(b)
	second.merge()
	var paths []string
	add := func(o origin) { paths = append(paths, fmt.Sprintf("%v%s", reflect.TypeFor[T](), first.path(o))) }
	for i, block := range first.blocks {
		if second.holds(block) {
			add(first.from[i])
		}
	}
	for _, m := range first.tables {
		if _, ok := second.maps[m.header]; ok {
			add(m.from)
		}
	}
	return paths
}

// holds tells whether one of the merged blocks covers the start of b.
func (c *copier) holds(b block) bool {
	i := c.before(b.base)
	return i >= 0 && b.start() < c.blocks[i].end()
}
