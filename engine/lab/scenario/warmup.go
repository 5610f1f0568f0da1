package scenario

import "github.com/innosim/innosim/sim"

// longestWarmup of a run that looks for the end of its transient itself.
const longestWarmup = 600 * sim.Second

// warmupKey is a time, or auto: until throughput is stationary.
func warmupKey() key {
	fixed := span("warmup", 0, maxTime, "", func(s *Scenario) *sim.Duration { return &s.Warmup })
	return key{"warmup", "auto, or " + fixed.allowed, "simulated, not counted; auto: until throughput is stationary, 600 s at most",
		func(s *Scenario, v string) error {
			s.Steady = v == "auto"
			if s.Steady {
				s.Warmup = longestWarmup
				return nil
			}
			return fixed.set(s, v)
		},
		func(s *Scenario) string {
			if s.Steady {
				return "auto"
			}
			return fixed.get(s)
		}}
}
