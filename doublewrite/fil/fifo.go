package fil

// fifo is a ring of slot numbers; it holds a segment at most.
type fifo struct {
	buf        []uint16
	head, tail uint32
}

func newFIFO() fifo { return fifo{buf: make([]uint16, slotsPerThread)} }

func (f *fifo) len() int { return int(f.tail - f.head) }

func (f *fifo) push(v uint16) {
	f.buf[f.tail%slotsPerThread] = v
	f.tail++
}

func (f *fifo) pop() uint16 {
	v := f.buf[f.head%slotsPerThread]
	f.head++
	return v
}
