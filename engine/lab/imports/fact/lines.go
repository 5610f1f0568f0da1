package fact

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// longest is how many bytes of a line are kept; the rest of a longer line is skipped. No line that an importer
// needs is longer: the status of a server with a thousand threads has each on its own line.
const longest = 1 << 20

// Lines reads a text line by line in constant memory.
type Lines struct {
	r    *bufio.Reader
	buf  []byte
	text string
	no   int
	err  error
}

// NewLines reads from r.
func NewLines(r io.Reader) *Lines { return &Lines{r: bufio.NewReaderSize(r, 1<<16)} }

// Next goes to the next line and reports whether there is one.
func (l *Lines) Next() bool {
	b, ok := l.read()
	if !ok {
		return false
	}
	l.no++
	if l.no == 1 {
		b = bytes.TrimPrefix(b, []byte{0xef, 0xbb, 0xbf})
	}
	if l.text = string(b); !utf8.Valid(b) {
		l.text = strings.ToValidUTF8(l.text, "\ufffd")
	}
	return true
}

// read returns a line without its end, and whether there was one. The bytes are valid until the next call.
func (l *Lines) read() (line []byte, ok bool) {
	if l.err != nil {
		return nil, false
	}
	l.buf = l.buf[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		if len(l.buf)+len(part) <= longest {
			l.buf = append(l.buf, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if l.err = err; err != nil && len(l.buf) == 0 {
			return nil, false
		}
		return bytes.TrimRight(l.buf, "\r\n"), true
	}
}

// Text is the line, without its end.
func (l *Lines) Text() string { return l.text }

// No is the line's number, from 1.
func (l *Lines) No() int { return l.no }

// Err is why reading ended, nil at the end of the text.
func (l *Lines) Err() error {
	if errors.Is(l.err, io.EOF) {
		return nil
	}
	return l.err
}
