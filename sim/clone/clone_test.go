package clone_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/clone"
)

type node struct {
	value int
	next  *node
	peers []*node
}

type pool struct {
	frames  []uint64
	window  []uint64
	count   *uint64
	byName  map[string]*node
	policy  any
	counter struct{ hits uint64 }
	hits    *uint64
	hook    func()  `clone:"zero"`
	table   *[4]int `clone:"share"`
	array   [2]*node
}

func TestNilStaysNil(t *testing.T) {
	require.Nil(t, clone.Deep[pool](nil))
	require.Equal(t, &pool{}, clone.Deep(&pool{}))
}

func TestPlainMemoryIsCopied(t *testing.T) {
	p := &pool{frames: make([]uint64, 100_000, 100_008)}
	p.frames[77] = 5
	q := clone.Deep(p)
	require.Equal(t, p.frames, q.frames)
	require.Equal(t, cap(p.frames), cap(q.frames))
	q.frames[77] = 6
	require.EqualValues(t, 5, p.frames[77])
}

func TestAliasesStayAliases(t *testing.T) {
	p := &pool{frames: make([]uint64, 10)}
	p.window = p.frames[2:5]
	p.count = &p.frames[3]
	p.hits = &p.counter.hits
	q := clone.Deep(p)
	*q.count = 42
	*q.hits = 43
	require.EqualValues(t, 42, q.frames[3])
	require.EqualValues(t, 42, q.window[1])
	require.EqualValues(t, 43, q.counter.hits)
	require.Zero(t, p.frames[3])
	require.Zero(t, p.counter.hits)
	require.Equal(t, cap(p.window), cap(q.window))
}

func TestOverlappingSlicesStayOverlapping(t *testing.T) {
	base := []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	p := &pool{frames: base[0:6:6], window: base[4:9:9]}
	q := clone.Deep(p)
	q.frames[5] = 50
	require.EqualValues(t, 50, q.window[1])
	require.EqualValues(t, 5, p.window[1])
	require.Equal(t, []uint64{4, 50, 6, 7, 8}, q.window)
}

func TestCyclesAndLongLists(t *testing.T) {
	first := &node{}
	last := first
	for i := range 100_000 {
		last.next = &node{value: i}
		last = last.next
	}
	last.next = first
	copied := clone.Deep(first)
	n := 0
	for p, q := first.next, copied.next; p != first; p, q = p.next, q.next {
		require.NotSame(t, p, q)
		if p.value != q.value {
			t.Fatalf("node %d: %d and %d", n, p.value, q.value)
		}
		n++
	}
	require.Equal(t, 100_000, n)
}

func TestReusedElementsBeyondTheLengthAreKept(t *testing.T) {
	spare := &node{value: 9}
	n := &node{peers: []*node{spare}[:0]}
	m := clone.Deep(n)
	require.Equal(t, 9, m.peers[:1][0].value)
	require.NotSame(t, spare, m.peers[:1][0])
}

func TestMapsAndInterfaces(t *testing.T) {
	shared := &node{value: 1}
	p := &pool{byName: map[string]*node{"a": shared, "b": shared}, policy: shared, array: [2]*node{nil, shared}}
	q := clone.Deep(p)
	require.Same(t, q.byName["a"], q.byName["b"])
	require.Same(t, q.byName["a"], q.policy.(*node))
	require.Same(t, q.byName["a"], q.array[1])
	require.NotSame(t, shared, q.policy.(*node))
	q.byName["c"] = nil
	require.Len(t, p.byName, 2)
}

func TestMapsKeepTheirIdentity(t *testing.T) {
	type holder struct{ a, b map[*node]map[string]int }
	key := &node{}
	h := &holder{a: map[*node]map[string]int{key: {"x": 1}}}
	h.b = h.a
	g := clone.Deep(h)
	g.a[nil] = nil
	require.Len(t, g.b, 2)
	require.Len(t, h.a, 1)
	for k, v := range g.a {
		require.NotSame(t, key, k)
		if k != nil {
			require.Equal(t, 1, v["x"])
		}
	}
}

func TestValuesInInterfaces(t *testing.T) {
	inner := &node{value: 3}
	p := &pool{policy: node{value: 2, next: inner}}
	q := clone.Deep(p)
	require.Equal(t, 3, q.policy.(node).next.value)
	require.NotSame(t, inner, q.policy.(node).next)
	p.policy = reflect.TypeFor[int]()
	require.Equal(t, p.policy, clone.Deep(p).policy)
}

func TestTags(t *testing.T) {
	p := &pool{hook: func() {}, table: &[4]int{1, 2, 3, 4}}
	q := clone.Deep(p)
	require.Nil(t, q.hook)
	require.Same(t, p.table, q.table)
	require.NotNil(t, p.hook)
}

func TestFunctionsPanicWithTheirPath(t *testing.T) {
	type leaf struct{ done func() }
	type branch struct{ leaves []leaf }
	type root struct {
		names    []string
		branches map[string]*branch
	}
	r := &root{branches: map[string]*branch{"x": {leaves: make([]leaf, 3)}}}
	require.NotPanics(t, func() { clone.Deep(r) })
	r.branches["x"].leaves[2].done = func() {}
	require.PanicsWithValue(t,
		"clone: clone_test.root.branches.leaves[2].done is a func(), which cannot be copied", func() { clone.Deep(r) })
	type channel struct{ c chan int }
	require.PanicsWithValue(t, "clone: clone_test.channel.c is a chan int, which cannot be copied",
		func() { clone.Deep(&channel{make(chan int)}) })
}

func TestSharedMemoryIsFound(t *testing.T) {
	p := &pool{frames: make([]uint64, 10), byName: map[string]*node{"a": {value: 1}}}
	q := clone.Deep(p)
	require.Empty(t, clone.Shared(p, q))
	q.count = &p.frames[4]
	q.policy = p.byName["a"]
	q.byName = p.byName
	require.Equal(t, []string{"clone_test.pool.count", "clone_test.pool.byName", "clone_test.pool.byName"},
		clone.Shared(q, p)) // a number, the map, the node that is in the map and in the policy
}

// graph is random: nodes side by side in a slice, nodes on their own, and pointers among all of them.
type graph struct {
	row   []node
	alone []*node
	value *int
}

func (g *graph) node(i int) *node {
	if i < len(g.row) {
		return &g.row[i]
	}
	return g.alone[i-len(g.row)]
}

func TestRandomGraphsKeepTheirShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &graph{row: make([]node, rapid.IntRange(1, 20).Draw(t, "row"))}
		for range rapid.IntRange(0, 20).Draw(t, "alone") {
			g.alone = append(g.alone, &node{})
		}
		n := len(g.row) + len(g.alone)
		pick := func(name string) *node { return g.node(rapid.IntRange(0, n-1).Draw(t, name)) }
		for i := range n {
			g.node(i).value = i
			g.node(i).next = pick("next")
			for range rapid.IntRange(0, 3).Draw(t, "peers") {
				g.node(i).peers = append(g.node(i).peers, pick("peer"))
			}
		}
		g.value = &pick("value").value
		h := clone.Deep(g)
		if !reflect.DeepEqual(g, h) || len(clone.Shared(g, h)) > 0 {
			t.Fatalf("copy differs, or shares %v", clone.Shared(g, h))
		}
		for i := range n {
			h.node(i).value += 1000
		}
		for i := range n {
			if h.node(i).next.value < 1000 || *h.value < 1000 || g.node(i).next.value >= 1000 {
				t.Fatal("a pointer leads elsewhere")
			}
			for j, peer := range g.node(i).peers {
				if h.node(i).peers[j] != h.node(peer.value) {
					t.Fatal("a pointer has lost its target")
				}
			}
		}
	})
}

type counter struct {
	id  sim.ActorID
	sum uint64
}

func (c *counter) Handle(k *sim.Kernel, ev sim.Event) {
	c.sum += ev.Arg
	k.After(sim.Duration(1+ev.Arg%7), ev.Wake.With(ev.Arg*31+1))
}

func TestKernelContinuesInTheCopy(t *testing.T) {
	type run struct {
		k *sim.Kernel
		c *counter
	}
	r := &run{k: sim.New(), c: &counter{}}
	r.c.id = r.k.Register("counter", r.c)
	for i := range 50 {
		r.k.After(sim.Duration(i), sim.Wake{To: r.c.id, Arg: uint64(i)})
	}
	r.k.Watch(func(sim.Event) {})
	r.k.Run(1000, 0)
	s := clone.Deep(r)
	s.k.Run(5000, 0)
	require.NotEqual(t, r.k.Digest(), s.k.Digest())
	r.k.Run(5000, 0)
	require.Equal(t, r.k.Digest(), s.k.Digest())
	require.Equal(t, r.c.sum, s.c.sum)
}

func BenchmarkDeepFrames(b *testing.B) {
	p := &pool{frames: make([]uint64, 16<<20)}
	b.SetBytes(int64(len(p.frames)) * 8)
	for b.Loop() {
		clone.Deep(p)
	}
}

// BenchmarkPlainCopy is what BenchmarkDeepFrames cannot beat.
func BenchmarkPlainCopy(b *testing.B) {
	frames := make([]uint64, 16<<20)
	b.SetBytes(int64(len(frames)) * 8)
	for b.Loop() {
		sink = append([]uint64(nil), frames...)
	}
}

var sink []uint64

func BenchmarkDeepPointers(b *testing.B) {
	n := &node{peers: make([]*node, 100_000)}
	for i := range n.peers {
		n.peers[i] = &node{value: i}
	}
	for b.Loop() {
		clone.Deep(n)
	}
}
