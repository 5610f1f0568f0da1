package report

import (
	"bufio"
	"io"
)

// Status prints the server's status counters as mysql -NBe "SHOW GLOBAL STATUS" does.
func Status(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	for _, v := range r.Result.Status {
		b.WriteString(v.Name)
		b.WriteByte('\t')
		b.WriteString(v.Value)
		b.WriteByte('\n')
	}
	return b.Flush()
}
