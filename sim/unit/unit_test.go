package unit_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]unit.Bytes{
		"0": 0, "1048576": unit.MiB, "128M": 128 * unit.MiB, "128m": 128 * unit.MiB, "16KiB": 16 * unit.KiB,
		"1.5G": 1536 * unit.MiB, "2T": 2 * unit.TiB, "1P": unit.PiB, " 5 kib ": 5 * unit.KiB, "7B": 7, "0.1K": 102,
		"9223372036854775807": math.MaxInt64,
	} {
		got, err := unit.ParseBytes(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"": "is not a number", "K": "is not a number", "1.": "is not a number", ".5K": "is not a number",
		"1.2.3": "is not a number", "-1": "not a size", "16KB": "not a size", "1X": "not a size", "1e6": "not a size",
		"9223372036854775808": "too large", "8192P": "too large", "99999999999999999999": "too large",
		"1K5": "not a size", "٣K": "not a size", "0.1234567890123456789K": "is not a number",
	} {
		_, err := unit.ParseBytes(text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestFormatBytes(t *testing.T) {
	for b, want := range map[unit.Bytes]string{
		0: "0", 1: "1", -5: "-5", 1000: "1000", unit.KiB: "1K", 1536 * unit.MiB: "1536M", 4 * unit.TiB: "4T",
	} {
		require.Equal(t, want, b.String())
	}
	require.Equal(t, "1.46 GiB", unit.HumanBytes(1.46*float64(unit.GiB)))
	require.Equal(t, "12 B", unit.HumanBytes(12))
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]sim.Duration{
		"5ms": 5 * sim.Millisecond, "60s": sim.Minute, "2min": 2 * sim.Minute, "1h": sim.Hour, "85us": 85 * sim.Microsecond,
		"85µs": 85 * sim.Microsecond, "1.2ms": 1200 * sim.Microsecond, "0.5": 500 * sim.Millisecond, "3": 3 * sim.Second,
		"0": 0, "7ns": 7, "1 s": sim.Second, "0.0000000004s": 0, "0.0000000006s": 1,
	} {
		got, err := unit.ParseDuration(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "5m", "5 minutes", "-1s", "ms", "1h30min", "MS", "9999999999999h"} {
		_, err := unit.ParseDuration(text)
		require.Error(t, err, text)
	}
}

func TestFormatDuration(t *testing.T) {
	for d, want := range map[sim.Duration]string{
		0: "0s", 999: "999ns", 1500: "1.5us", 85 * sim.Microsecond: "85us", 1200 * sim.Microsecond: "1.2ms",
		90 * sim.Second: "90s", sim.Second + 1: "1.000000001s", -5 * sim.Millisecond: "-5ms",
	} {
		require.Equal(t, want, unit.FormatDuration(d))
	}
	require.Equal(t, "3ns", unit.FormatNanoseconds(2.6))
}

func TestParseBandwidth(t *testing.T) {
	for text, want := range map[string]float64{
		"125MB/s": 125e6, "100MiB/s": 100 << 20, "1GB/s": 1e9, "2 gib/s": 2 << 30, "4096B/s": 4096, "17B/s": 17,
		"1.5KB/s": 1500, "0": 0, "1TB/s": 1e12,
	} {
		got, err := unit.ParseBandwidth(text)
		require.NoError(t, err, text)
		require.InDelta(t, want, got, 0, text)
	}
	for _, text := range []string{"", "125M", "125MB", "MB/s", "iB/s", "1iB/s", "-1MB/s", "1Mb/h", "99999999999TB/s", "3"} {
		_, err := unit.ParseBandwidth(text)
		require.Error(t, err, text)
	}
	for rate, want := range map[float64]string{
		125e6: "125MB/s", 100 << 20: "100MiB/s", 17: "17B/s", 0: "0B/s", 1e12: "1TB/s", 1e9 + 1: "1000000001B/s",
	} {
		require.Equal(t, want, unit.FormatBandwidth(rate))
	}
}

func TestParseCount(t *testing.T) {
	for text, want := range map[string]uint64{"5.4M": 5_400_000, "3000": 3000, "1k": 1000, "2G": 2e9, "1T": 1e12, "0": 0} {
		got, err := unit.ParseCount(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "5.4MB", "-1", "M", "99999999T"} {
		_, err := unit.ParseCount(text)
		require.Error(t, err, text)
	}
	for n, want := range map[uint64]string{
		0: "0", 999: "999", 1000: "1K", 5_400_000: "5.4M", 1_234_567: "1234567", 25_000: "25K", 400_000: "400K",
	} {
		require.Equal(t, want, unit.FormatCount(n))
	}
}

func TestParseShare(t *testing.T) {
	for text, want := range map[string]float64{"2%": 0.02, " 50 % ": 0.5, "0.02": 0.02, "0": 0} {
		got, err := unit.ParseShare(text)
		require.NoError(t, err, text)
		require.InDelta(t, want, got, 1e-15, text)
	}
	for _, text := range []string{"", "%", "two", "NaN", "Inf%"} {
		_, err := unit.ParseShare(text)
		require.Error(t, err, text)
	}
}

func TestInRange(t *testing.T) {
	require.NoError(t, unit.InRange("x", 5, 5, 6))
	require.EqualError(t, unit.InRange("redo.Capacity", 4*unit.MiB, 8*unit.MiB, 512*unit.GiB),
		"redo.Capacity = 4M is not in 8M … 512G")
	require.Error(t, unit.InRange("x", math.NaN(), 0, 1))
	require.Error(t, unit.InRange("x", 7, 5, 6))
}

func TestWhatIsPrintedIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, math.MaxInt64).Draw(t, "n")
		if b, err := unit.ParseBytes(unit.FormatBytes(unit.Bytes(n))); err != nil || b != unit.Bytes(n) {
			t.Fatalf("bytes %v %v", b, err)
		}
		if d, err := unit.ParseDuration(unit.FormatDuration(sim.Duration(n))); err != nil || d != sim.Duration(n) {
			t.Fatalf("duration %v %v", d, err)
		}
		if c, err := unit.ParseCount(unit.FormatCount(uint64(n))); err != nil || c != uint64(n) {
			t.Fatalf("count %v %v", c, err)
		}
		exact := float64(n >> 11)
		if r, err := unit.ParseBandwidth(unit.FormatBandwidth(exact)); err != nil || r != exact {
			t.Fatalf("bandwidth %v %v", r, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"128M", "1.5GiB", "5ms", "2min", "125MB/s", "5.4M", "2%", "", "9223372036854775807"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if b, err := unit.ParseBytes(text); err == nil {
			again, err := unit.ParseBytes(b.String())
			require.NoError(t, err)
			require.Equal(t, b, again)
		}
		if d, err := unit.ParseDuration(text); err == nil {
			again, err := unit.ParseDuration(unit.FormatDuration(d))
			require.NoError(t, err)
			require.Equal(t, d, again)
		}
		if n, err := unit.ParseCount(text); err == nil {
			again, err := unit.ParseCount(unit.FormatCount(n))
			require.NoError(t, err)
			require.Equal(t, n, again)
		}
		if r, err := unit.ParseBandwidth(text); err == nil {
			require.GreaterOrEqual(t, r, 0.0)
		}
		if s, err := unit.ParseShare(text); err == nil {
			require.False(t, math.IsNaN(s))
		}
	})
}

func BenchmarkParseDuration(b *testing.B) {
	for range b.N {
		if _, err := unit.ParseDuration("1.25ms"); err != nil {
			b.Fatal(err)
		}
	}
}
