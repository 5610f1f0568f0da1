package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// write prints to stdout, or to the file of --output: whole or not at all.
func (a *app) write(print func(io.Writer) error) error {
	if a.output == "" {
		b := bufio.NewWriter(a.stdout)
		if err := print(b); err != nil {
			return err
		}
		return b.Flush()
	}
	return writeWhole(a.output, print)
}

// writeWhole fills a temporary file beside the wanted one and renames it when it is complete.
func writeWhole(name string, print func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	b := bufio.NewWriter(f)
	err = errors.Join(print(b), b.Flush(), f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
