package document

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumber(t *testing.T) {
	for v, want := range map[float64][2]string{
		0.1: {"0.1", "0.1"}, -3: {"-3", "-3"}, 1e21: {"1e+21", "1000000000000000000000"},
		math.Inf(1): {"null", ""}, math.Inf(-1): {"null", ""},
	} {
		text, err := json.Marshal(Number(v))
		require.NoError(t, err)
		require.Equal(t, want, [2]string{string(text), Number(v).Exact()})
	}
	text, err := json.Marshal([]Number{Number(math.NaN())})
	require.NoError(t, err)
	require.Equal(t, "[null]", string(text))
}

func TestFinite(t *testing.T) {
	require.Equal(t, map[string]float64{"a": 1}, Finite(map[string]float64{"a": 1, "b": math.NaN(), "c": math.Inf(-1)}))
}

func TestWriteLeavesSignsAlone(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Write(&b, map[string]string{"a": "<&>"}))
	require.Equal(t, "{\n  \"a\": \"<&>\"\n}\n", b.String())
	require.Error(t, Write(&b, math.NaN()))
}

func TestSorted(t *testing.T) {
	require.NoError(t, Sorted([]byte(`{"a":{"b":[{"x":1,"y":null},{"a":2}]},"b":"z"} {"a":1}`)))
	require.ErrorContains(t, Sorted([]byte(`{"a":[1,{"z":1,"b":2}]}`)), `"b" stands behind "z"`)
	require.Error(t, Sorted([]byte(`{"a":`)))
}

func TestHeaderIsSorted(t *testing.T) {
	text, err := json.Marshal(Header{})
	require.NoError(t, err)
	require.NoError(t, Sorted(text))
}
