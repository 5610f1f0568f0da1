package sim

// Restart forgets the actors numbered from first on, and every pending event but those for the ones before it
// that keep says yes to. Time, digest and counters go on: it is the same run, whose machines begin anew.
func (k *Kernel) Restart(first ActorID, keep func(Event) bool) {
	k.actors, k.names = k.actors[:first], k.names[:first]
	all := k.heap
	k.heap = make(heap, 0, cap(all))
	for k.ring.len() > 0 {
		all = append(all, k.ring.pop())
	}
	for _, ev := range all {
		if ev.To < first && keep(ev) {
			k.heap.push(ev)
		}
	}
}

// Replace gives the number of an actor to another one.
func (k *Kernel) Replace(id ActorID, a Actor) { k.actors[id] = a }
