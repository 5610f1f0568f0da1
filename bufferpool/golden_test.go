package bufferpool

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// tracer notes the moves of a search.
type tracer struct {
	FreePolicy
	k     *sim.Kernel
	lines []string
}

func (tr *tracer) Next(s Search) (Move, sim.Duration) {
	m, d := tr.FreePolicy.Next(s)
	if m == TakeFree {
		return m, d
	}
	line := fmt.Sprintf("  %v round %d: %v", tr.k.Now(), s.Round, m)
	if d != 0 {
		line += " " + d.String()
	}
	tr.lines = append(tr.lines, line)
	return m, d
}

// script runs the commands of one golden file against one pool.
type script struct {
	*rig
	trace *tracer
	lsn   redo.LSN
	out   strings.Builder
}

func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		s := &script{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			s.out.Reset()
			s.run(t, d)
			if s.rig != nil {
				s.check(t)
			}
			return s.out.String()
		})
	})
}

func (s *script) printf(format string, a ...any) { fmt.Fprintf(&s.out, format+"\n", a...) }

func (s *script) run(t *testing.T, d *datadriven.TestData) {
	switch d.Cmd {
	case "pool":
		s.build(t, d)
	case "knobs":
		s.p.SetKnobs(knobs(t, d, s.p.Knobs()))
	case "install":
		s.install(t, d)
	case "evict":
		in := &s.p.inst[0]
		for range number(t, d, "n") {
			f := in.tail
			s.p.evict(in, f)
			s.p.giveFree(in, f)
		}
	case "wait":
		s.rig.run(sim.Duration(number(t, d, "ms")) * sim.Millisecond)
	case "access":
		s.access(pages(t, d, "pages"))
	case "create":
		for _, pg := range pages(t, d, "pages") {
			s.rig.create(0, pg)
			s.p.Unfix(s.got[0])
		}
	case "lru":
		s.printLRU()
	case "fetch":
		s.fetch(t, d)
	case "lru-batch":
		s.lruBatch(number(t, d, "max"))
	case "written":
		s.written(pages(t, d, "pages"), LRU)
	case "batch-end":
		s.p.BatchEnd(s.k, 0, LRU)
	case "move":
		s.moves(d)
	case "older":
		s.older(d)
	default:
		t.Fatalf("unknown command %q", d.Cmd)
	}
}

func (s *script) build(t *testing.T, d *datadriven.TestData) {
	o := small(number(t, d, "frames"))
	o.Knobs = knobs(t, d, o.Knobs)
	var policy FreePolicy = SinglePageFlush{AwaitBatches: d.HasArg("await-batches"), HandsGoOn: d.HasArg("hands-go-on")}
	if d.HasArg("wait-for-cleaner") {
		policy = WaitForCleaner{}
	}
	s.trace = &tracer{FreePolicy: policy}
	o.free = s.trace
	if d.HasArg("costs") {
		o.Costs = DefaultCosts()
		o.Handoff = 5 * sim.Microsecond
	}
	if d.HasArg("consecutive") {
		o.pages = Consecutive{}
	}
	s.rig = newRig(o)
	s.trace.k = s.k
	s.log = true
}

func (s *script) install(t *testing.T, d *datadriven.TestData) {
	if d.HasArg("clock") {
		s.p.SetClock(0, uint32(number(t, d, "clock")))
	}
	isDirty := map[PageNo]bool{}
	for _, pg := range pages(t, d, "dirty") {
		isDirty[pg] = true
	}
	for _, pg := range pages(t, d, "pages") {
		r := Resident{Page: pg, Young: !d.HasArg("old"), Accessed: !d.HasArg("untouched"), At: s.k.Now()}
		if isDirty[pg] {
			s.lsn += 100
			r.Dirty = redo.Span{Start: s.lsn, End: s.lsn + 100}
		}
		require.True(t, s.p.Install(r), "page %d", pg)
	}
	s.p.Installed()
}

func (s *script) access(list []PageNo) {
	for _, pg := range list {
		before := s.p.Metrics()
		where, ahead := s.where(pg), len(s.ahead)
		s.touch(pg)
		m := s.p.Metrics().Sub(before)
		what := "stays"
		switch {
		case m.Reads != 0:
			what = "read"
		case m.PagesMadeYoung != 0:
			what = "made young"
		case m.PagesNotMadeYoung != 0:
			what = "not made young"
		case s.p.inst[0].head == s.p.lookup(pg):
			what = "at the head"
		}
		s.printf("page %d%s: %s", pg, where, what)
		if m.ReadAhead+m.ReadAheadRandom != 0 {
			s.printf("  read ahead: %s", ranges(s.ahead[ahead:]))
		}
	}
	s.settle()
}

// where tells in which part of the LRU list a page is.
func (s *script) where(pg PageNo) string {
	switch f := s.p.lookup(pg); {
	case f == 0:
		return ""
	case s.p.frames[f].state&old != 0:
		return ", old"
	}
	return ", young"
}

func (s *script) printLRU() {
	list, oldPages := s.order(0)
	young := len(list) - oldPages
	s.printf("young %d: %s", young, ranges(list[:young]))
	s.printf("old %d (target %d): %s", oldPages, s.p.inst[0].targetOld(), ranges(list[young:]))
}

// fetch gets a page and prints the moves of the search for its frame.
func (s *script) fetch(t *testing.T, d *datadriven.TestData) {
	s.trace.lines = s.trace.lines[:0]
	before, signals, start := s.p.Metrics(), s.signals, s.k.Now()
	thread := uint32(0)
	for _, pg := range pages(t, d, "pages") {
		s.get(thread, pg, Read)
		thread++
	}
	if d.HasArg("ms") {
		s.rig.run(sim.Duration(number(t, d, "ms")) * sim.Millisecond)
	} else {
		s.settle()
	}
	for _, line := range s.trace.lines {
		s.printf("%s", line)
	}
	for i := range thread {
		if s.parked[i] != sim.NoWait {
			s.printf("thread %d waits: %s", i, WaitName(s.waits.Current(i)))
			continue
		}
		s.printf("thread %d has its page after %v", i, s.finished[i].Sub(start))
		if !d.HasArg("keep") {
			s.p.Unfix(s.got[i])
		}
	}
	m := s.p.Metrics().Sub(before)
	s.printf("loops %d, scanned %d, single-page scans %d of %d pages, writes %d, sleeps %d, wait_free %d, signals %d",
		m.LRUGetFreeLoops, m.LRUSearchScanned, m.LRUSingleFlushNumScan, m.LRUSingleFlushScanned,
		m.PagesWritten, m.LRUGetFreeWaits, m.WaitFree, s.signals-signals)
}

func (s *script) lruBatch(limit int) {
	b := LRUBatch{Max: limit}
	var list []PageNo
	for f, more := s.p.NextLRU(s.k, 0, &b); more; f, more = s.p.NextLRU(s.k, 0, &b) {
		list = append(list, s.p.Page(f))
	}
	s.printf("scanned %d, evicted %d, to write: %s; cost %v", b.Scanned, b.Evicted, ranges(list), b.Cost)
	s.printf("free %d", s.p.Free(0))
}

func (s *script) written(list []PageNo, t FlushType) {
	for _, pg := range list {
		s.p.Written(s.k, s.p.lookup(pg), t)
	}
	s.printf("free %d, dirty %d, being written %d", s.p.Free(0), s.p.Dirty(0), s.p.Flushing(0, t))
}

// moves prints the policy's answer to every line of the input.
func (s *script) moves(d *datadriven.TestData) {
	var policy FreePolicy = SinglePageFlush{AwaitBatches: d.HasArg("await-batches"), OneSingle: d.HasArg("one-single"),
		HandsGoOn: d.HasArg("hands-go-on")}
	if d.HasArg("wait-for-cleaner") {
		policy = WaitForCleaner{}
	}
	for _, line := range strings.Split(d.Input, "\n") {
		var x Search
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' }) {
			setSearch(&x, strings.TrimSpace(word))
		}
		m, dur := policy.Next(x)
		if dur != 0 {
			s.printf("%s -> %v %v", line, m, dur)
		} else {
			s.printf("%s -> %v", line, m)
		}
	}
}

func setSearch(x *Search, word string) {
	for m, name := range moveNames {
		if word == "after "+name {
			x.Last = Move(m)
		}
	}
	switch word {
	case "freed":
		x.Freed = true
	case "try":
		x.TryScan = true
	case "batch":
		x.BatchRunning = true
	case "single":
		x.Singles = 1
	case "awaited":
		x.Awaited = true
	}
	if n, found := strings.CutPrefix(word, "round "); found {
		x.Round, _ = strconv.Atoi(n)
	}
}

func (s *script) older(d *datadriven.TestData) {
	for _, line := range strings.Split(d.Input, "\n") {
		l, _ := strconv.ParseUint(line, 10, 64)
		s.printf("%d -> %d", l, s.p.CountOlder(0, redo.LSN(l), 1<<30))
	}
}

func knobs(t *testing.T, d *datadriven.TestData, kn Knobs) Knobs {
	if d.HasArg("old-blocks-pct") {
		kn.OldBlocksPct = number(t, d, "old-blocks-pct")
	}
	if d.HasArg("old-blocks-time") {
		kn.OldBlocksTime = sim.Duration(number(t, d, "old-blocks-time")) * sim.Millisecond
	}
	if d.HasArg("lru-scan-depth") {
		kn.LRUScanDepth = number(t, d, "lru-scan-depth")
	}
	if d.HasArg("read-ahead-threshold") {
		kn.ReadAheadThreshold = number(t, d, "read-ahead-threshold")
	}
	kn.RandomReadAhead = d.HasArg("random-read-ahead")
	return kn
}

func number(t *testing.T, d *datadriven.TestData, key string) int {
	n := 0
	d.ScanArgs(t, key, &n)
	return n
}

// pages reads "1..5,9" as pages in that order; "5..1" counts down.
func pages(t *testing.T, d *datadriven.TestData, key string) []PageNo {
	if !d.HasArg(key) {
		return nil
	}
	arg, _ := d.Arg(key)
	var list []PageNo
	for _, part := range arg.Vals {
		from, to, isRange := strings.Cut(part, "..")
		a, err := strconv.Atoi(from)
		require.NoError(t, err)
		b := a
		if isRange {
			b, err = strconv.Atoi(to)
			require.NoError(t, err)
		}
		step := 1
		if b < a {
			step = -1
		}
		for ; a != b+step; a += step {
			list = append(list, PageNo(a))
		}
	}
	return list
}

// ranges prints pages the way they are written in commands.
func ranges(list []PageNo) string {
	if len(list) == 0 {
		return "none"
	}
	var parts []string
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && j < i+2 && (list[j] == list[i]+1 || list[j] == list[i]-1) {
			j++
		}
		if j == i+1 {
			parts = append(parts, strconv.Itoa(int(list[i])))
			i = j
			continue
		}
		step := int(list[j-1]) - int(list[i])
		for j < len(list) && int(list[j])-int(list[j-1]) == step {
			j++
		}
		parts = append(parts, fmt.Sprintf("%d..%d", list[i], list[j-1]))
		i = j
	}
	return strings.Join(parts, " ")
}
