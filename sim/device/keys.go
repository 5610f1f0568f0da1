package device

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/unit"
)

// field is one key of a [device.*] section.
type field struct {
	key  string
	kind kind
	at   func(c *Config) any // pointer to the value
}

type kind uint8

const (
	textKind kind = iota
	quantilesKind
	bytesKind
	durationKind
	numberKind
	countKind     // of operations, decimal letters
	bandwidthKind // bytes per second
	intKind
	onKind  // on is true
	offKind // on is false
	cacheKind
	fileSystemKind
	modeKind
)

var (
	cacheNames      = []string{"none", "protected", "volatile"}
	fileSystemNames = []string{"none", "ext4", "xfs"}
	modeNames       = []string{"victim", "write-through"}
)

// fields are all keys in the order in which they are printed. Profile and size come first: the others may
// depend on them.
var fields = []field{
	{"profile", textKind, func(c *Config) any { return &c.Profile }},
	{"size", bytesKind, func(c *Config) any { return &c.Size }},
	{"read-latency", durationKind, func(c *Config) any { return &c.ReadLatency }},
	{"write-latency", durationKind, func(c *Config) any { return &c.WriteLatency }},
	{"flush-latency", durationKind, func(c *Config) any { return &c.FlushLatency }},
	{"latency-cv", numberKind, func(c *Config) any { return &c.LatencyCV }},
	{"read-quantiles", quantilesKind, func(c *Config) any { return &c.ReadQuantiles }},
	{"write-quantiles", quantilesKind, func(c *Config) any { return &c.WriteQuantiles }},
	{"flush-quantiles", quantilesKind, func(c *Config) any { return &c.FlushQuantiles }},
	{"channels", intKind, func(c *Config) any { return &c.Channels }},
	{"queue-depth", intKind, func(c *Config) any { return &c.QueueDepth }},
	{"iops", countKind, func(c *Config) any { return &c.IOPS }},
	{"read-iops", countKind, func(c *Config) any { return &c.ReadIOPS }},
	{"write-iops", countKind, func(c *Config) any { return &c.WriteIOPS }},
	{"iops-unit", bytesKind, func(c *Config) any { return &c.IOPSUnit }},
	{"bandwidth", bandwidthKind, func(c *Config) any { return &c.Bandwidth }},
	{"read-bandwidth", bandwidthKind, func(c *Config) any { return &c.ReadBandwidth }},
	{"write-bandwidth", bandwidthKind, func(c *Config) any { return &c.WriteBandwidth }},
	{"burst-iops", countKind, func(c *Config) any { return &c.BurstIOPS }},
	{"burst-bandwidth", bandwidthKind, func(c *Config) any { return &c.BurstBandwidth }},
	{"burst-credits", countKind, func(c *Config) any { return &c.BurstCredits }},
	{"cap-window", durationKind, func(c *Config) any { return &c.CapWindow }},
	{"flush-serial", onKind, func(c *Config) any { return &c.FlushSerial }},
	{"flush-exclusive", onKind, func(c *Config) any { return &c.FlushExclusive }},
	{"host-queue", intKind, func(c *Config) any { return &c.HostQueue }},
	{"atomic-write", bytesKind, func(c *Config) any { return &c.AtomicWrite }},
	{"write-cache", cacheKind, func(c *Config) any { return &c.WriteCache }},
	{"cache-size", bytesKind, func(c *Config) any { return &c.CacheSize }},
	{"sustained-write", bandwidthKind, func(c *Config) any { return &c.SustainedWrite }},
	{"dies", intKind, func(c *Config) any { return &c.Dies }},
	{"die-queues", onKind, func(c *Config) any { return &c.DieQueues }},
	{"program-time", durationKind, func(c *Config) any { return &c.ProgramTime }},
	{"program-size", bytesKind, func(c *Config) any { return &c.ProgramSize }},
	{"program-suspend", durationKind, func(c *Config) any { return &c.ProgramSuspend }},
	{"erase-time", durationKind, func(c *Config) any { return &c.EraseTime }},
	{"erase-size", bytesKind, func(c *Config) any { return &c.EraseSize }},
	{"erase-suspend", durationKind, func(c *Config) any { return &c.EraseSuspend }},
	{"write-amplification", numberKind, func(c *Config) any { return &c.WriteAmplification }},
	{"program-latency", durationKind, func(c *Config) any { return &c.ProgramLatency }},
	{"max-request", bytesKind, func(c *Config) any { return &c.MaxRequest }},
	{"filesystem", fileSystemKind, func(c *Config) any { return &c.FileSystem }},
	{"fua", offKind, func(c *Config) any { return &c.NoFUA }},
	{"mode", modeKind, func(c *Config) any { return &c.Mode }},
}

// KeyValue is a setting as text.
type KeyValue struct{ Key, Value string }

// Keys are the keys that Set knows, in canonical order.
func Keys() []string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.key
	}
	return keys
}

// Keys are the keys that Set knows, in canonical order.
func (c *Config) Keys() []string { return Keys() }

// Set reads a value of a key. A profile, or a size on which one depends, fills all keys that were not set
// themselves, so the order of calls does not matter. An unknown profile is reported at once, a missing size
// by Validate.
func (c *Config) Set(key, value string) error {
	key = strings.ReplaceAll(key, "_", "-")
	for i, f := range fields {
		if f.key != key {
			continue
		}
		if err := f.set(c, strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		c.explicit |= 1 << i
		if key == "profile" || key == "size" {
			return c.overlay(key)
		}
		return nil
	}
	return fmt.Errorf("%s: not a key of a device; known are %s", key, strings.Join(Keys(), ", "))
}

// Explicit tells whether a key was set by Set.
func (c *Config) Explicit(key string) bool {
	for i, f := range fields {
		if f.key == key {
			return c.explicit>>i&1 == 1
		}
	}
	return false
}

// ExplicitCount is the number of keys that were set by Set.
func (c *Config) ExplicitCount() int { return bits.OnesCount64(c.explicit) }

// overlay fills the keys that were not set from the profile.
func (c *Config) overlay(key string) error {
	if c.Profile == "" {
		return nil
	}
	base, err := Lookup(c.Profile, c.Size)
	if err != nil {
		if _, known := find(c.Profile); key == "profile" && !known {
			return err
		}
		return nil // the size is missing or follows; Validate tells
	}
	for i, f := range fields {
		if c.explicit>>i&1 == 0 && f.key != "size" && f.key != "profile" {
			f.copy(c, &base)
		}
	}
	return nil
}

// Canonical returns the settings that differ from the profile's, or from the zero value, in canonical
// order. Setting them on an empty Config gives the same device.
func (c Config) Canonical() []KeyValue {
	base := Config{}
	if b, err := Lookup(c.Profile, c.Size); err == nil {
		base = b
		base.Profile, base.Size = "", 0
	}
	var out []KeyValue
	for _, f := range fields {
		if v := f.text(&c); v != f.text(&base) {
			out = append(out, KeyValue{f.key, v})
		}
	}
	return out
}

// Settings returns every key with its value, in canonical order.
func (c Config) Settings() []KeyValue {
	out := make([]KeyValue, len(fields))
	for i, f := range fields {
		out[i] = KeyValue{f.key, f.text(&c)}
	}
	return out
}

func (f field) copy(dst, src *Config) {
	switch p := f.at(dst).(type) {
	case *string:
		*p = *f.at(src).(*string)
	case *int64:
		*p = *f.at(src).(*int64)
	case *float64:
		*p = *f.at(src).(*float64)
	case *int:
		*p = *f.at(src).(*int)
	case *bool:
		*p = *f.at(src).(*bool)
	case *sim.Duration:
		*p = *f.at(src).(*sim.Duration)
	case *Cache:
		*p = *f.at(src).(*Cache)
	case *FileSystem:
		*p = *f.at(src).(*FileSystem)
	case *ExtensionMode:
		*p = *f.at(src).(*ExtensionMode)
	}
}

func (f field) set(c *Config, text string) (err error) {
	switch p := f.at(c).(type) {
	case *string:
		*p = text
		if f.kind == quantilesKind {
			*p, err = normalQuantiles(text)
		}
	case *int64:
		var b unit.Bytes
		b, err = unit.ParseBytes(text)
		*p = int64(b)
	case *float64:
		*p, err = f.parseFloat(text)
	case *int:
		*p, err = parseInt(text)
	case *bool:
		*p, err = parseSwitch(text)
		*p = *p != (f.kind == offKind)
	case *sim.Duration:
		*p, err = unit.ParseDuration(text)
	case *Cache:
		err = choose((*uint8)(p), text, cacheNames)
	case *FileSystem:
		err = choose((*uint8)(p), text, fileSystemNames)
	case *ExtensionMode:
		err = choose((*uint8)(p), text, modeNames)
	}
	return err
}

func (f field) text(c *Config) string {
	switch p := f.at(c).(type) {
	case *string:
		return *p
	case *int64:
		return unit.FormatBytes(unit.Bytes(*p))
	case *float64:
		return f.formatFloat(*p)
	case *int:
		return strconv.Itoa(*p)
	case *bool:
		if *p != (f.kind == offKind) {
			return "on"
		}
		return "off"
	case *sim.Duration:
		return unit.FormatDuration(*p)
	case *Cache:
		return cacheNames[*p]
	case *FileSystem:
		return fileSystemNames[*p]
	case *ExtensionMode:
		return modeNames[*p]
	}
	panic("device: a field of unknown type")
}

func (f field) parseFloat(text string) (float64, error) {
	switch f.kind {
	case bandwidthKind:
		return unit.ParseBandwidth(text)
	case countKind:
		n, err := unit.ParseCount(text)
		return float64(n), err
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return v, notNumber(text, "a number", err)
	}
	return v, nil
}

func parseInt(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return n, notNumber(text, "a whole number", err)
	}
	return n, nil
}

// notNumber says why a text is none of what is wanted.
func notNumber(text, wanted string, err error) error {
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%q is too large", text)
	}
	return fmt.Errorf("%q is not %s", text, wanted)
}

func (f field) formatFloat(v float64) string {
	switch {
	case f.kind == bandwidthKind:
		return unit.FormatBandwidth(v)
	case f.kind == countKind && v == math.Trunc(v) && v >= 0 && v < 1<<63:
		return unit.FormatCount(uint64(v))
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func normalQuantiles(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	q, err := rng.ParseQuantiles(text)
	if err != nil {
		return text, err
	}
	return q.String(), nil
}

func parseSwitch(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "on", "1", "true", "yes", "":
		return true, nil
	case "off", "0", "false", "no":
		return false, nil
	}
	return false, fmt.Errorf("%q is not on or off", text)
}

func choose(p *uint8, text string, names []string) error {
	for i, n := range names {
		if strings.EqualFold(n, text) {
			*p = uint8(i)
			return nil
		}
	}
	return fmt.Errorf("%q is not one of %s", text, strings.Join(names, ", "))
}
