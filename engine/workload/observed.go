package workload

import (
	"fmt"
	"strconv"

	"github.com/innosim/innosim/sim/rng"
)

// ScriptObserved is the load of a server whose counters are known and whose statements are not: transactions
// that read, change and log as much as the server was seen to do.
const ScriptObserved = "observed"

// RowsPerPage is how many rows of the model's tables stand on one page of the working set; the layout of package
// btree, which checks that it agrees.
const RowsPerPage = 73

// ObservedOptions are the means, per transaction, of the script "observed".
type ObservedOptions struct {
	PageReads  float64 // page-reads: pages of the working set that are read
	PageWrites float64 // page-writes: pages of the working set that are changed, each with its undo record
	RedoBytes  float64 // redo-bytes: growth of the log sequence number, undo and commit included, a binlog's part not
	Statements float64 // statements: round trips
}

// observedDefaults are a small transaction; whoever uses the script sets them.
func observedDefaults() ObservedOptions {
	return ObservedOptions{PageReads: 4, PageWrites: 2, RedoBytes: 1500, Statements: 4}
}

// mostOps is the largest mean of operations in one transaction: a transaction is one list in memory.
const mostOps = 100_000

func (o *ObservedOptions) validate() (errs []error) {
	for _, f := range [...]struct {
		name string
		v    float64
		most float64
	}{
		{"page-reads", o.PageReads, mostOps}, {"page-writes", o.PageWrites, mostOps},
		{"redo-bytes", o.RedoBytes, 1 << 30}, {"statements", o.Statements, mostOps},
	} {
		if !(f.v >= 0 && f.v <= f.most) {
			errs = append(errs, fmt.Errorf("%s = %v: allowed is 0 … %.0f", f.name, f.v, f.most))
		}
	}
	if o.PageReads+o.PageWrites+o.Statements == 0 {
		errs = append(errs, fmt.Errorf("statements = 0: allowed is more than 0 when no page is read or changed"))
	}
	if least := o.LeastRedo(); o.PageWrites > 0 && o.RedoBytes < least {
		errs = append(errs, fmt.Errorf("redo-bytes = %v: allowed is %.0f or more: so much redo have transactions that change %v pages",
			o.RedoBytes, least, o.PageWrites))
	}
	return errs
}

// Redo in bytes of LSN, 512 for each 496 of payload; the model's payloads stand in engine/costs.go.
const (
	TrxRedo     = 216 // of a transaction with update undo, besides its changes: undo segment, header, history, purge
	leastChange = 42  // of the smallest change: undo record, and type, page, offset, transaction id, roll pointer
	PrepareRedo = 258 // that a binlog adds to each transaction: prepared state and XID; not part of redo-bytes
)

// LeastRedo is the smallest redo-bytes that transactions with so many changes can have.
func (o *ObservedOptions) LeastRedo() float64 {
	return float64(o.Writing()*TrxRedo) + float64(o.PageWrites*leastChange)
}

// Writing is the share of the transactions that change a page.
func (o *ObservedOptions) Writing() float64 { return min(1, o.PageWrites) }

// Observed is the Source of the script "observed".
type Observed struct {
	o    Options
	dist Dist
	seed uint64
}

// Next appends the client's transaction n: reads first, then changes, spread over its statements, then the commit
// of the last statement. A mean that is not whole is drawn, so that it holds over many transactions.
func (s *Observed) Next(client uint32, n uint64, dst []Op) []Op {
	r := rng.New(s.seed, "client.mix", uint64(client))
	r.At(n)
	o := &s.o.Observed
	reads, writes, statements := draw(&r, o.PageReads), draw(&r, o.PageWrites), draw(&r, o.Statements)
	pages := reads + writes
	statements = max(statements, 1)
	sent := 0
	for i := range pages {
		kind := PageRead
		if i >= reads {
			kind = PageWrite
		}
		dst = append(dst, Op{Kind: kind, Table: uint16(r.Uint64n(uint64(s.o.Tables))), Key: s.dist.Draw(&r), Rows: 1, More: true})
		if (i+1)*statements/pages > sent && sent < statements {
			dst = append(dst, Op{Kind: Statement})
			sent++
		}
	}
	for ; sent < statements; sent++ {
		dst = append(dst, Op{Kind: Statement})
	}
	if writes > 0 {
		dst = append(dst, Op{Kind: AutoCommit})
	}
	return dst
}

// draw is a whole number with a given mean: the two next to it.
func draw(r *rng.Stream, mean float64) int {
	n := int(mean)
	if r.Bool(mean - float64(n)) {
		n++
	}
	return n
}

// observedOptions are the options of the script "observed".
func observedOptions() []option {
	at := func(f func(*ObservedOptions) *float64) func(*Options) *float64 {
		return func(o *Options) *float64 { return f(&o.Observed) }
	}
	return []option{
		number("page-reads", at(func(o *ObservedOptions) *float64 { return &o.PageReads })),
		number("page-writes", at(func(o *ObservedOptions) *float64 { return &o.PageWrites })),
		number("redo-bytes", at(func(o *ObservedOptions) *float64 { return &o.RedoBytes })),
		number("statements", at(func(o *ObservedOptions) *float64 { return &o.Statements })),
	}
}

// SetWorkingSet gives each table as many rows as fill so many pages: the key working-set, another way to give
// table-size.
func (o *Options) SetWorkingSet(pages string) error {
	n, err := strconv.ParseUint(pages, 10, 64)
	if err != nil || n < 1 || n > (1<<32-1)/RowsPerPage {
		return fmt.Errorf("%q is not a number of pages, 1 … %d", pages, (1<<32-1)/RowsPerPage)
	}
	o.TableSize = n * RowsPerPage
	return nil
}
