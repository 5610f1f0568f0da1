package fil

import "github.com/innosim/innosim/sim"

// A file grows by more than what is needed at the moment, and the new end is written with zeros, a MiB a call, and synced
// by the thread that needed it (fsp0fsp.cc, fsp_get_pages_to_extend_ibd; fil0fil.cc, fil_space_extend, fil_write_zeros).
// Where zeros are not asked for, posix_fallocate makes the file longer and only the fsync is left; MariaDB never writes them
// if the file system can allocate (os_file_set_size).
// The lab's inserts show it: 256 pages written and one fsync for so many pages of new rows, and no write to the
// doublewrite files.
const (
	growSmall = 32      // extents: smaller files grow by one extent
	growBy    = 4       // extents; FSP_FREE_ADD
	growUndo  = 16      // extents: first length and growth of an undo tablespace, 16 MiB; UNDO_INITIAL_SIZE
	reserve   = 6       // extents that a split wants free: 3 + tree height/16 beyond a reserve of 2; fsp_reserve_free_extents
	zeroBytes = 1 << 20 // bytes of a call
)

// extend makes the file long enough for its extents.
func (sp *space) extend() {
	if sp.undo {
		for sp.size < sp.extents {
			sp.size += growUndo
		}
		return
	}
	for sp.size < sp.extents+reserve {
		switch {
		case sp.size < growSmall:
			sp.size++
		default:
			sp.size += growBy
		}
	}
}

// Grow writes what has been added to a file since the last call, in the calling thread, done.Ref; NoWait when nothing
// has.
func (s *System) Grow(k *sim.Kernel, id SpaceID, done sim.Wake) sim.Wait {
	sp := &s.spaces[id]
	if sp.zeroed == sp.size {
		return sim.NoWait
	}
	o := s.op(done.Ref)
	extent := ExtentPages * s.o.PageSize
	o.grow = done
	o.zeros = Area{id, int64(sp.zeroed) * extent, uint32(int64(sp.size-sp.zeroed) * extent)}
	if s.o.Allocates {
		o.zeros.Bytes = 0
	}
	sp.zeroed = sp.size
	s.zeroNext(k, done.Ref)
	return WaitDataWrite
}

// zeroNext writes the next piece, or syncs the file behind the last one.
func (s *System) zeroNext(k *sim.Kernel, thread uint32) {
	o := &s.ops[thread]
	if o.zeros.Bytes == 0 {
		s.modify(o.zeros.Space)
		s.Flush(k, o.zeros.Space, o.grow)
		return
	}
	piece := o.zeros
	piece.Bytes = min(piece.Bytes, zeroBytes)
	o.zeros.Offset += int64(piece.Bytes)
	o.zeros.Bytes -= piece.Bytes
	s.WriteArea(k, piece, WaitDataWrite, s.me(kindZeroed, thread))
}
