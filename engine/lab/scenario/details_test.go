package scenario

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/profile"
)

func detailsText(pairs [][2]string) string {
	var b strings.Builder
	for _, p := range pairs {
		b.WriteString(p[0] + " = " + p[1] + "\n")
	}
	return b.String()
}

// TestDetailsOfModifiers: every modifier says what it changes, its parts are modifiers, and what it sets is modelled.
func TestDetailsOfModifiers(t *testing.T) {
	for _, m := range profile.Modifiers() {
		text := detailsText(ModifierDetails(&m))
		require.NotEmpty(t, text, m.Name)
		require.Regexp(t, `^20\d\d-\d\d$`, m.Date, m.Name)
		require.NotEmpty(t, m.Source, m.Name)
		require.Len(t, profile.Expand(m.Name), 1+len(strings.Fields(m.Parts)), m.Name)
		for _, a := range append(m.Settings, m.Defaults...) {
			_, ok := profile.Find(a.Name, profile.Gen84)
			require.True(t, ok, a.Name)
		}
	}
	bpe := detailsText(ModifierDetails(modifier("rds-bpe")))
	require.Contains(t, bpe, "device.extension.size = 4 times the memory of the host unless set")
	require.Contains(t, detailsText(ModifierDetails(modifier("rds-high-availability"))), "host.semisync-rtt = 800us unless set")
}

// TestEveryModifierOnEveryRow: a modifier fits any row, and its canonical text is the same scenario.
func TestEveryModifierOnEveryRow(t *testing.T) {
	for _, row := range profile.Rows() {
		for _, m := range profile.Modifiers() {
			sc, err := Default(WithSet("server", row.Name), WithSet("modifiers", m.Name))
			require.NoError(t, err, "%s on %s", m.Name, row.Name)
			require.Equal(t, row.Tuners|allTuners(m.Name), sc.Profile.Tuners, m.Name)
			back, err := Parse(fstest.MapFS{"x.cnf": {Data: []byte(sc.Canonical())}}, "x.cnf")
			require.NoError(t, err)
			require.Equal(t, sc.Canonical(), back.Canonical(), "%s on %s", m.Name, row.Name)
			require.Equal(t, sc.Settings, back.Settings)
			require.Equal(t, sc.IOMutexes, back.IOMutexes)
			require.Equal(t, sc.Host, back.Host)
		}
	}
}

func allTuners(name string) (all profile.Tuners) {
	for _, m := range profile.Expand(name) {
		all |= m.Tuners
	}
	return all
}

// TestServiceHosts: a service's host brings its buffer pool, which gives way to the option file and to other memory.
func TestServiceHosts(t *testing.T) {
	pool := func(sets ...string) int64 {
		opts := []Option{WithSet("server", "mysql-5.7")}
		for i := 0; i < len(sets); i += 2 {
			opts = append(opts, WithSet(sets[i], sets[i+1]))
		}
		sc, err := Default(opts...)
		require.NoError(t, err)
		return sc.Settings.BufferPoolSize >> 20
	}
	plain := []string{"innodb_buffer_pool_size", "1G"}
	require.EqualValues(t, 1024, pool(plain...))
	for _, h := range HostProfiles() {
		sc := &Scenario{}
		sc.Host = h.Host
		require.Equal(t, h.Pool, sc.poolDefault(), h.Name)
		require.Less(t, h.Pool, h.Memory, h.Name)
		require.NotEmpty(t, detailsText(HostDetails(&h)))
	}
	sc := &Scenario{}
	h, _ := findHost("rds-4c8g")
	sc.Host = h.Host
	sc.Host.Memory = 16 * gib
	require.Zero(t, sc.poolDefault())
}

// TestWrongServices: what a service cannot do is told, where the modifier was asked for.
func TestWrongServices(t *testing.T) {
	_, err := Default(WithSet("modifiers", "rds-bpe, cloudsql-data-cache"))
	require.ErrorContains(t, err, "cloudsql-data-cache is the second modifier with a second-level cache; a server has one")
	_, err = Default(WithSet("device.extension.read-latency", "100us"))
	require.ErrorContains(t, err, "size: a second-level cache needs a size; allowed: 16M or more")
	_, err = Default(WithSet("device.extension.size", "1M"), WithSet("device.extension.read-latency", "100us"))
	require.ErrorContains(t, err, "size = 1M: too small for a second-level cache; allowed: 16M or more")
	sc, err := Default(WithSet("modifiers", "rds-16k-atomic"), WithSet("device", "pd-ssd"), WithSet("device-size", "500G"))
	require.NoError(t, err)
	require.NotEmpty(t, sc.Warnings)
	require.EqualValues(t, 4096, sc.Devices.Data.AtomicWrite, "nobody promises more")
	sc, err = Default(WithSet("semisync-rtt", "1ms"), WithSet("skip-log-bin", ""))
	require.NoError(t, err)
	require.Contains(t, sc.Warnings[0].Text, "a semi-synchronous standby reads the binary log, which is off")
	sc, err = Default(WithSet("modifiers", "rds-16k-atomic"))
	require.NoError(t, err)
	require.EqualValues(t, 16384, sc.Devices.Data.AtomicWrite)
	require.Equal(t, "OFF", sc.Settings.Doublewrite)
}
