package clone

import (
	"fmt"
	"reflect"
)

// origin is the slot through which something was found.
type origin struct {
	slot  *slot
	block int32 // of the copier's blocks, in order of discovery
	index int32 // element of the block
}

// refuse panics with the path of fields to a value that cannot be copied.
func (c *copier) refuse(t reflect.Type, o origin) {
	root := c.blocks[0].plan.typ
	panic(fmt.Sprintf("clone: %v%s is a %v, which cannot be copied", root, c.path(o), t))
}

// path names the fields from the root to a slot.
func (c *copier) path(o origin) string {
	if o.slot == nil {
		return ""
	}
	b := c.blocks[o.block]
	name := o.slot.name
	if b.n > 1 {
		name = fmt.Sprintf("[%d]%s", o.index, name)
	}
	return c.path(c.from[o.block]) + name
}
