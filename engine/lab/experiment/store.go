package experiment

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// errBadLines says how to go on.
var errBadLines = errors.New("their points can be run again: --skip-bad-lines goes on without what cannot be read")

// storeFile holds one finished point per line.
const storeFile = "points.jsonl"

// Store keeps the finished points of a sweep in a folder, so that another call goes on where this one
// stopped. A nil store keeps nothing.
type Store struct {
	file    *os.File
	version string // of the program: its lines only are used
	done    map[string]stored
	skipped int // lines that cannot be read and were left out
}

// stored is a line of the file.
type stored struct {
	Binds    string             `json:"binds"`
	Branched bool               `json:"branched"`
	Failed   string             `json:"failed,omitempty"`
	Interval map[string]float64 `json:"interval"`
	Key      string             `json:"key"` // digest of the scenario, and seed
	Results  map[string]float64 `json:"results"`
	Set      map[string]string  `json:"set"`
	Version  string             `json:"version"`
}

// OpenStore opens or makes the folder. Lines of other versions of the program are ignored, and so is a last
// line that is not complete: what a killed call had begun to write. Lines that cannot be read are an error that names
// them all, or are taken out of the file when skip is on: their points are run again.
func OpenStore(dir, version string, skip bool) (*Store, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("--to = %s: no folder can be made: %w", dir, reason(err))
	}
	f, err := os.OpenFile(filepath.Join(dir, storeFile), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("--to = %s: no file can be written in the folder: %w", dir, reason(err))
	}
	s := &Store{file: f, version: version, done: map[string]stored{}}
	if err := s.read(skip); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return s, nil
}

// reason is an error without the call and the path that the message has already.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// read takes the complete lines and cuts off the rest.
func (s *Store) read(skip bool) error {
	in := bufio.NewReader(s.file)
	var end int64
	var bad []error
	var good bytes.Buffer
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		end += int64(len(line))
		if err := s.take(line); err != nil {
			bad = append(bad, fmt.Errorf("%s:%d: is no line of a sweep: %w", s.file.Name(), n, err))
			continue
		}
		if skip {
			good.Write(line)
		}
	}
	if s.skipped = len(bad); s.skipped > 0 && !skip {
		return errors.Join(append(bad, errBadLines)...)
	}
	if s.skipped > 0 {
		return s.replace(good.Bytes())
	}
	if err := s.file.Truncate(end); err != nil {
		return err
	}
	_, err := s.file.Seek(end, io.SeekStart)
	return err
}

// replace puts a file of these lines in the place of the one with lines that cannot be read: whole or not at all. A link to
// the file and its permissions stay.
func (s *Store) replace(lines []byte) error {
	name, err := filepath.EvalSymlinks(s.file.Name())
	if err != nil {
		return err
	}
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".new", lines, info.Mode().Perm()); err != nil {
		return err
	}
	if err := os.Rename(name+".new", name); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	err = s.file.Close()
	s.file = f
	return err
}

// take reads one line.
func (s *Store) take(line []byte) error {
	var one stored
	if err := json.Unmarshal(line, &one); err != nil {
		return err
	}
	if one.Key == "" {
		return errors.New("it has no key")
	}
	if one.Version == s.version && one.Failed == "" { // what failed is tried again
		s.done[one.Key] = one
	}
	return nil
}

// Skipped is the number of lines that could not be read.
func (s *Store) Skipped() int {
	if s == nil {
		return 0
	}
	return s.skipped
}

// Close closes the file.
func (s *Store) Close() error {
	if s == nil {
		return nil
	}
	return s.file.Close()
}

// find is the point of a key, when it is done.
func (s *Store) find(key string) (stored, bool) {
	if s == nil {
		return stored{}, false
	}
	one, ok := s.done[key]
	return one, ok
}

// add appends a point as one line in one write.
func (s *Store) add(key string, p *Point) error {
	if s == nil {
		return nil
	}
	one := stored{
		Binds: p.Binds, Branched: p.Branched, Failed: p.Failed, Interval: p.Interval, Key: key, Results: p.Results,
		Set: setMap(p.Set), Version: s.version,
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(one); err != nil {
		return err
	}
	s.done[key] = one
	_, err := s.file.Write(b.Bytes())
	return err
}

// point is what the line says about it.
func (one stored) point(set []Change) Point {
	return Point{
		Set: set, Results: one.Results, Interval: one.Interval, Binds: one.Binds, Failed: one.Failed,
		Branched: one.Branched, Reused: true,
	}
}
