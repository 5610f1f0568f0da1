package fil

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// SubmitArea writes an area of a space in the background, on behalf of thread submitter, which owes the
// processor time of the submission. Done arrives when the device has it; nobody is parked.
func (s *System) SubmitArea(k *sim.Kernel, a Area, submitter uint32, done sim.Wake) {
	wait, held := s.book(k.Now(), a.Space, a.Offset, s.o.Costs.AsyncHold)
	s.tab.Owe(submitter, wait+held+s.submitCost())
	s.countWrite(int64(a.Bytes))
	s.env.Files.Write(k, s.spaces[a.Space].file, a.Offset, a.Bytes, done)
}

// SyncFile syncs the file of a space in thread done.Ref, which it always parks, in the wait class w: also
// where the flush method leaves the data files alone.
func (s *System) SyncFile(k *sim.Kernel, id SpaceID, w sim.Wait, done sim.Wake) {
	s.metrics.Syncs++
	s.env.Files.Call(k, device.Call{
		Op: device.Flush, File: s.spaces[id].file, Data: s.o.Fdatasync, Wait: w,
		CPU: s.tab.Pay(done.Ref) + s.o.Costs.SyncIO, Account: queue.Server,
	}, done)
}
