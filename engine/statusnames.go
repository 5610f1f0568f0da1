package engine

import (
	"sort"
	"strconv"
	"strings"
)

// dialect turns the status counters into those of the row's server: profile.Profile.Counters. The table is what
// differs; where there is none the names are MySQL's.
func (e *Engine) dialect(list []Value) []Value {
	table := strings.Fields(e.cfg.Profile.Counters)
	if len(table) == 0 {
		return list
	}
	more := e.moreStatus()
	out := append([]Value(nil), list...)
	for _, line := range table {
		if name, extra := strings.CutPrefix(line, "+"); extra {
			out = append(out, Value{name, strconv.FormatUint(more[name], 10)})
			continue
		}
		old, name, _ := strings.Cut(line, "=")
		for i := range out {
			if out[i].Name == old {
				out[i].Name = name
			}
		}
	}
	kept := out[:0]
	for _, v := range out {
		if v.Name != "" {
			kept = append(kept, v)
		}
	}
	sort.Slice(kept, func(i, j int) bool { return kept[i].Name < kept[j].Name })
	return kept
}

// moreStatus are counters that not every server has.
func (e *Engine) moreStatus() map[string]uint64 {
	s := e.snapshot()
	_, lru := e.poolTotals()
	return map[string]uint64{
		"Innodb_buffer_pool_pages_LRU_flushed":    s.flush.PagesLRU,
		"Innodb_buffer_pool_pages_LRU_freed":      s.flush.Evicted,
		"Innodb_buffer_pool_pages_made_young":     s.pool.PagesMadeYoung,
		"Innodb_buffer_pool_pages_made_not_young": s.pool.PagesNotMadeYoung,
		"Innodb_buffer_pool_pages_old":            lru.old,
		"Innodb_checkpoint_max_age":               uint64(e.log.Limits().Free),
		"Innodb_history_list_length":              e.purge.saw.length,
		"Innodb_master_thread_active_loops":       s.c.masterActive,
		"Innodb_master_thread_idle_loops":         s.c.masterIdle,
		"Innodb_max_trx_id":                       e.purge.committed + 1,
	}
}
