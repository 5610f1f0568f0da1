package clone

import (
	"reflect"
	"unsafe"
)

// Deep returns a copy of everything that x leads to.
func Deep[T any](x *T) *T {
	if x == nil {
		return nil
	}
	c := explore(x)
	c.merge()
	c.copy()
	c.mend()
	return (*T)(c.moved(unsafe.Pointer(x)))
}

// copier is the work of one Deep.
type copier struct {
	plans  map[reflect.Type]*plan
	seen   map[extent]struct{}
	blocks []block  // memory found, in order of discovery; then merged, in order of address
	from   []origin // of blocks, until they are merged
	copies []unsafe.Pointer
	maps   map[unsafe.Pointer]reflect.Value // copy of each map, by the original's header; zero until made
	tables []table                          // maps found
	fixing bool
}

// table is a map, and where it was found.
type table struct {
	header unsafe.Pointer
	from   origin
}

func newCopier() *copier {
	return &copier{
		plans: map[reflect.Type]*plan{},
		seen:  map[extent]struct{}{},
		maps:  map[unsafe.Pointer]reflect.Value{},
	}
}

// explore discovers everything that x leads to.
func explore[T any](x *T) *copier {
	c := newCopier()
	c.discover(block{unsafe.Pointer(x), c.plan(reflect.TypeFor[T]()), 1}, origin{})
	c.find()
	return c
}

// block is an array of n values of a type.
type block struct {
	base unsafe.Pointer
	plan *plan
	n    int
}

func (b block) start() uintptr { return uintptr(b.base) }
func (b block) end() uintptr   { return uintptr(b.base) + b.plan.size*uintptr(b.n) }

// extent identifies a block.
type extent struct {
	base unsafe.Pointer
	plan *plan
	n    int
}

// discover notes a block of the original, once.
func (c *copier) discover(b block, o origin) {
	if b.base == nil || b.plan.size == 0 || b.n == 0 {
		return
	}
	key := extent(b)
	if _, ok := c.seen[key]; ok {
		return
	}
	c.seen[key] = struct{}{}
	c.blocks = append(c.blocks, b)
	c.from = append(c.from, o)
}

// find follows the pointers of every block until no new one turns up.
func (c *copier) find() {
	for i := 0; i < len(c.blocks); i++ {
		b := c.blocks[i]
		c.scan(b.plan, b.base, b.n, origin{block: int32(i)})
	}
}

// copy allocates the copies and moves the bits; pointers still lead into the original.
func (c *copier) copy() {
	c.copies = make([]unsafe.Pointer, len(c.blocks))
	for i, b := range c.blocks {
		c.copies[i] = b.duplicate()
	}
}

// duplicate returns a bitwise copy of a block.
func (b block) duplicate() unsafe.Pointer {
	const wordSize, bulk = 8, 1 << 12
	bytes := b.plan.size * uintptr(b.n)
	if len(b.plan.slots) == 0 && bytes%wordSize == 0 && bytes >= bulk {
		words := unsafe.Slice((*uint64)(b.base), bytes/wordSize)
		return unsafe.Pointer(unsafe.SliceData(append([]uint64(nil), words...))) // not cleared first
	}
	old := reflect.SliceAt(b.plan.typ, b.base, b.n)
	fresh := reflect.MakeSlice(reflect.SliceOf(b.plan.typ), b.n, b.n)
	reflect.Copy(fresh, old)
	return fresh.UnsafePointer()
}

// mend turns the pointers of every copy from the original to the copies.
func (c *copier) mend() {
	c.fixing = true
	for i, b := range c.blocks {
		c.scan(b.plan, c.copies[i], b.n, origin{})
	}
}
