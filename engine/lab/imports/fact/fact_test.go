package fact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLines: line ends of all systems, a byte order mark, text that is not UTF-8, a line longer than is kept.
func TestLines(t *testing.T) {
	l := NewLines(strings.NewReader("\ufeffa\r\n\nb\xff\n" + strings.Repeat("x", 3<<20) + "\nlast"))
	var got []string
	for l.Next() {
		got = append(got, l.Text())
	}
	require.NoError(t, l.Err())
	require.Equal(t, 5, l.No())
	require.Equal(t, []string{"a", "", "b\ufffd"}, got[:3])
	require.LessOrEqual(t, len(got[3]), 1<<20)
	require.Equal(t, "last", got[4])
}

// TestNumbers: decimal commas, exponents; what is not finite is no number.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]float64{" 1,5 ": 1.5, "2.68e+08": 2.68e8, "-3": -3} {
		v, ok := Number(text)
		require.True(t, ok, text)
		require.Equal(t, want, v)
	}
	for _, text := range []string{"", "NaN", "inf", "1,234,567", "ON"} {
		_, ok := Number(text)
		require.False(t, ok, text)
	}
	v, ok := After("min=  4, avg=6838.29, x", "avg=")
	require.True(t, ok)
	require.Equal(t, 6838.29, v)
	v, _ = Leading("84.55ms")
	require.Equal(t, 84.55, v)
}

// FuzzLines: no text is read forever.
func FuzzLines(f *testing.F) {
	f.Add("a\nb", "x")
	f.Fuzz(func(t *testing.T, text, word string) {
		l := NewLines(strings.NewReader(text))
		for l.Next() {
			After(l.Text(), word)
			Leading(l.Text())
		}
		require.NoError(t, l.Err())
	})
}
