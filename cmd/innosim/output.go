package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	return writeTo(a.output, print)
}

// writable refuses, before anything is simulated, a file in whose folder none can be made: it makes one and takes it away.
func writable(flag, name string) error {
	if name == "" {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s = %s: there is no folder %s", flag, name, filepath.Dir(name))
	}
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s = %s: is a folder", flag, name)
	case err == nil && !info.Mode().IsRegular():
		return nil // a device or a pipe
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("%s = %s: no file can be made in its folder: %w", flag, name, withoutPath(err))
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// writeTo writes a file whole or not at all, with the mode that it has and where a link leads; what is not a regular
// file, a device or a pipe, is written as it is.
func writeTo(name string, print func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return writeWhole(name, 0o644, print)
	case info.IsDir():
		return fmt.Errorf("%s is a folder", name)
	case info.Mode().IsRegular():
		return writeWhole(name, info.Mode().Perm(), print)
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	return errors.Join(print(b), b.Flush(), f.Close())
}

// writeWhole fills a temporary file beside the wanted one and renames it when it is complete.
func writeWhole(name string, mode os.FileMode, print func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("%s: no file can be made in its folder: %w", name, withoutPath(err))
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	b := bufio.NewWriter(f)
	err = errors.Join(print(b), b.Flush(), f.Chmod(mode), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// withoutPath is the reason alone: the path would be that of the temporary file.
func withoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
