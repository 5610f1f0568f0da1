package reproduce

import (
	"encoding/csv"
	"io"

	"github.com/innosim/innosim/engine/lab/document"
)

// Listed is an experiment in a list.
type Listed struct {
	Arms   int    `json:"arms"`
	Name   string `json:"name"`
	Source string `json:"source"`
	Title  string `json:"title"`
}

// List prints names and titles of experiments as json or csv.
func List(w io.Writer, format string, all []*Experiment) error {
	out := []Listed{}
	for _, e := range all {
		out = append(out, Listed{len(e.Arms), e.Name, e.Source, e.Title})
	}
	if format == "json" {
		return document.Write(w, out)
	}
	c := csv.NewWriter(w)
	if err := c.Write([]string{"name", "title", "source"}); err != nil {
		return err
	}
	for _, l := range out {
		if err := c.Write([]string{l.Name, l.Title, l.Source}); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
