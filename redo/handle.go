package redo

import "github.com/innosim/innosim/sim"

// Handle dispatches the log's own events.
func (l *Log) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case kindIgnore:
	case kindDebtPaid:
		l.debtPaid(k)
	case kindBufferSpace:
		l.bufferSpace(k, ev.Ref)
	case kindAppendGo:
		l.appendGo(k, ev.Ref)
	case kindAppendClosed:
		l.appendDone(k, ev.Ref)
	case kindSpacePoll:
		l.spacePoll(k)
	case kindPreflushed:
		l.preflushed(k, ev.Ref)
	case kindSwitch:
		l.switchStep(k, ev.Ref)
	default:
		if !l.handleThreads(k, ev) && !l.handleUsers(k, ev) && !l.handleCheckpoint(k, ev) && !l.handleGroup(k, ev) {
			panic("redo: unknown event kind")
		}
	}
}

func (l *Log) handleThreads(k *sim.Kernel, ev sim.Event) bool {
	switch ev.Kind {
	case kindWriterPoll:
		l.writerPoll(k, ev.Arg)
	case kindWriterAwake:
		l.writerGo(k, 0)
	case kindWriterWritten:
		l.writerWritten(k)
	case kindWriterLocked:
		l.writer.locked = true
		l.writerGo(k, 0)
	case kindFlusherAwake:
		l.flusherGo(k)
	case kindFlusherTimer:
		l.flusherTimer(k)
	case kindFlusherSynced:
		l.flusherSynced(k)
	case kindWriteNotified:
		l.noteW.busy = false
		l.park(k, ev.Ref, WaitLogIdle)
		l.release(k, &l.onW, l.written)
	case kindFlushNotified:
		l.noteF.busy = false
		l.park(k, ev.Ref, WaitLogIdle)
		l.release(k, &l.onF, l.flushed)
	case kindThenFlush:
		l.thenFlush(k, ev.Ref)
	default:
		return false
	}
	return true
}

func (l *Log) handleUsers(k *sim.Kernel, ev sim.Event) bool {
	switch ev.Kind {
	case kindUserRetry:
		l.userGrant(k, ev.Ref, l.userRun(k, ev.Ref))
	case kindUserMutex:
		l.userGrant(k, ev.Ref, l.userHold(k, ev.Ref))
	case kindUserWritten:
		l.userWritten(k, ev.Ref)
	case kindUserSynced:
		l.userSynced(k)
		l.userGrant(k, ev.Ref, true)
	case kindMasterTimer:
		l.masterTimer(k)
	default:
		return false
	}
	return true
}

func (l *Log) handleCheckpoint(k *sim.Kernel, ev sim.Event) bool {
	switch ev.Kind {
	case kindCkptTimer:
		l.ckptTimer(k, ev.Arg)
	case kindCkptAwake:
		l.ckptLoop(k)
	case kindCkptTick:
		l.ckptConsider(k)
	case kindCkptData:
		l.ckptLock(k)
	case kindCkptLocked:
		l.ckptHeader(k)
	case kindCkptHeader:
		l.ckptSync(k)
	case kindCkptSynced:
		l.ckptPublish(k)
	default:
		return false
	}
	return true
}
