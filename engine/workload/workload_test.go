package workload

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim/rng"
)

func defaults() RandOptions { return Defaults("oltp_read_write").Rand }

// draws counts values of a distribution over 1 … n, and verifies that none is outside.
func draws(t *testing.T, typ RandType, o RandOptions, n uint64, times int) []float64 {
	t.Helper()
	d := NewDist(typ, o, n)
	s := rng.New(7, "test.dist", uint64(typ))
	count := make([]float64, n+1)
	for range times {
		v := d.Draw(&s)
		if v < 1 || v > n {
			t.Fatalf("%v over 1 … %d draws %d", typ, n, v)
		}
		count[v]++
	}
	return count
}

// share is the part of the draws that are from … to.
func share(count []float64, from, to int) float64 {
	all, part := 0.0, 0.0
	for v, c := range count {
		all += c
		if v >= from && v <= to {
			part += c
		}
	}
	return part / all
}

func TestUniform(t *testing.T) {
	c := draws(t, Uniform, defaults(), 1000, 200000)
	require.InDelta(t, 0.25, share(c, 1, 250), 0.01)
	require.InDelta(t, 0.001, share(c, 1000, 1000), 0.0005)
	require.Positive(t, slices.Min(c[1:]))
}

// TestGaussian: the mean of 12 uniform draws has a twelfth of their variance.
func TestGaussian(t *testing.T) {
	const n = 100000
	d := NewDist(Gaussian, defaults(), n)
	s := rng.New(7, "test.gaussian", 0)
	sum, sum2 := 0.0, 0.0
	for range 100000 {
		x := float64(d.Draw(&s)) / n
		sum += x
		sum2 += x * x
	}
	mean := sum / 100000
	require.InDelta(t, 0.5, mean, 0.002)
	require.InDelta(t, math.Sqrt(1.0/12/12), math.Sqrt(sum2/100000-mean*mean), 0.002)
}

// TestSpecial: 75 % of the draws come evenly from the middle 1 % of the values, the others as gaussian's.
func TestSpecial(t *testing.T) {
	const n = 10000
	c := draws(t, Special, defaults(), n, 400000)
	lo, hi := 4950, 5050
	gauss := draws(t, Gaussian, defaults(), n, 400000)
	require.InDelta(t, 0.75+0.25*share(gauss, lo, hi), share(c, lo, hi), 0.005)
	require.InEpsilon(t, share(c, lo, lo+24), share(c, hi-24, hi), 0.05)
	require.InDelta(t, 0.25*share(gauss, 1, 4000), share(c, 1, 4000), 0.003)
	all := defaults()
	all.SpecRes = 0
	require.InDelta(t, share(gauss, 1, 4000), share(draws(t, Special, all, n, 400000), 1, 4000), 0.003)
}

// TestPareto: with h = 0.2, 80 % of the draws fall into the first fifth, and so on within it.
func TestPareto(t *testing.T) {
	c := draws(t, Pareto, defaults(), 100000, 400000)
	require.InDelta(t, 0.8, share(c, 1, 20000), 0.005)
	require.InDelta(t, 0.64, share(c, 1, 4000), 0.005)
	require.InDelta(t, 0.512, share(c, 1, 800), 0.005)
}

// TestZipfian: the value of rank r is r^-0.8 as frequent as the first; ranks begin at 1.
func TestZipfian(t *testing.T) {
	c := draws(t, Zipfian, defaults(), 1000, 400000)
	harmonic := 0.0
	for r := 1; r <= 1000; r++ {
		harmonic += math.Pow(float64(r), -0.8)
	}
	for _, r := range []int{1, 2, 10, 100} {
		require.InEpsilon(t, math.Pow(float64(r), -0.8)/harmonic, share(c, r, r), 0.08)
	}
	flat := defaults()
	flat.ZipfExp = 0
	require.InDelta(t, 0.5, share(draws(t, Zipfian, flat, 1000, 100000), 1, 500), 0.01)
}

// TestSmallRanges: one row, two rows.
func TestSmallRanges(t *testing.T) {
	for typ := Special; typ <= Zipfian; typ++ {
		for _, n := range []uint64{1, 2, 3, 99} {
			draws(t, typ, defaults(), n, 2000)
		}
	}
}

// TestQuantile: the table agrees with draws, at any resolution and for any distribution, and its values rise.
func TestQuantile(t *testing.T) {
	for typ := Special; typ <= Zipfian; typ++ {
		for _, n := range []uint64{10, 5000, 400000} {
			q := NewQuantile(NewDist(typ, defaults(), n))
			d := NewDist(typ, defaults(), n)
			s := rng.New(3, "test.quantile", 0)
			values := make([]uint64, 40000)
			for i := range values {
				values[i] = d.Draw(&s)
			}
			slices.Sort(values)
			last := uint64(0)
			for _, p := range []float64{0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99} {
				v := q.Value(uint32(p * (1 << 32)))
				require.GreaterOrEqual(t, v, max(last, 1), "%v %d %v", typ, n, p)
				require.LessOrEqual(t, v, n)
				lo, hi := values[int((p-0.008)*40000)], values[min(39999, int((p+0.008)*40000))]
				require.True(t, v+1+n/3000 >= lo && v <= hi+1+n/3000, "%v %d %v: %d is not in %d … %d", typ, n, p, v, lo, hi)
				last = v
			}
			require.LessOrEqual(t, q.Value(math.MaxUint32), n)
			require.GreaterOrEqual(t, q.Value(0), uint64(1))
		}
	}
}

// count returns the statements of a transaction by class, AutoCommit apart.
func count(ops []Op) (read, write, other, autocommit int) {
	for i, op := range ops {
		switch {
		case op.More:
		case op.Kind == AutoCommit:
			autocommit++
		case ClassAt(ops, i) == ClassRead:
			read++
		case ClassAt(ops, i) == ClassWrite:
			write++
		default:
			other++
		}
	}
	return read, write, other, autocommit
}

// TestStatementsOfAnObservedLoad are counted by what they do to pages.
func TestStatementsOfAnObservedLoad(t *testing.T) {
	o := Defaults(ScriptObserved)
	o.Observed = ObservedOptions{PageReads: 3, PageWrites: 1, RedoBytes: 1500, Statements: 6}
	require.NoError(t, o.Validate())
	r, w, x, a := count(SourceOf(o, 1).Next(0, 0, nil))
	require.Equal(t, [4]int{3, 1, 2, 1}, [4]int{r, w, x, a})
	o.Observed.Statements = 1
	r, w, x, a = count(SourceOf(o, 1).Next(0, 0, nil))
	require.Equal(t, [4]int{0, 1, 0, 1}, [4]int{r, w, x, a})
}

// TestScripts: the statements of each of sysbench's scripts, with its defaults.
func TestScripts(t *testing.T) {
	want := map[string][4]int{
		"bulk_insert": {0, 1, 0, 1}, Import: {0, 1, 0, 1}, "oltp_delete": {0, 1, 0, 1}, "oltp_insert": {0, 1, 0, 1},
		"oltp_point_select": {1, 0, 0, 0}, "oltp_read_only": {14, 0, 2, 0}, "oltp_read_write": {14, 4, 2, 0},
		Oltp:                {14, 5, 2, 0},
		"observed":          {2, 2, 0, 1},
		"oltp_update_index": {0, 1, 0, 1}, "oltp_update_non_index": {0, 1, 0, 1}, "oltp_write_only": {0, 4, 2, 0},
		"select_random_points": {1, 0, 0, 0}, "select_random_ranges": {1, 0, 0, 0},
	}
	require.Len(t, want, len(Scripts()))
	for _, name := range Scripts() {
		o := Defaults(name)
		o.Tables = 7
		require.NoError(t, o.Validate(), name)
		src := SourceOf(o, 1)
		for n := range uint64(50) {
			ops := src.Next(3, n, nil)
			r, w, x, a := count(ops)
			require.Equal(t, want[name], [4]int{r, w, x, a}, name)
			for _, op := range ops {
				require.Less(t, int(op.Table), 7)
			}
		}
	}
}

// TestOptionsChangeTheMix follows oltp_common.lua.
func TestOptionsChangeTheMix(t *testing.T) {
	o := Defaults("oltp_read_write")
	o.SkipTrx, o.RangeSelects, o.PointSelects, o.IndexUpdates, o.DeleteInserts = true, false, 2, 3, 2
	r, w, x, a := count(NewSource(o, 1).Next(0, 0, nil))
	require.Equal(t, []int{2, 3 + 1 + 4, 0, 8}, []int{r, w, x, a})
	ops := NewSource(Defaults("oltp_write_only"), 1).Next(0, 0, nil)
	require.Equal(t, Begin, ops[0].Kind)
	require.Equal(t, Commit, ops[len(ops)-1].Kind)
	require.Equal(t, []Kind{UpdateIndex, UpdateNonIndex, Delete, Insert}, []Kind{ops[1].Kind, ops[2].Kind, ops[3].Kind, ops[4].Kind})
	require.Equal(t, ops[3].Key, ops[4].Key, "the deleted row comes back")
	p := Defaults("select_random_ranges")
	ops = NewSource(p, 1).Next(0, 0, nil)
	require.Len(t, ops, 10)
	require.Equal(t, uint32(6), ops[0].Rows)
	require.True(t, ops[0].More && !ops[9].More, "one statement")
}

// TestTransactionsAreNumbered: transaction n of a client is the same in every run, whatever came before; seeds, clients
// and numbers differ.
func TestTransactionsAreNumbered(t *testing.T) {
	a, b := NewSource(Defaults("oltp_read_write"), 5), NewSource(Defaults("oltp_read_write"), 5)
	for n := range uint64(20) {
		a.Next(1, n, nil)
	}
	require.Equal(t, a.Next(2, 17, nil), b.Next(2, 17, nil))
	require.NotEqual(t, a.Next(2, 17, nil), a.Next(2, 18, nil))
	require.NotEqual(t, a.Next(2, 17, nil), a.Next(3, 17, nil))
	require.NotEqual(t, a.Next(2, 17, nil), NewSource(Defaults("oltp_read_write"), 6).Next(2, 17, nil))
}

// TestSetAndGet: every option prints as it is read, whatever the dashes.
func TestSetAndGet(t *testing.T) {
	values := map[string]string{"script": "oltp_insert", "rand-type": "pareto", "think-time": "5ms", "rate": "2.5",
		"rand-pareto-h": "0.3", "rand-zipfian-exp": "1.5", "range-selects": "off", "skip-trx": "on", "auto-inc": "off",
		"secondary": "on", "create-secondary": "off", "oltp-test-mode": "simple", "oltp-nontrx-mode": "insert", "oltp-read-only": "on",
		"autocommit": "off"}
	var o Options
	for _, k := range Keys() {
		v := values[k]
		if v == "" {
			v = "42"
		}
		require.NoError(t, o.Set(k, v), k)
		require.Equal(t, v, o.Get(k), k)
		if k != "script" {
			require.Error(t, o.Set(k, "nonsense"), k)
		}
	}
	require.NoError(t, o.Set("table_size", "7"))
	require.Equal(t, uint64(7), o.TableSize)
	require.ErrorContains(t, o.Set("tabel-size", "7"), "tabel-size")
	require.Empty(t, o.Get("tabel-size"))
}

// TestFaults: all of them at once, by name.
func TestFaults(t *testing.T) {
	o := Options{Script: "x", Threads: -1, Rate: math.NaN(), Rand: RandOptions{SpecRes: 100, SpecPct: -1, ParetoH: 1, ZipfExp: 9}}
	err := o.Validate()
	for _, name := range []string{"script", "tables", "table-size", "threads", "rate", "range-size", "rand-spec-iter",
		"rand-spec-pct", "rand-spec-res", "rand-pareto-h", "rand-zipfian-exp"} {
		require.ErrorContains(t, err, name+" =")
	}
	for i := range 5 {
		typ, err := ParseRandType(RandType(i).String())
		require.NoError(t, err)
		require.Equal(t, RandType(i), typ)
	}
	_, err = ParseRandType("exponential")
	require.ErrorContains(t, err, "exponential")
}

func FuzzSet(f *testing.F) {
	f.Add("threads", "16")
	f.Add("think_time", "1h")
	f.Fuzz(func(t *testing.T, key, value string) {
		var o Options
		if o.Set(key, value) != nil {
			return
		}
		printed := o.Get(key)
		var again Options
		if printed != "" && again.Set(key, printed) != nil {
			t.Fatalf("%s = %s does not read back", key, printed)
		}
	})
}

func BenchmarkNext(b *testing.B) {
	for _, script := range []string{"oltp_write_only", "oltp_read_write"} {
		for _, typ := range []RandType{Uniform, Special, Pareto, Zipfian} {
			b.Run(script+"/"+typ.String(), func(b *testing.B) {
				o := Defaults(script)
				o.RandType, o.TableSize = typ, 1_000_000
				src := SourceOf(o, 1)
				var ops []Op
				b.ReportAllocs()
				for i := range b.N {
					ops = src.Next(1, uint64(i), ops[:0])
				}
			})
		}
	}
}

// TestObservedMeans: means that are not whole hold over many transactions, and every statement ends.
func TestObservedMeans(t *testing.T) {
	o := Defaults(ScriptObserved)
	o.Tables = 3
	o.Observed = ObservedOptions{PageReads: 3.25, PageWrites: 0.4, RedoBytes: 900, Statements: 2.5}
	require.NoError(t, o.Validate())
	require.NoError(t, o.SetWorkingSet("500"))
	require.EqualValues(t, 500*RowsPerPage, o.TableSize)
	src := SourceOf(o, 1)
	const n = 20000
	var reads, writes, statements, commits float64
	for i := range uint64(n) {
		ops := src.Next(1, i, nil)
		for _, op := range ops {
			switch op.Kind {
			case PageRead:
				reads++
			case PageWrite:
				writes++
			case Statement:
				statements++
			case AutoCommit:
				commits++
			}
			require.Equal(t, op.Kind == PageRead || op.Kind == PageWrite, op.More)
		}
	}
	require.InEpsilon(t, 3.25, reads/n, 0.01)
	require.InEpsilon(t, 0.4, writes/n, 0.03)
	require.InEpsilon(t, 2.5, statements/n, 0.01)
	require.Equal(t, writes, commits, "each of them changes one page")
}

// TestObservedRefusesTooLittleRedo: changes of pages have a redo of their own.
func TestObservedRefusesTooLittleRedo(t *testing.T) {
	o := Defaults(ScriptObserved)
	o.Observed.RedoBytes = 10
	require.ErrorContains(t, o.Validate(), "redo-bytes = 10: allowed is 300 or more")
	o.Observed = ObservedOptions{}
	require.ErrorContains(t, o.Validate(), "statements = 0")
	require.Error(t, o.SetWorkingSet("0"))
	require.Error(t, o.SetWorkingSet("4294967296"))
}
