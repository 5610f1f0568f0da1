package engine

import "github.com/innosim/innosim/engine/profile"

// extra is a column of the series that only some runs have.
type extra uint8

// Columns that only some runs have, in the order of reports.
const (
	extraIOCapacity    extra = iota // where a controller moves it
	extraIOCapacityMax              // … too
	extraPurgeThreads               // … too
	extraReads                      // pages read from the second-level cache, per second
	extraPages                      // in the second-level cache
	extraBurst                      // percent of the data device's burst credits
	numExtra
)

// String names the column.
func (x extra) String() string {
	return [...]string{
		"innodb_io_capacity", "innodb_io_capacity_max", "innodb_purge_threads", "extension_reads", "extension_pages",
		"burst_balance",
	}[x]
}

// hasExtra reports whether this run has the column.
func (e *Engine) hasExtra(x extra) bool {
	switch x {
	case extraIOCapacity, extraIOCapacityMax:
		return e.cfg.Profile.Tuners.Has(profile.TuneIO)
	case extraPurgeThreads:
		return e.cfg.Profile.Tuners.Has(profile.TunePurge)
	case extraReads, extraPages:
		return e.second != nil
	}
	return e.cfg.Devices.Data.BurstCredits > 0
}

// extraValue is the value of the column at the end of an interval of so many seconds.
func (e *Engine) extraValue(x extra, now, last *snapshot) float64 {
	switch x {
	case extraIOCapacity:
		return float64(e.settings.IOCapacity)
	case extraIOCapacityMax:
		return float64(e.settings.IOCapacityMax)
	case extraPurgeThreads:
		return float64(e.settings.PurgeThreads)
	case extraReads:
		return float64(now.second.Hits-last.second.Hits) / now.at.Sub(last.at).Seconds()
	case extraPages:
		return float64(now.second.Pages)
	}
	return percent * e.devices[0].dev.BurstBalance()
}
