package clone

import (
	"fmt"
	"reflect"
)

// kind is what a slot holds.
type kind uint8

const (
	pointerSlot kind = iota
	sliceSlot
	mapSlot
	interfaceSlot
	arraySlot     // an array whose elements have slots
	zeroSlot      // tagged "zero"
	forbiddenSlot // function, channel or unsafe.Pointer: must be nil
)

// plan lists the slots of a type: where its values hold something that leads elsewhere. No slots: plain
// memory.
type plan struct {
	typ   reflect.Type
	size  uintptr
	slots []slot
}

// slot is a place in a value, structs flattened.
type slot struct {
	offset uintptr
	kind   kind
	typ    reflect.Type
	elem   *plan // of pointers, slices and arrays
	n      int   // elements of an array
	name   string
}

// tagKey is the key of the field tags, with the values "share" and "zero".
const tagKey = "clone"

func (c *copier) plan(t reflect.Type) *plan {
	if p, ok := c.plans[t]; ok {
		return p
	}
	p := &plan{typ: t, size: t.Size()}
	c.plans[t] = p // before its slots: types refer to themselves
	c.addSlots(p, t, 0, "")
	return p
}

// addSlots appends the slots of a value of type t at an offset.
func (c *copier) addSlots(p *plan, t reflect.Type, offset uintptr, name string) {
	s := slot{offset: offset, typ: t, name: name}
	switch t.Kind() {
	case reflect.Pointer:
		s.kind, s.elem = pointerSlot, c.plan(t.Elem())
	case reflect.Slice:
		s.kind, s.elem = sliceSlot, c.plan(t.Elem())
	case reflect.Map:
		s.kind = mapSlot
	case reflect.Interface:
		s.kind = interfaceSlot
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		s.kind = forbiddenSlot
	case reflect.Array:
		s.kind, s.elem, s.n = arraySlot, c.plan(t.Elem()), t.Len()
		if len(s.elem.slots) == 0 {
			return
		}
	case reflect.Struct:
		c.addFields(p, t, offset, name)
		return
	default:
		return
	}
	p.slots = append(p.slots, s)
}

func (c *copier) addFields(p *plan, t reflect.Type, offset uintptr, name string) {
	for i := range t.NumField() {
		f := t.Field(i)
		at, path := offset+f.Offset, name+"."+f.Name
		switch tag := f.Tag.Get(tagKey); tag {
		case "share":
		case "zero":
			p.slots = append(p.slots, slot{offset: at, kind: zeroSlot, typ: f.Type, name: path})
		case "":
			c.addSlots(p, f.Type, at, path)
		default:
			panic(fmt.Sprintf("clone: unknown tag %q of field %v%s", tag, t, path))
		}
	}
}
