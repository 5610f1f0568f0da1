package device

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCatalogueIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Profiles() {
		require.False(t, seen[p.Name], p.Name)
		seen[p.Name] = true
		require.NotEmpty(t, p.Title, p.Name)
		require.NotEmpty(t, p.Source, p.Name)
		require.Regexp(t, `^20\d\d-\d\d$`, p.Date, p.Name)
		c, err := p.Config(min(max(p.MinSize, 2*tib), p.largest()))
		require.NoError(t, err)
		require.NoError(t, c.Validate(), p.Name)
		require.Equal(t, p.Name, c.Profile)
		_, err = Lookup(p.Name, 0)
		require.Equal(t, p.Sized(), err != nil, p.Name)
	}
	for _, name := range []string{
		"instant", "nvme-plp", "nvme-consumer", "sata-ssd", "hdd-7200",
		"essd-pl0", "essd-pl1", "essd-pl2", "essd-pl3", "gp3", "pd-ssd", "percona-beast-sda", "percona-beast-nvme",
	} {
		require.True(t, seen[name], name)
	}
}

// TestVendorsTables: limits at sizes that the vendors' own tables and examples state.
func TestVendorsTables(t *testing.T) {
	for _, c := range []struct {
		profile   string
		gib       int64
		iops      float64
		bandwidth float64
	}{
		{"essd-pl1", 100, 6800, 170e6},
		{"essd-pl1", 1000, 50_000, 350e6},
		{"essd-pl0", 100, 3000, 125e6},
		{"essd-pl3", 20_000, 1_000_000, 4000e6},
		{"gp2", 20, 100, 128 * miB},
		{"gp2", 100, 300, 128 * miB},
		{"gp2", 334, 1002, 250 * miB},
		{"gp2", 6000, 16_000, 250 * miB},
		{"gp3", 0, 3000, 125 * miB},
	} {
		got, err := Lookup(c.profile, c.gib*gib)
		require.NoError(t, err)
		require.Equal(t, c.iops, got.IOPS, "%s of %d GiB", c.profile, c.gib)
		require.InEpsilon(t, c.bandwidth, got.Bandwidth, 0.003, "%s of %d GiB", c.profile, c.gib)
	}
	small, err := Lookup("gp2", 100*gib)
	require.NoError(t, err)
	require.Equal(t, 3000.0, small.BurstIOPS)
	large, err := Lookup("gp2", 1500*gib)
	require.NoError(t, err)
	require.Zero(t, large.BurstIOPS)
}

// TestCanonicalReadsBack: setting what Canonical prints, in any order, gives the same device.
func TestCanonicalReadsBack(t *testing.T) {
	for _, p := range Profiles() {
		c, err := p.Config(min(max(p.MinSize, 2*tib), p.largest()))
		require.NoError(t, err)
		require.NoError(t, c.Set("read-latency", "1.5ms"))
		require.NoError(t, c.Set("filesystem", "xfs"))
		kv := c.Canonical()
		var forward, backward Config
		for i := range kv {
			require.NoError(t, forward.Set(kv[i].Key, kv[i].Value))
			require.NoError(t, backward.Set(kv[len(kv)-1-i].Key, kv[len(kv)-1-i].Value))
		}
		c.explicit, forward.explicit, backward.explicit = 0, 0, 0
		require.Equal(t, c, forward, p.Name)
		require.Equal(t, c, backward, p.Name)
	}
}

func TestSetKnowsEveryKey(t *testing.T) {
	var c Config
	require.Equal(t, Keys(), c.Keys())
	for _, kv := range (Config{}).Settings() {
		if kv.Key == "profile" {
			continue
		}
		require.NoError(t, c.Set(kv.Key, kv.Value), kv.Key)
		require.True(t, c.Explicit(kv.Key))
	}
	require.Equal(t, len(Keys())-1, c.ExplicitCount())
	require.False(t, c.Explicit("profile"))
	require.Error(t, c.Set("profile", "unknown"))
	c.explicit = 0
	require.Equal(t, Config{Profile: "unknown"}, c)
}

// FuzzSet: no text makes Set or Validate panic, and a valid device reads back.
func FuzzSet(f *testing.F) {
	f.Add("iops", "5.4M")
	f.Add("read-quantiles", "0.5:85us 0.99:210us")
	f.Add("profile", "gp2")
	f.Add("fua", "off")
	f.Fuzz(func(t *testing.T, key, value string) {
		var c Config
		if c.Set(key, value) != nil || c.Validate() != nil {
			return
		}
		var back Config
		for _, kv := range c.Canonical() {
			require.NoError(t, back.Set(kv.Key, kv.Value))
		}
		c.explicit, back.explicit = 0, 0
		require.Equal(t, c, back)
	})
}
