package workload

import "github.com/innosim/innosim/sim/rng"

// Scripts are the names of sysbench's scripts that NewSource knows.
func Scripts() []string {
	return []string{
		"bulk_insert", Oltp, ScriptObserved, "oltp_delete", "oltp_insert", "oltp_point_select", "oltp_read_only", "oltp_read_write",
		"oltp_update_index", "oltp_update_non_index", "oltp_write_only", "select_random_points", "select_random_ranges",
		Import,
	}
}

// Sysbench is the Source of one script (oltp_common.lua and the script of that name).
type Sysbench struct {
	o    Options
	dist Dist
	seed uint64
	plan script
}

// script says which blocks of statements a transaction has.
type script struct {
	points, ranges, updates, nonIndex, deletes, delete, insert, bulk, randomPoints, randomRanges, trx bool
}

func plan(name string) script {
	switch name {
	case "bulk_insert":
		return script{bulk: true}
	case "oltp_delete":
		return script{delete: true}
	case Oltp:
		return script{}
	case "oltp_insert":
		return script{insert: true}
	case "oltp_point_select":
		return script{points: true}
	case "oltp_read_only":
		return script{points: true, ranges: true, trx: true}
	case "oltp_read_write":
		return script{points: true, ranges: true, updates: true, nonIndex: true, deletes: true, trx: true}
	case "oltp_update_index":
		return script{updates: true}
	case "oltp_update_non_index":
		return script{nonIndex: true}
	case "oltp_write_only":
		return script{updates: true, nonIndex: true, deletes: true, trx: true}
	case "select_random_points":
		return script{randomPoints: true}
	case "select_random_ranges":
		return script{randomRanges: true}
	}
	panic("workload: unknown script " + name)
}

// NewSource returns the statements of validated options.
func NewSource(o Options, seed uint64) *Sysbench {
	if o.Script == Oltp {
		o.Rand.SpecRes = spread04(o.Rand.SpecRes)
	}
	return &Sysbench{o: o, dist: NewDist(o.RandType, o.Rand, o.TableSize), seed: seed, plan: plan(o.Script)}
}

// Next appends the statements of the client's transaction n.
func (s *Sysbench) Next(client uint32, n uint64, dst []Op) []Op {
	r := rng.New(s.seed, "client.mix", uint64(client))
	r.At(n)
	if s.o.Script == Oltp {
		return s.oltp(&r, client, n, dst)
	}
	p := s.plan
	trx := p.trx && !s.o.SkipTrx
	if trx {
		dst = append(dst, Op{Kind: Begin})
	}
	dst = s.reads(&r, dst)
	dst = s.writes(&r, dst, trx)
	switch {
	case p.bulk:
		dst = append(dst, s.bulk(client, n), Op{Kind: AutoCommit})
	case trx:
		dst = append(dst, Op{Kind: Commit})
	}
	return dst
}

func (s *Sysbench) reads(r *rng.Stream, dst []Op) []Op {
	o := &s.o
	if s.plan.points {
		for range o.PointSelects {
			dst = append(dst, Op{Kind: PointSelect, Table: s.table(r), Key: s.id(r), Rows: 1})
		}
	}
	if s.plan.ranges && o.RangeSelects {
		dst = s.ranges(r, dst, SimpleRange, o.SimpleRanges)
		dst = s.ranges(r, dst, SumRange, o.SumRanges)
		dst = s.ranges(r, dst, OrderRange, o.OrderRanges)
		dst = s.ranges(r, dst, DistinctRange, o.DistinctRanges)
	}
	if s.plan.randomPoints {
		dst = s.byK(r, dst, o.RandomPoints, 1)
	}
	if s.plan.randomRanges {
		dst = s.byK(r, dst, o.NumberOfRanges, uint32(o.Delta)+1)
	}
	return dst
}

// ranges appends n ranges; none has more rows than the table.
func (s *Sysbench) ranges(r *rng.Stream, dst []Op, k Kind, n int) []Op {
	rows := uint32(min(uint64(s.o.RangeSize), s.o.TableSize))
	for range n {
		dst = append(dst, Op{Kind: k, Table: s.table(r), Key: s.id(r), Rows: rows})
	}
	return dst
}

// byK is one statement on table 1 with n values, or ranges of values, of column k.
func (s *Sysbench) byK(r *rng.Stream, dst []Op, n int, width uint32) []Op {
	for i := range n {
		dst = append(dst, Op{Kind: SelectByK, K: s.id(r), Rows: width, More: i < n-1})
	}
	return dst
}

func (s *Sysbench) writes(r *rng.Stream, dst []Op, trx bool) []Op {
	o := &s.o
	if s.plan.updates {
		for range o.IndexUpdates {
			dst = s.write(dst, Op{Kind: UpdateIndex, Table: s.table(r), Key: s.id(r)}, trx)
		}
	}
	if s.plan.nonIndex {
		for range o.NonIndexUpdates {
			dst = s.write(dst, Op{Kind: UpdateNonIndex, Table: s.table(r), Key: s.id(r)}, trx)
		}
	}
	if s.plan.deletes {
		for range o.DeleteInserts {
			t, id, k := s.table(r), s.id(r), s.id(r)
			dst = s.write(dst, Op{Kind: Delete, Table: t, Key: id}, trx)
			dst = s.write(dst, Op{Kind: Insert, Table: t, Key: id, K: k}, trx)
		}
	}
	if s.plan.delete {
		dst = s.write(dst, Op{Kind: Delete, Table: s.table(r), Key: s.id(r)}, trx)
	}
	if s.plan.insert {
		op := Op{Kind: InsertAuto, Table: s.table(r), K: s.id(r)}
		dst = s.write(dst, op, trx)
	}
	return dst
}

// write adds a writing statement; outside a transaction it commits itself.
func (s *Sysbench) write(dst []Op, op Op, trx bool) []Op {
	dst = append(dst, op)
	if !trx {
		dst = append(dst, Op{Kind: AutoCommit})
	}
	return dst
}

// bulkRows is how many rows of bulk_insert.lua's table fit one statement: sysbench sends what 512 KiB hold,
// and a row "(4294967295,4294967295)," prints in about 20 bytes (db_driver.c, BULK_PACKET_SIZE).
const bulkRows = 512 * 1024 / 20

// bulk is one whole INSERT of bulk_insert, on the client's own table. sysbench counts each of its rows as an
// event.
func (s *Sysbench) bulk(client uint32, n uint64) Op {
	return Op{Kind: BulkInsert, Table: uint16(int(client) % s.o.Tables), Key: n*bulkRows + 1, Rows: bulkRows}
}

func (s *Sysbench) table(r *rng.Stream) uint16 { return uint16(r.Uint64n(uint64(s.o.Tables))) }

func (s *Sysbench) id(r *rng.Stream) uint64 { return s.dist.Draw(r) }
