package sim

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorder notes what it gets, and does what the test says.
type recorder struct {
	got []string
	do  func(k *Kernel, ev Event)
}

func (r *recorder) Handle(k *Kernel, ev Event) {
	r.got = append(r.got, fmt.Sprintf("%d:%d", int64(ev.At), ev.Ref))
	if r.do != nil {
		r.do(k, ev)
	}
}

func newRecorder() (*Kernel, *recorder, func(ref uint32) Wake) {
	k, r := New(), &recorder{}
	id := k.Register("recorder", r)
	return k, r, func(ref uint32) Wake { return Wake{To: id, Ref: ref} }
}

func TestEventsOfOneInstantKeepTheOrderOfTheirScheduling(t *testing.T) {
	k, r, wake := newRecorder()
	k.After(5, wake(1))
	k.After(3, wake(2))
	k.At(5, wake(3))
	k.Soon(wake(4))
	k.After(0, wake(5))
	require.Equal(t, Idle, k.Run(10, 0))
	require.Equal(t, []string{"0:4", "0:5", "3:2", "5:1", "5:3"}, r.got)
	require.EqualValues(t, 10, k.Now())
}

func TestSoonGoesBehindWhatIsAlreadyDue(t *testing.T) {
	k, r, wake := newRecorder()
	r.do = func(k *Kernel, ev Event) {
		if ev.Ref == 1 {
			k.Soon(wake(9))
		}
	}
	for ref := range uint32(3) {
		k.After(7, wake(ref+1))
	}
	k.Run(7, 0)
	require.Equal(t, []string{"7:1", "7:2", "7:3", "7:9"}, r.got)
}

func TestObserversSeeTheInstantFinished(t *testing.T) {
	k, r, wake := newRecorder()
	r.do = func(k *Kernel, ev Event) {
		if ev.Ref > 0 && ev.Ref < 4 {
			k.Soon(wake(ev.Ref + 1)) // model events that follow within the instant come first, too
		}
	}
	k.Observe(4, wake(100))
	k.After(4, wake(1))
	k.Observe(0, wake(101))
	k.Run(4, 0)
	require.Equal(t, []string{"0:101", "4:1", "4:2", "4:3", "4:4", "4:100"}, r.got)
}

func TestBudgetStopsAndContinues(t *testing.T) {
	k, r, wake := newRecorder()
	for ref := range uint32(5) {
		k.After(Duration(ref+1), wake(ref))
	}
	require.Equal(t, Budget, k.Run(100, 3))
	require.EqualValues(t, 3, k.Now())
	require.Equal(t, 2, k.Pending())
	require.Equal(t, Idle, k.Run(100, 3))
	require.Len(t, r.got, 5)
	require.EqualValues(t, 5, k.Events())
}

func TestHaltStopsAfterTheEvent(t *testing.T) {
	k, r, wake := newRecorder()
	r.do = func(k *Kernel, ev Event) {
		if ev.Ref == 1 {
			k.Halt()
		}
	}
	for ref := range uint32(3) {
		k.After(1, wake(ref))
	}
	require.Equal(t, Halted, k.Run(10, 0))
	require.Len(t, r.got, 2)
	require.EqualValues(t, 1, k.Now())
	require.Equal(t, Idle, k.Run(10, 0))
	require.Len(t, r.got, 3)
}

func TestRunReachesItsLimit(t *testing.T) {
	k, r, wake := newRecorder()
	k.After(10, wake(1))
	k.After(11, wake(2))
	require.Equal(t, Reached, k.Run(10, 0))
	require.Equal(t, []string{"10:1"}, r.got)
	require.Equal(t, Reached, k.Run(10, 0))
	require.Equal(t, Idle, k.Run(Never, 0))
	require.EqualValues(t, 11, k.Now(), "an unlimited run stays at its last event")
}

func TestARunIntoThePastDoesNothing(t *testing.T) {
	k, r, wake := newRecorder()
	k.Run(10, 0)
	k.Soon(wake(1))
	require.Equal(t, Reached, k.Run(5, 0))
	require.Empty(t, r.got)
	require.EqualValues(t, 10, k.Now())
}

func TestThePastIsClosed(t *testing.T) {
	k, _, wake := newRecorder()
	require.Panics(t, func() { k.After(-1, wake(0)) })
	require.Panics(t, func() { k.Observe(-1, wake(0)) })
	k.Run(10, 0)
	require.Panics(t, func() { k.At(9, wake(0)) })
	k.After(Duration(Never), wake(0))
	require.Equal(t, Reached, k.Run(1<<62, 0), "beyond the end of time is never")
}

func TestWatchersSeeEveryEventBeforeItsActor(t *testing.T) {
	k, r, wake := newRecorder()
	var seen []uint32
	k.Watch(func(ev Event) {
		require.Len(t, r.got, len(seen))
		seen = append(seen, ev.Ref)
	})
	k.After(2, wake(2))
	k.Soon(wake(1))
	k.Run(5, 0)
	require.Equal(t, []uint32{1, 2}, seen)
	require.Equal(t, "recorder", k.Name(0))
}

func TestWithCarriesTheAnswer(t *testing.T) {
	w := Wake{To: 1, Kind: 2, Ref: 3, Arg: 4}
	require.Equal(t, Wake{To: 1, Kind: 2, Ref: 3, Arg: 9}, w.With(9))
	require.EqualValues(t, 4, w.Arg)
}

func TestDigestIsGolden(t *testing.T) {
	k, _ := newHold(1_000)
	k.Run(Never, 100_000)
	require.Equal(t, uint64(goldenDigest), k.Digest(), "the order of events, or the hash, has changed")
}

// goldenDigest is the digest of 100,000 events of the hold model; equal on every architecture.
const goldenDigest = 0x5835ed0919eb995c

func TestDigestTellsEventsApart(t *testing.T) {
	base := Event{At: 5, Wake: Wake{To: 1, Kind: 2, Ref: 3, Arg: 4}}
	digests := []uint64{mix(digestSeed, base)}
	for _, change := range []func(*Event){
		func(e *Event) { e.At++ }, func(e *Event) { e.To++ }, func(e *Event) { e.Kind++ },
		func(e *Event) { e.Ref++ }, func(e *Event) { e.Arg++ },
	} {
		e := base
		change(&e)
		digests = append(digests, mix(digestSeed, e))
	}
	slices.Sort(digests)
	require.Len(t, slices.Compact(digests), 6)
}

func TestDigestDependsOnOrder(t *testing.T) {
	digest := func(first, second uint32) uint64 {
		k, _, wake := newRecorder()
		k.After(1, wake(first))
		k.After(1, wake(second))
		k.Run(2, 0)
		return k.Digest()
	}
	require.NotEqual(t, digest(1, 2), digest(2, 1))
	require.Equal(t, digest(1, 2), digest(1, 2))
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	k, _ := newHold(1_000)
	r := &relay{}
	r.id = k.Register("relay", r)
	for range 10 {
		k.After(1, Wake{To: r.id})
	}
	k.Run(Never, 100_000)
	require.Zero(t, testing.AllocsPerRun(10, func() { k.Run(Never, 10_000) }))
}

func TestTimesPrint(t *testing.T) {
	require.Equal(t, "1.500000000s", Time(1_500_000_000).String())
	for d, want := range map[Duration]string{
		0: "0ns", 999: "999ns", 1500: "1.5us", 2 * Millisecond: "2ms", 90 * Second: "90s", -5 * Microsecond: "-5us",
	} {
		require.Equal(t, want, d.String())
	}
	require.InDelta(t, 1.5, Time(1_500_000_000).Seconds(), 0)
	require.InDelta(t, 0.25, (250 * Millisecond).Seconds(), 0)
	require.InDelta(t, 0.25, (250 * Microsecond).Millis(), 0)
	require.Equal(t, 3*Second, Time(4*Second).Sub(Time(Second)))
	require.Equal(t, Time(5*Second), Time(4*Second).Add(Second))
}
