package sim

import "fmt"

// Time is a point of simulated time: nanoseconds since the start of the run.
type Time int64

// Duration is a span of simulated time in nanoseconds.
type Duration int64

// Spans of simulated time.
const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)

// Never is later than any event of a run.
const Never Time = 1<<63 - 1

// Add returns the time d after t.
func (t Time) Add(d Duration) Time { return t + Time(d) }

// Sub returns the span from u to t; negative when t is before u.
func (t Time) Sub(u Time) Duration { return Duration(t - u) }

// Seconds returns t in seconds, for reports only: model code stays in integers.
func (t Time) Seconds() float64 { return float64(t) / 1e9 }

// Seconds returns d in seconds.
func (d Duration) Seconds() float64 { return float64(d) / 1e9 }

// Millis returns d in milliseconds.
func (d Duration) Millis() float64 { return float64(d) / 1e6 }

// String prints t as seconds with nanosecond digits, so that equal times print alike.
func (t Time) String() string { return fmt.Sprintf("%d.%09ds", int64(t)/1e9, int64(t)%1e9) }

// String prints d in the largest unit that keeps it above one.
func (d Duration) String() string {
	switch {
	case d < 0:
		return "-" + (-d).String()
	case d < Microsecond:
		return fmt.Sprintf("%dns", int64(d))
	case d < Millisecond:
		return fmt.Sprintf("%gus", float64(d)/1e3)
	case d < Second:
		return fmt.Sprintf("%gms", float64(d)/1e6)
	}
	return fmt.Sprintf("%gs", float64(d)/1e9)
}
