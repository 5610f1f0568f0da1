package fil

import (
	"strings"

	"github.com/innosim/innosim/sim"
)

// Reopen begins anew after the server or its host has stopped: I/O threads without work, the same spaces with
// the same pages, all of them as the device has them. Counters begin at zero.
func (s *System) Reopen(k *sim.Kernel, env Env) {
	n := New(k, s.o, env)
	for i := range s.spaces {
		class, name, _ := strings.Cut(s.env.Files.Name(s.spaces[i].file), ".")
		n.AddSpace(name, class == "undo")
		n.spaces[i].extents = s.spaces[i].extents
	}
	n.extents = s.extents
	n.order, n.reaper = s.order, s.reaper
	*s = *n
	k.Replace(s.id, s)
	s.Settle()
}
