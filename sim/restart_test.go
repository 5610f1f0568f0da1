package sim

import "testing"

// logger notes what it is told.
type logger struct{ got []Event }

func (l *logger) Handle(_ *Kernel, ev Event) { l.got = append(l.got, ev) }

// A restart forgets the later actors and what is not worth keeping; the rest comes in its old order, also what was
// due at this very instant.
func TestRestartKeepsWhatItIsAskedTo(t *testing.T) {
	k := New()
	var stays, goes, fresh logger
	first := k.Register("stays", &stays)
	second := k.Register("goes", &goes)
	for i := range 10 {
		k.After(Duration(10-i), Wake{To: first, Kind: Kind(i % 2), Arg: uint64(i)})
		k.After(Duration(i+1), Wake{To: second})
	}
	k.Soon(Wake{To: first, Kind: 1, Arg: 99})
	k.Soon(Wake{To: second})
	k.Restart(second, func(ev Event) bool { return ev.Kind == 1 })
	if n := k.Pending(); n != 6 {
		t.Fatalf("%d events are pending, not 6", n)
	}
	if id := k.Register("fresh", &fresh); id != second {
		t.Fatalf("the new actor has number %d", id)
	}
	k.Run(Never, 0)
	want := []uint64{99, 9, 7, 5, 3, 1}
	if len(stays.got) != len(want) || len(goes.got)+len(fresh.got) != 0 {
		t.Fatalf("%d events came, %d to forgotten actors", len(stays.got), len(goes.got)+len(fresh.got))
	}
	for i, ev := range stays.got {
		if ev.Arg != want[i] {
			t.Errorf("event %d is %d, not %d", i, ev.Arg, want[i])
		}
	}
}
