package queue

import "github.com/innosim/innosim/sim"

// Servers are m equal servers that take jobs in the order of arrival. They are booked: they keep the times
// at which they become free, so a job's start is known when it arrives. Times of booking never go back.
type Servers struct {
	count int
	ends  []sim.Time // binary min-heap: the end of the last job of each server that is not free
}

// NewServers returns m free servers, m at least 1.
func NewServers(m int) Servers {
	return Servers{count: m, ends: make([]sim.Time, 0, m)}
}

// Count is the number of servers.
func (s *Servers) Count() int { return s.count }

// Earliest is the time, not before now, at which a server is free for the next job.
func (s *Servers) Earliest(now sim.Time) sim.Time {
	s.drop(now)
	if len(s.ends) < s.count {
		return now
	}
	return s.ends[0]
}

// Occupy gives the next job the server that Earliest spoke of, until the given time.
func (s *Servers) Occupy(until sim.Time) {
	if len(s.ends) < s.count {
		s.ends = append(s.ends, until)
		s.rise(len(s.ends)-1, until)
		return
	}
	s.sink(0, until)
}

// Book takes a server for d and returns how long the job waits for it.
func (s *Servers) Book(now sim.Time, d sim.Duration) (wait sim.Duration) {
	start := s.Earliest(now)
	s.Occupy(start.Add(d))
	return start.Sub(now)
}

// Serve is Book for a caller that wants to be told: done arrives when the job has been served.
func (s *Servers) Serve(k *sim.Kernel, d sim.Duration, done sim.Wake) (wait sim.Duration) {
	wait = s.Book(k.Now(), d)
	k.After(wait+d, done)
	return wait
}

// Busy is the number of servers with a job at now.
func (s *Servers) Busy(now sim.Time) int {
	s.drop(now)
	return len(s.ends)
}

// Ahead is the time that the servers are booked for from now on, summed over them.
func (s *Servers) Ahead(now sim.Time) (sum sim.Duration) {
	s.drop(now)
	for _, end := range s.ends {
		sum += end.Sub(now)
	}
	return sum
}

// Resize changes the number of servers. Jobs of servers that go away are served to their end.
func (s *Servers) Resize(m int) {
	for len(s.ends) > m {
		s.removeFirst()
	}
	s.count = m
}

// drop forgets jobs that have ended by now.
func (s *Servers) drop(now sim.Time) {
	for len(s.ends) > 0 && s.ends[0] <= now {
		s.removeFirst()
	}
}

func (s *Servers) removeFirst() {
	n := len(s.ends) - 1
	last := s.ends[n]
	s.ends = s.ends[:n]
	if n > 0 {
		s.sink(0, last)
	}
}

// rise places t at i or above it.
func (s *Servers) rise(i int, t sim.Time) {
	for i > 0 {
		p := (i - 1) / 2
		if s.ends[p] <= t {
			break
		}
		s.ends[i] = s.ends[p]
		i = p
	}
	s.ends[i] = t
}

// sink places t at i or below it.
func (s *Servers) sink(i int, t sim.Time) {
	e := s.ends
	for {
		c := 2*i + 1
		if c >= len(e) {
			break
		}
		if c+1 < len(e) && e[c+1] < e[c] {
			c++
		}
		if t <= e[c] {
			break
		}
		e[i] = e[c]
		i = c
	}
	e[i] = t
}
