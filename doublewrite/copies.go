package doublewrite

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim/device"
)

// Copy says where in the doublewrite files the copy of a page lies that is being written in place.
type Copy struct {
	Frame  bufferpool.FrameID
	File   device.FileID
	Offset int64
}

// Copies appends the copies on which pages that are being written in place rely now. With DETECT_ONLY there are
// none: the files have page numbers only.
func (d *Files) Copies(dst []Copy) []Copy {
	if d.kn.DetectOnly {
		return dst
	}
	for i := range d.insts {
		in := &d.insts[i]
		if !in.busy {
			continue
		}
		file, off := d.segments.place(in.segment)
		for j, e := range in.flight {
			dst = append(dst, Copy{e.frame, file, off + int64(j)*pageBytes})
		}
	}
	for i := range d.ops {
		if o := &d.ops[i]; o.placing {
			file, off := d.segments.slotPlace(o.slot)
			dst = append(dst, Copy{o.frame, file, off})
		}
	}
	return dst
}
