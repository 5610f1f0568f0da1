package clone

import (
	"reflect"
	"unsafe"
)

// sliceHeader is the memory of a slice.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// scan visits the slots of n values at base: to discover what they lead to, or to mend them. Inside an array,
// a map or an interface the origin stays that of the slot which holds it.
func (c *copier) scan(p *plan, base unsafe.Pointer, n int, o origin) {
	if len(p.slots) == 0 {
		return
	}
	for i := range n {
		at := unsafe.Add(base, uintptr(i)*p.size)
		for j := range p.slots {
			s, from := &p.slots[j], o
			if o.slot == nil {
				from.slot, from.index = s, int32(i)
			}
			c.visit(s, unsafe.Add(at, s.offset), from)
		}
	}
}

func (c *copier) visit(s *slot, at unsafe.Pointer, o origin) {
	switch s.kind {
	case pointerSlot:
		c.visitPointer((*unsafe.Pointer)(at), s.elem, 1, o)
	case sliceSlot:
		h := (*sliceHeader)(at)
		c.visitPointer(&h.data, s.elem, h.cap, o)
	case mapSlot:
		c.visitMap(reflect.NewAt(s.typ, at).Elem(), o)
	case interfaceSlot:
		c.visitInterface(reflect.NewAt(s.typ, at).Elem(), o)
	case arraySlot:
		c.scan(s.elem, at, s.n, o)
	case zeroSlot:
		if c.fixing {
			reflect.NewAt(s.typ, at).Elem().SetZero()
		}
	case forbiddenSlot:
		if !c.fixing && *(*unsafe.Pointer)(at) != nil {
			c.refuse(s.typ, o)
		}
	}
}

func (c *copier) visitPointer(p *unsafe.Pointer, elem *plan, n int, o origin) {
	switch {
	case !c.fixing:
		c.discover(block{*p, elem, n}, o)
	case *p != nil && elem.size > 0 && n > 0:
		*p = c.moved(*p)
	}
}

// visitInterface looks at the value inside v. A value without pointers cannot change: it stays shared.
func (c *copier) visitInterface(v reflect.Value, o origin) {
	if v.IsNil() {
		return
	}
	p := c.plan(v.Elem().Type())
	if len(p.slots) == 0 || isType(v.Elem()) {
		return
	}
	held := c.visitCopy(v.Elem(), o)
	if c.fixing {
		v.Set(held)
	}
}

// isType tells whether v describes a Go type: those live for ever and have no copies.
func isType(v reflect.Value) bool {
	return v.CanInterface() && v.Type().Implements(reflect.TypeFor[reflect.Type]())
}

// visitMap looks at the keys and values of m, and puts the copy of m in its place.
func (c *copier) visitMap(m reflect.Value, o origin) {
	if m.IsNil() {
		return
	}
	header := m.UnsafePointer()
	made, known := c.maps[header]
	if !c.fixing {
		if !known {
			c.maps[header] = reflect.Value{}
			c.tables = append(c.tables, table{header, o})
			c.eachEntry(m, o, func(_, _ reflect.Value) {})
		}
		return
	}
	if !made.IsValid() {
		made = reflect.MakeMapWithSize(m.Type(), m.Len())
		c.maps[header] = made
		c.eachEntry(m, o, made.SetMapIndex)
	}
	m.Set(made)
}

func (c *copier) eachEntry(m reflect.Value, o origin, f func(key, value reflect.Value)) {
	for it := m.MapRange(); it.Next(); {
		f(c.visitCopy(it.Key(), o), c.visitCopy(it.Value(), o))
	}
}

// visitCopy visits a copy of v, which itself cannot be changed, and returns that.
func (c *copier) visitCopy(v reflect.Value, o origin) reflect.Value {
	held := reflect.New(v.Type())
	held.Elem().Set(v)
	c.scan(c.plan(v.Type()), held.UnsafePointer(), 1, o)
	return held.Elem()
}
