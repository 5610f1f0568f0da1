package device

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// syncer writes files, and syncs them one after another in one thread, as the end of a doublewrite batch does.
type syncer struct {
	k     *sim.Kernel
	d     *Device
	f     *Files
	out   *sink
	files []FileID
}

func newSyncer(c Config, n int) *syncer {
	s := &syncer{k: sim.New()}
	s.d, s.out = New(s.k, "data", c, 1), newSink(s.k)
	s.f = NewFiles(s.k, FilesOptions{})
	for i := range n {
		id := s.f.Open(fmt.Sprintf("t%d.ibd", i), s.d, Direct)
		s.f.Allocate(id, 1<<20, true)
		s.files = append(s.files, id)
	}
	return s
}

// write writes a page of each file, and waits until that is done.
func (s *syncer) write(at sim.Duration) {
	s.k.Run(sim.Time(at), 0)
	for _, id := range s.files {
		s.f.Write(s.k, id, 0, 16384, s.out.wake(0))
	}
	s.k.Run(sim.Time(at+sim.Millisecond), 0)
}

// sync syncs all files, one after another.
func (s *syncer) sync() {
	next := 0
	s.out.next = func(k *sim.Kernel, ev sim.Event) {
		if next < len(s.files) {
			next++
			s.f.Sync(k, s.files[next-1], false, s.out.wake(1))
		}
	}
	s.k.Soon(s.out.wake(1))
	s.k.Run(s.k.Now().Add(sim.Second), 0)
	s.out.next = nil
}

func nvme(fs FileSystem) Config {
	return Config{ReadLatency: 100 * us, WriteLatency: 10 * us, FlushLatency: 50 * us, WriteCache: Protected, FileSystem: fs}
}

// TestOneCommitCoversWhatChangedTogether: of twenty files that were written together the first to be synced waits for a
// journal commit, which logs all their inodes; the others are a flush each. A later write makes the next commit.
func TestOneCommitCoversWhatChangedTogether(t *testing.T) {
	for name, c := range map[string]Config{"host queue": ncq(), "ext4": nvme(Ext4), "xfs": nvme(XFS)} {
		s := newSyncer(c, 20)
		for round := range 3 {
			s.write(sim.Duration(10*round) * sim.Second)
			s.sync()
			require.EqualValues(t, round+1, s.f.Journal(s.d).Commits, name)
		}
		commits, syncs := uint64(0), uint64(0)
		for _, id := range s.files {
			commits += s.f.Metrics(id).Commits
			syncs += s.f.Metrics(id).Syncs
		}
		require.EqualValues(t, 3, commits, name)
		require.EqualValues(t, 60, syncs, name)
		perCommit := map[string]uint64{"host queue": 2, "ext4": 1, "xfs": 1}[name]
		require.EqualValues(t, 3*(perCommit+19), s.d.Metrics().Ops[Flush].Count, name)
		require.NoError(t, s.f.Check())
	}
}

// TestAChangeBehindTheStartOfACommitIsNotInIt: a file that is written while a commit runs needs the next one.
func TestAChangeBehindTheStartOfACommitIsNotInIt(t *testing.T) {
	s := newSyncer(ncq(), 2)
	s.write(10 * sim.Millisecond)
	s.f.Sync(s.k, s.files[0], false, s.out.wake(1))
	s.k.Run(s.k.Now().Add(5*us), 0)
	s.f.files[s.files[1]].inode.stamp = 0 // the clock of the inode ticks
	s.f.Write(s.k, s.files[1], 0, 16384, s.out.wake(2))
	s.k.Run(s.k.Now().Add(sim.Second), 0)
	require.EqualValues(t, 1, s.f.Journal(s.d).Commits)
	s.f.Sync(s.k, s.files[1], false, s.out.wake(3))
	s.k.Run(s.k.Now().Add(sim.Second), 0)
	require.EqualValues(t, 2, s.f.Journal(s.d).Commits)
}

// TestASyncMeetsItsCommitOnTheWay: before the commit's flush is sent it has nothing to add; behind that it flushes too, because
// the data may have been written since.
func TestASyncMeetsItsCommitOnTheWay(t *testing.T) {
	for after, flushes := range map[sim.Duration]uint64{5 * us: 2, 30 * us: 3} {
		s := newSyncer(ncq(), 2)
		s.write(10 * sim.Millisecond)
		begin := s.d.Metrics()
		s.f.Sync(s.k, s.files[0], false, s.out.wake(1))
		s.k.Run(s.k.Now().Add(after), 0)
		s.f.Sync(s.k, s.files[1], false, s.out.wake(2))
		s.k.Run(s.k.Now().Add(sim.Second), 0)
		require.EqualValues(t, 1, s.f.Journal(s.d).Commits, after)
		require.Equal(t, flushes, s.d.Metrics().Sub(begin).Ops[Flush].Count, after)
		require.Len(t, s.out.got, 4, after)
	}
}
