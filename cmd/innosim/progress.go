package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// progressPeriod is the least time between two updates of the progress line.
const progressPeriod = 100 * time.Millisecond

// progress is a line on the terminal that says how far a command is. It prints nothing elsewhere.
type progress struct {
	mu    sync.Mutex
	app   *app
	on    bool
	last  time.Time
	width int
}

func (a *app) newProgress() *progress {
	return &progress{app: a, on: !a.quiet && isTerminal(a.stderr)}
}

// show replaces the line, unless it was replaced a moment ago.
func (p *progress) show(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on || time.Since(p.last) < progressPeriod {
		return
	}
	p.last = time.Now()
	text := fmt.Sprintf(format, args...)
	fmt.Fprintf(p.app.stderr, "\r%-*s", p.width, text)
	p.width = len(text)
}

// end removes the line.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		fmt.Fprintf(p.app.stderr, "\r%s\r", strings.Repeat(" ", p.width))
	}
	p.on = false
}

// remaining shows how many runs are done, and when all will be.
func (p *progress) remaining(what string, begin time.Time) func(done, total int) {
	return func(done, total int) {
		left := time.Duration(float64(time.Since(begin)) / float64(done) * float64(total-done)).Round(time.Second)
		p.show("%s: %d of %d runs, %s left", what, done, total, left)
	}
}
