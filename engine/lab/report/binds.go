package report

import (
	"bufio"
	"fmt"

	"github.com/innosim/innosim/engine"
)

// saturated is the load from which more clients hardly get more done: the queue in front of a resource that
// is used so far is several times as long as its service.
const saturated = 0.8

// binds says what limits the throughput, and what would limit it next.
func binds(b *bufio.Writer, r *Run) {
	heading(b, r, "What binds")
	fmt.Fprintf(b, "    %s\n", bindsSentence(r))
	if down := r.Result.DownTime(); down > 0 {
		fmt.Fprintf(b, "    The server was out of service for %s s of the measured %s s; loads are those of the time it was up.\n",
			figure(down.Seconds()), figure(r.Result.Window.Seconds()))
	}
	for _, d := range r.Result.Devices {
		if d.Binding != "" {
			fmt.Fprintf(b, "    Requests of the %s device wait for its %s.\n", d.Name, d.Binding)
		}
	}
	fmt.Fprintln(b)
}

// bindsSentence is about the first two resources: a saturated one limits the throughput, else it is the load
// itself.
func bindsSentence(r *Run) string {
	all := r.Result.Binds
	switch {
	case len(all) == 0 && len(r.Result.Parked) > 0:
		return "No transaction ended: " + r.Result.Standing() + "."
	case len(all) == 0:
		return "Nothing was waited for."
	}
	first := all[0]
	if first.Load >= saturated {
		return fmt.Sprintf("The throughput is limited by: %s, %.0f %% loaded, where %.0f %% of the response time is spent%s.",
			first.Resource, 100*first.Load, 100*first.Share, behind("; the next one behind it: ", all[1:]))
	}
	limit := "the number of clients limits the throughput"
	if r.Header.Rate > 0 {
		limit = "the offered rate limits the throughput"
	}
	return fmt.Sprintf("No resource is near its limit, %s: most loaded and waited for is %s (%.0f %% loaded, %.0f %% of the"+
		" response time)%s.", limit, first.Resource, 100*first.Load, 100*first.Share, behind(", then ", all[1:]))
}

// behind names the resource that would limit next.
func behind(words string, rest []engine.Bind) string {
	if len(rest) == 0 {
		return ""
	}
	return fmt.Sprintf("%s%s (%.0f %% loaded, %.0f %% of the response time)",
		words, rest[0].Resource, 100*rest[0].Load, 100*rest[0].Share)
}
