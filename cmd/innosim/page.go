package main

import (
	"bytes"
	"io"

	"github.com/innosim/innosim/engine/lab/page"
)

// writePage prints a command's JSON as a page that draws it.
func writePage(w io.Writer, kind page.Kind, title string, document func(io.Writer) error) error {
	var b bytes.Buffer
	if err := document(&b); err != nil {
		return err
	}
	return page.Write(w, kind, title, b.Bytes())
}
