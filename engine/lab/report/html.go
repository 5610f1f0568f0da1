package report

import (
	"bytes"
	"io"

	"github.com/innosim/innosim/engine/lab/page"
)

// HTML prints the run as one file with charts; its data are those of JSON.
func HTML(w io.Writer, r *Run) error {
	var b bytes.Buffer
	if err := JSON(&b, r); err != nil {
		return err
	}
	title := r.Header.Scenario
	if title == "" {
		title = "innosim run"
	}
	return page.Write(w, page.Run, title, b.Bytes())
}
