package workload

import "fmt"

// Import is the script that loads a dump: rows in the order of the primary key into tables without other
// indexes, so many in each INSERT.
const Import = "import_rows"

// ImportOptions describe a dump.
type ImportOptions struct {
	Rows          uint64 // rows of the dump, of all tables together; 0: it has no end
	RowBytes      int    // bytes of a row's columns as they are stored, without InnoDB's own; 1 … MaxRowBytes
	RowsPerInsert int    // rows of one INSERT; mysqldump --skip-extended-insert writes 1
	AutoCommit    bool   // each INSERT is a transaction of its own
	RowsPerCommit int    // rows between two COMMITs without autocommit
}

const (
	// MaxRowBytes is what fits a page of 16 KiB twice, with InnoDB's own bytes: longer rows go to other pages
	// (page_get_free_space_of_empty / 2).
	MaxRowBytes = 8000
	// maxImport is the most rows of an INSERT or a transaction; max_allowed_packet has room for about as many.
	maxImport = 10_000_000
	// importPart is the most rows of one piece of an INSERT: about as many as a leaf has room for.
	importPart = 100
)

// importDefaults are those of a dump of sysbench's table, with one row in each INSERT: id, k, c and pad are
// 188 bytes.
func importDefaults() ImportOptions {
	return ImportOptions{RowBytes: 188, RowsPerInsert: 1, AutoCommit: true, RowsPerCommit: 1000}
}

func (o *ImportOptions) validate() (errs []error) {
	check := func(name string, v, lo, hi int) {
		if v < lo || v > hi {
			errs = append(errs, fmt.Errorf("%s = %v: allowed is %d … %d", name, v, lo, hi))
		}
	}
	check("row-bytes", o.RowBytes, 1, MaxRowBytes)
	check("rows-per-insert", o.RowsPerInsert, 1, maxImport)
	check("rows-per-commit", o.RowsPerCommit, 1, maxImport)
	if o.Rows > 1<<32-1 {
		errs = append(errs, fmt.Errorf("rows = %d: allowed is 0 (without end) … 4294967295", o.Rows))
	}
	return errs
}

// PerTransaction is how many rows a transaction of the dump commits.
func (o *ImportOptions) PerTransaction() uint64 {
	if o.AutoCommit {
		return uint64(o.RowsPerInsert)
	}
	return uint64(o.RowsPerCommit)
}

// Transactions is how many transactions the script has in all; 0: without end.
func (o *Options) Transactions() uint64 {
	if o.Script != Import {
		return 0
	}
	per := o.Dump.PerTransaction()
	return (o.Dump.Rows + per - 1) / per
}

// SourceOf returns the statements of validated options, those of a dump and of observed loads included.
func SourceOf(o Options, seed uint64) Source {
	if o.Script == Import {
		return &dump{o: o.Dump, tables: o.Tables}
	}
	if o.Script == ScriptObserved {
		return &Observed{o: o, dist: NewDist(o.RandType, o.Rand, o.TableSize), seed: seed}
	}
	return NewSource(o, seed)
}

// Empty reports whether the script's tables have no rows at the beginning.
func (o *Options) Empty() bool { return o.Script == "bulk_insert" || o.Script == Import }

// dump is the Source of an import. Transactions are numbered over all clients; each client has a table, in
// turn.
type dump struct {
	o      ImportOptions
	tables int
}

// Next appends the INSERTs of transaction n of the dump; nothing behind its end.
func (d *dump) Next(client uint32, n uint64, dst []Op) []Op {
	per := d.o.PerTransaction()
	left := per
	if d.o.Rows > 0 {
		left = min(per, d.o.Rows-min(d.o.Rows, n*per))
	}
	table := uint16(int(client) % d.tables)
	if !d.o.AutoCommit {
		dst = append(dst, Op{Kind: Begin})
	}
	for left > 0 {
		rows := min(left, uint64(d.o.RowsPerInsert))
		dst = d.insert(dst, table, rows)
		left -= rows
	}
	if d.o.AutoCommit {
		return append(dst, Op{Kind: AutoCommit})
	}
	return append(dst, Op{Kind: Commit})
}

// insert is one INSERT, in pieces of about a leaf.
func (d *dump) insert(dst []Op, table uint16, rows uint64) []Op {
	for rows > 0 {
		n := min(rows, importPart)
		rows -= n
		dst = append(dst, Op{
			Kind: ImportRows, Table: table, Rows: uint32(n), K: uint64(d.o.RowBytes), More: rows > 0,
		})
	}
	return dst
}
