package imports

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"unicode/utf16"

	"github.com/innosim/innosim/engine/lab/imports/bench"
	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/lab/imports/fio"
	"github.com/innosim/innosim/engine/lab/imports/options"
	"github.com/innosim/innosim/engine/lab/imports/server"
)

// mostJSON is how many bytes of a JSON file are read; other formats are streams.
const mostJSON = 64 << 20

// File is a file and what came of it.
type File struct {
	Name string
	Kind Kind
}

// Head returns the beginning of a file, decoded, for Detect.
func Head(r io.Reader) ([]byte, error) {
	_, head, err := open(r)
	return head, err
}

// open peeks at a file's beginning and returns a reader of its text: UTF-16, as PowerShell writes it, becomes UTF-8.
func open(r io.Reader) (io.Reader, []byte, error) {
	b := bufio.NewReaderSize(r, HeadBytes)
	head, err := b.Peek(HeadBytes)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return nil, nil, err
	}
	if !bytes.HasPrefix(head, []byte{0xff, 0xfe}) && !bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return b, head, nil
	}
	raw, err := io.ReadAll(io.LimitReader(b, mostJSON))
	if err != nil {
		return nil, nil, err
	}
	text := fromUTF16(raw)
	return bytes.NewReader(text), text[:min(len(text), HeadBytes)], nil
}

func fromUTF16(raw []byte) []byte {
	units := make([]uint16, 0, len(raw)/2)
	for i := 2; i+1 < len(raw); i += 2 {
		lo, hi := raw[i], raw[i+1]
		if raw[0] == 0xfe {
			lo, hi = hi, lo
		}
		units = append(units, uint16(hi)<<8|uint16(lo))
	}
	return []byte(string(utf16.Decode(units)))
}

// read imports one file of a file system.
func read(fsys fs.FS, name, shown string, f *fact.Facts) (File, []fact.Fault) {
	file := File{Name: shown}
	fault := func(text string) []fact.Fault { return []fact.Fault{{Where: fact.Where{File: shown}, Text: text}} }
	h, err := fsys.Open(name)
	if err != nil {
		return file, fault(reason(err))
	}
	defer h.Close()
	if info, err := h.Stat(); err == nil && info.IsDir() {
		return file, fault("is a folder; give its files")
	}
	text, head, err := open(h)
	if err != nil {
		return file, fault(reason(err))
	}
	file.Kind = Detect(head)
	if !file.Kind.Importable() {
		return file, fault("is " + file.Kind.Title + ": " + file.Kind.Refuse)
	}
	if file.Kind.Title == scenarioTitle {
		return file, fault("is a scenario already; innosim run reads it")
	}
	before := f.Known
	faults := dispatch(file.Kind.reader, text, shown, f, func() []fact.Fault { return ownFile(fsys, name, shown, f) })
	if f.Known == before && len(faults) == 0 {
		return file, fault("looks like " + file.Kind.Title + ", but nothing in it could be read")
	}
	return file, faults
}

func dispatch(how reader, text io.Reader, name string, f *fact.Facts, native func() []fact.Fault) []fact.Fault {
	lines := fact.NewLines(text)
	switch how {
	case readServer:
		server.Read(lines, name, f)
	case readSummary:
		server.ReadSummary(lines, name, f)
	case readSystem:
		server.ReadSystem(lines, name, f)
	case readSysbench:
		bench.ReadSysbench(lines, name, f)
	case readIostat:
		bench.ReadIostat(lines, name, f)
	case readFioText:
		fio.ReadText(lines, name, f)
	case readYAML:
		return options.ReadYAML(lines, name, f)
	case readFlags:
		options.ReadFlags(lines, name, f)
	case readOptions:
		return native()
	default:
		return whole(how, text, name, f)
	}
	if err := lines.Err(); err != nil {
		return []fact.Fault{{Where: fact.Where{File: name, Line: lines.No()}, Text: reason(err)}}
	}
	return nil
}

// whole reads JSON.
func whole(how reader, text io.Reader, name string, f *fact.Facts) []fact.Fault {
	data, err := io.ReadAll(io.LimitReader(text, mostJSON+1))
	switch {
	case err != nil:
	case len(data) > mostJSON:
		err = errors.New("is too large for JSON of this kind: the most is 64 MiB")
	case how == readFioJSON:
		err = fio.ReadJSON(data, name, f)
	default:
		err = options.ReadJSON(bytes.TrimPrefix(data, []byte{0xef, 0xbb, 0xbf}), name, f)
	}
	if err != nil {
		return []fact.Fault{{Where: fact.Where{File: name}, Text: reason(err)}}
	}
	return nil
}

// ownFile reads an option file by name, so that it may include others.
func ownFile(fsys fs.FS, name, shown string, f *fact.Facts) []fact.Fault {
	first, notes := len(f.Settings), len(f.Notes)
	faults := options.ReadFile(fsys, name, f)
	show := func(w *fact.Where) {
		if w.File == name {
			w.File = shown
		}
	}
	for i := range faults {
		show(&faults[i].Where)
	}
	for i := range f.Settings[first:] {
		show(&f.Settings[first+i].Where)
	}
	for i := range f.Notes[notes:] {
		show(&f.Notes[notes+i].Where)
	}
	return faults
}

// reason is an error without the path, which the fault has.
func reason(err error) string {
	var p *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.Is(err, fs.ErrPermission):
		return "no permission to read it"
	case errors.As(err, &p):
		return p.Err.Error()
	}
	return err.Error()
}
