package device

import (
	"errors"
	"fmt"
	"math"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/unit"
)

// flash is the medium behind a write cache, as reads meet it. While the cache drains, dies are programmed at the rate of
// sustained-write, and erased to make room; a read whose die is busy waits for what is left of that, or until it is
// suspended. Each read meets a die at random:
//
//	programming  sustained-write · program-time / (program-size · dies)  of the time that the cache drains
//	erasing      sustained-write · erase-time / (erase-size · dies)
//
// The host's own writes drain at sustained-write / write-amplification: the rest is garbage collection, which moves what
// is still valid. A fresh device has a write amplification of 1, a full one that has been written at random for long 2 to 4,
// so it drains more slowly and disturbs reads for longer.
//
// Source: parameters and the suspension of programs and erases as in MQSim's (SSD_Device parameters); die counts from
// general knowledge.
type flash struct {
	programming, erasing float64 // shares of the dies while the cache drains
	stream               rng.Stream
	programs, erases     collision
}

// collision is how long a read waits that meets a busy die.
type collision struct {
	time    sim.Duration // of the operation, of which any part may be left
	suspend sim.Duration // the longest wait; 0: it is not suspended
}

func newFlash(c *Config, name string, seed uint64) flash {
	f := flash{stream: rng.New(seed, "device."+name+".collision", 0)}
	f.change(c)
	return f
}

func (f *flash) change(c *Config) {
	f.programs = collision{c.ProgramTime, c.ProgramSuspend}
	f.erases = collision{c.EraseTime, c.EraseSuspend}
	f.programming = c.busyDies(c.ProgramTime, c.ProgramSize)
	f.erasing = c.busyDies(c.EraseTime, c.EraseSize)
}

// busyDies is the share of the dies that an operation keeps busy while the cache drains.
func (c *Config) busyDies(time sim.Duration, size int64) float64 {
	if c.Dies == 0 || size == 0 {
		return 0
	}
	return float64(c.SustainedWrite*time.Seconds()) / float64(float64(size)*float64(c.Dies))
}

// meet is how long the n-th read waits for its die.
func (f *flash) meet(n uint64) sim.Duration {
	f.stream.At(n)
	u := f.stream.Float64()
	switch {
	case u < f.erasing:
		return f.erases.left(u / f.erasing)
	case u < f.erasing+f.programming:
		return f.programs.left((u - f.erasing) / f.programming)
	}
	return 0
}

// left is the wait for an operation of which a part is left.
func (c collision) left(part float64) sim.Duration {
	d := sim.Duration(math.Round(float64(part * float64(c.time))))
	if c.suspend > 0 {
		d = min(d, c.suspend)
	}
	return d
}

// collide is the time that a read that starts at t waits for its die.
func (d *Device) collide(t sim.Time) sim.Duration {
	if d.c.Dies == 0 || d.c.DieQueues || d.cache.empty <= t {
		return 0
	}
	wait := d.flash.meet(d.services[Read].ordinal)
	if wait > 0 {
		d.meter.wait(DieBusy, wait)
	}
	return wait
}

func (c Config) validateFlash() error {
	var errs []error
	in := func(err error) { errs = append(errs, err) }
	in(unit.InRange("dies", c.Dies, 0, maxChannels))
	in(unit.InRange("program-time", c.ProgramTime, 0, maxLatency))
	in(unit.InRange("program-suspend", c.ProgramSuspend, 0, maxLatency))
	in(unit.InRange("erase-time", c.EraseTime, 0, maxLatency))
	in(unit.InRange("erase-suspend", c.EraseSuspend, 0, maxLatency))
	in(unit.InRange("program-size", unit.Bytes(c.ProgramSize), 0, maxSize))
	in(unit.InRange("erase-size", unit.Bytes(c.EraseSize), 0, maxSize))
	if c.WriteAmplification != 0 {
		in(unit.InRange("write-amplification", c.WriteAmplification, 1, 100))
	}
	if !c.DieQueues && (c.Dies > 0 || c.WriteAmplification > 1) && c.SustainedWrite == 0 {
		in(errors.New("sustained-write: needed with dies and write-amplification, which share it"))
	}
	if c.Dies == 0 && (c.ProgramTime > 0 || c.EraseTime > 0) {
		in(errors.New("dies: needed with program-time and erase-time"))
	}
	if (c.ProgramTime > 0) != (c.ProgramSize > 0) || (c.EraseTime > 0) != (c.EraseSize > 0) {
		in(errors.New("program-size: goes with program-time, and erase-size with erase-time"))
	}
	busy := c.busyDies(c.ProgramTime, c.ProgramSize) + c.busyDies(c.EraseTime, c.EraseSize)
	if busy > 1 {
		in(fmt.Errorf("sustained-write: would keep %.3g times the dies busy", busy))
	}
	return errors.Join(errs...)
}
