package profile

import "fmt"

// Set is SET GLOBAL: it changes a setting of a running server, and those that the server changes with it.
// The notes tell what was adjusted.
func Set(p Profile, s *Settings, name, value string) ([]string, error) {
	name = NormalName(name)
	v, ok := Find(name, p.Generation)
	if !ok || p.Status(name) != Listed {
		return nil, unknown(p, name, value)
	}
	if !v.Dynamic(p.Generation) || v.field == nil {
		const text = "can only be set at the start of the server"
		return nil, &Refusal{Index: -1, Name: name, Value: value, Text: text}
	}
	old := *s
	note, refused := v.read(p.Generation, s, value)
	if refused == "" {
		refused = fixedPart(name, &old, s)
	}
	if refused != "" {
		*s = old
		return nil, &Refusal{Index: -1, Name: name, Value: value, Text: refused, Allowed: v.Allowed()}
	}
	var notes []string
	if note != "" {
		notes = append(notes, note)
	}
	return append(notes, follow(name, s)...), nil
}

func unknown(p Profile, name, value string) error {
	r := &Refusal{Index: -1, Name: name, Value: value}
	switch p.Status(name) {
	case Listed, OptionOnly, Ignored, Plugin:
		r.Text = "not modelled, so it cannot change while the server runs"
	case Elsewhere:
		r.Text = "not a variable of " + p.Name + "; known to " + Where(name)
	default:
		r.Text = "not a variable of " + p.Name
		r.Nearest = Nearest(name, p.Names(), 3)
	}
	return r
}

// fixedPart refuses steps that a variable cannot make while the server runs.
func fixedPart(name string, old, s *Settings) string {
	switch name {
	case doublewrite:
		if (old.Doublewrite == "OFF") != (s.Doublewrite == "OFF") {
			return "doublewrite cannot be switched on or off while the server runs"
		}
	case commitLimit:
		if (old.CommitConcurrency == 0) != (s.CommitConcurrency == 0) {
			return "cannot change between 0 and other values while the server runs"
		}
	}
	return ""
}

// follow changes what the server changes together with a variable.
func follow(name string, s *Settings) (notes []string) {
	switch name {
	case ioCapacity:
		if s.IOCapacity > s.IOCapacityMax {
			s.IOCapacityMax = s.IOCapacity * 2
			notes = append(notes, fmt.Sprintf("%s is raised to %d", ioCapacityMax, s.IOCapacityMax))
		}
	case ioCapacityMax:
		if s.IOCapacityMax < s.IOCapacity {
			s.IOCapacity = s.IOCapacityMax
			notes = append(notes, fmt.Sprintf("%s is lowered to %d", ioCapacity, s.IOCapacity))
		}
	case dirtyPct:
		if s.MaxDirtyPagesPct < s.MaxDirtyPagesPctLWM {
			s.MaxDirtyPagesPctLWM = s.MaxDirtyPagesPct
			notes = append(notes, fmt.Sprintf("%s is lowered to %g", dirtyPctLWM, s.MaxDirtyPagesPctLWM))
		}
	case dirtyPctLWM:
		if s.MaxDirtyPagesPctLWM > s.MaxDirtyPagesPct {
			s.MaxDirtyPagesPctLWM = s.MaxDirtyPagesPct
			notes = append(notes, fmt.Sprintf("lowered to %g, the value of %s", s.MaxDirtyPagesPct, dirtyPct))
		}
	case bufferPoolSize:
		unit := s.BufferPoolChunkSize * int64(max(s.BufferPoolInstances, 1))
		if rest := s.BufferPoolSize % max(unit, 1); rest != 0 && s.BufferPoolSize < max63/2 {
			s.BufferPoolSize += unit - rest
			notes = append(notes, fmt.Sprintf("rounded up to %s, a multiple of %s",
				FormatSize(s.BufferPoolSize), FormatSize(unit)))
		}
	case writeAhead:
		s.LogWriteAheadSize = min(nextPowerOfTwo(s.LogWriteAheadSize), s.PageSize)
	}
	return notes
}
