package queue

import "github.com/innosim/innosim/sim"

// sink records what it is woken with.
type sink struct {
	id   sim.ActorID
	got  []sim.Event
	next func(k *sim.Kernel, ev sim.Event)
}

func newSink(k *sim.Kernel) *sink {
	s := &sink{}
	s.id = k.Register("sink", s)
	return s
}

func (s *sink) Handle(k *sim.Kernel, ev sim.Event) {
	if s.next != nil {
		s.next(k, ev)
		return
	}
	s.got = append(s.got, ev)
}

func (s *sink) wake(ref uint32) sim.Wake { return sim.Wake{To: s.id, Ref: ref} }

func (s *sink) refs() []uint32 {
	var out []uint32
	for _, ev := range s.got {
		out = append(out, ev.Ref)
	}
	return out
}
