package device

import (
	"fmt"

	"github.com/innosim/innosim/sim/unit"
)

// Confidence says how far a profile's numbers can be trusted.
type Confidence uint8

// Confidences, best first.
const (
	Exact      Confidence = iota // true by definition
	Documented                   // limits from the vendor's documents, latencies from published measurements
	Measured                     // from published measurements of this device
	Derived                      // from measurements of similar devices, or of a load on top of it
	Estimated                    // general knowledge: right in the order of magnitude
)

// String names the confidence.
func (c Confidence) String() string {
	return [...]string{"exact", "documented", "measured", "derived", "estimated"}[c]
}

// Profile is an entry of the catalogue: a device with the origin of its numbers.
type Profile struct {
	Name       string
	Title      string
	Source     string
	Date       string // of the source, year-month
	Confidence Confidence
	MinSize    int64   // bytes; 0: the size is not needed
	MaxSize    int64   // bytes; 0: no bound
	base       Config  // values that do not depend on the size
	grow       formula // how limits depend on it; zero: they do not
	steps      []step  // … where they are a table
}

// formula gives the limits of a volume of g GiB:
//
//	iops      = clamp(iopsBase + iopsPerGiB·g, iopsMin, iopsMax)
//	bandwidth = clamp(bytesBase + bytesPerGiB·g + bytesPerIOPS·iops, bytesMin, bytesMax)
type formula struct {
	iopsBase, iopsPerGiB, iopsMin, iopsMax     float64
	bytesBase, bytesPerGiB, bytesMin, bytesMax float64
	bytesPerIOPS                               float64
}

// step is a row of a table of limits: it holds for volumes up to its size.
type step struct {
	upTo                   int64 // bytes
	iops, bandwidth        float64
	readIOPS, writeIOPS    float64
	burstIOPS, burstCredit float64
	burstBandwidth         float64
}

// Sized tells whether the device's limits depend on its size.
func (p Profile) Sized() bool { return p.MinSize > 0 }

// Config returns the device for a size, which must be known when the limits depend on it.
func (p Profile) Config(size int64) (Config, error) {
	if err := p.checkSize(size); err != nil {
		return Config{}, err
	}
	c := p.base
	c.Profile, c.Size = p.Name, size
	p.grow.apply(&c, float64(size)/float64(unit.GiB))
	p.step(&c, size)
	return c, nil
}

func (p Profile) checkSize(size int64) error {
	switch {
	case size == 0 && p.Sized():
		return fmt.Errorf("size: profile %s needs one, its limits depend on it", p.Name)
	case size < 0 || p.Sized() && size < p.MinSize:
		return fmt.Errorf("size: %s is below the smallest %s, %s",
			unit.FormatBytes(unit.Bytes(size)), p.Name, unit.FormatBytes(unit.Bytes(p.MinSize)))
	case p.MaxSize > 0 && size > p.MaxSize:
		return fmt.Errorf("size: %s is above the largest %s, %s",
			unit.FormatBytes(unit.Bytes(size)), p.Name, unit.FormatBytes(unit.Bytes(p.MaxSize)))
	}
	return nil
}

func (f formula) apply(c *Config, gib float64) {
	if f.iopsMax > 0 {
		c.IOPS = clamp(f.iopsBase+float64(f.iopsPerGiB*gib), f.iopsMin, f.iopsMax)
	}
	if f.bytesMax > 0 {
		c.Bandwidth = clamp(f.bytesBase+float64(f.bytesPerGiB*gib)+float64(f.bytesPerIOPS*c.IOPS), f.bytesMin, f.bytesMax)
	}
	if c.BurstIOPS > 0 && c.IOPS >= c.BurstIOPS {
		c.BurstIOPS, c.BurstCredits = 0, 0 // large enough never to need its credits
	}
}

// step sets the limits of the first row that is large enough.
func (p Profile) step(c *Config, size int64) {
	for i := range p.steps {
		if s := &p.steps[i]; size <= s.upTo || i == len(p.steps)-1 {
			c.IOPS, c.Bandwidth, c.ReadIOPS, c.WriteIOPS = s.iops, s.bandwidth, s.readIOPS, s.writeIOPS
			c.BurstIOPS, c.BurstBandwidth, c.BurstCredits = s.burstIOPS, s.burstBandwidth, s.burstCredit
			return
		}
	}
}

func clamp(v, lo, hi float64) float64 { return min(max(v, lo), hi) }

// Profiles returns the catalogue: local devices first, then clouds, then the devices of the truth cases.
func Profiles() []Profile {
	var out []Profile
	for _, table := range tables() {
		out = append(out, table...)
	}
	return out
}

func tables() [][]Profile {
	return [][]Profile{
		localProfiles, serverProfiles, consumerProfiles, diskProfiles, instanceProfiles, cloudProfiles, volumeProfiles,
		truthProfiles,
	}
}

// Lookup returns the device of a profile. Size is its capacity in bytes, 0 when unknown.
func Lookup(profile string, size int64) (Config, error) {
	p, ok := find(profile)
	if !ok {
		return Config{}, fmt.Errorf("profile: %q is not a device of the catalogue", profile)
	}
	return p.Config(size)
}

func find(profile string) (Profile, bool) {
	for _, table := range tables() {
		for _, p := range table {
			if p.Name == profile {
				return p, true
			}
		}
	}
	return Profile{}, false
}
