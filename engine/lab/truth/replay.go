package truth

import (
	"context"
	"fmt"
	"strconv"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// Replay runs the recording's configuration and looks at it when the real server was looked at. A done
// context ends it early, with what was seen until then.
func (r *Recording) Replay(ctx context.Context) ([]Observation, error) {
	e, err := engine.New(r.Config)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	out := make([]Observation, 0, len(r.Measured))
	for _, m := range r.Measured {
		e.RunUntil(sim.Time(m.At * 1e9))
		if err := e.Err(); err != nil {
			return out, fmt.Errorf("%s: %w", r.Name, err)
		}
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		out = append(out, observe(e, m.At))
	}
	return out, nil
}

// observe looks at a running server.
func observe(e *engine.Engine, at float64) Observation {
	s := map[string]float64{}
	for _, v := range e.Result(true).Status {
		s[v.Name], _ = strconv.ParseFloat(v.Value, 64)
	}
	return Observation{
		At: at, LSN: s["Innodb_redo_log_current_lsn"],
		Age:   s["Innodb_redo_log_current_lsn"] - s["Innodb_redo_log_checkpoint_lsn"],
		Dirty: s["Innodb_buffer_pool_pages_dirty"], Flushed: s["Innodb_buffer_pool_pages_flushed"],
		Commits: s["Com_commit"],
	}
}
