package workload

// Kind is what a statement, or a part of one, does.
type Kind uint8

// Kinds of statements. The names follow sysbench's OLTP scripts.
const (
	Begin          Kind = iota
	Commit              // an explicit COMMIT: a round trip of its own
	AutoCommit          // the commit inside an autocommitted write
	PointSelect         // SELECT c WHERE id=?
	SimpleRange         // SELECT c WHERE id BETWEEN ? AND ?
	SumRange            // SELECT SUM(k) …
	OrderRange          // … ORDER BY c
	DistinctRange       // SELECT DISTINCT c … ORDER BY c
	UpdateIndex         // UPDATE SET k=k+1 WHERE id=?
	UpdateNonIndex      // UPDATE SET c=? WHERE id=?
	Delete              // DELETE WHERE id=?
	Insert              // INSERT (id, k, c, pad), id given
	InsertAuto          // INSERT (k, c, pad), id by auto-increment
	BulkInsert          // INSERT … VALUES of Rows rows at the end of the table
	SelectByK           // SELECT … WHERE k=?: one value of an IN list, or one BETWEEN of Rows key values
	ImportRows          // INSERT … VALUES of Rows rows of K bytes each at the end of the table
	PageRead            // observed: a page of the working set is read
	PageWrite           // observed: a row of a page of the working set is changed
	Statement           // observed: the end of a statement, a round trip
	NumKinds
)

// Class says how sysbench counts a statement.
type Class uint8

// Classes of statements in sysbench's report.
const (
	ClassRead Class = iota
	ClassWrite
	ClassOther
)

// Class returns sysbench's class of the kind.
func (k Kind) Class() Class {
	switch k {
	case Begin, Commit, AutoCommit, Statement:
		return ClassOther
	case UpdateIndex, UpdateNonIndex, Delete, Insert, InsertAuto, BulkInsert, ImportRows, PageWrite:
		return ClassWrite
	}
	return ClassRead
}

// Op is one statement of a transaction, or with More a part of the statement that goes on in the next Op.
type Op struct {
	Key   uint64 // id of the row, or of the first row of a range
	K     uint64 // value for column k, or the value looked for, or the bytes of an imported row
	Rows  uint32 // rows of a range or of a bulk insert
	Table uint16
	Kind  Kind
	More  bool
}

// ClassAt is how sysbench would count the statement that ends with an operation of a transaction. Of a load that was
// observed only pages are known: a statement that changes one is a write, one that reads some is a read.
func ClassAt(ops []Op, end int) Class {
	if ops[end].Kind != Statement {
		return ops[end].Kind.Class()
	}
	class := ClassOther
	for i := end - 1; i >= 0 && ops[i].More; i-- {
		if ops[i].Kind == PageWrite {
			return ClassWrite
		}
		class = ClassRead
	}
	return class
}

// Source makes the statements of transaction n of a client: equal arguments, equal statements.
type Source interface {
	Next(client uint32, n uint64, dst []Op) []Op
}
