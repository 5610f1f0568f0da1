package scenario

import (
	"maps"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim/device"
)

// commandLine is the file name of settings that come from flags.
const commandLine = "command line"

// WithSet sets one thing over what the files say: a server variable, "threads" and other keys of the
// workload, "server", "start", "time" and other keys of [innosim], "host" and its keys, "device",
// "redo-device", "device.data.iops", or any "section.key".
func WithSet(name, value string) Option {
	return func(o *options) { o.overlay = append(o.overlay, overlayLine(name, value)) }
}

// aliases are the flags whose name is not the key.
var aliases = map[string]line{
	"device":             {section: "device.data", name: "profile", replace: true},
	"device-size":        {section: "device.data", name: "size"},
	"redo-device":        {section: "device.redo", name: "profile", replace: true},
	"redo-device-size":   {section: "device.redo", name: "size"},
	"binlog-device":      {section: "device.binlog", name: "profile", replace: true},
	"doublewrite-device": {section: "device.doublewrite", name: "profile", replace: true},
	"host":               {section: "host", name: "profile", replace: true},
	"workload":           {section: "workload", name: "script"},
}

// sibling names another key of the section of a line in the words in which the user named that one.
func (l line) sibling(key string) string {
	if l.typed == "" {
		return key
	}
	for _, name := range []string{
		"device", "device-size", "redo-device", "redo-device-size", "binlog-device", "doublewrite-device", "host", "workload",
	} {
		if a := aliases[name]; a.section == l.section && a.name == key {
			return name
		}
	}
	return l.section + "." + key
}

func overlayLine(name, value string) line {
	l := line{file: commandLine, value: value, args: true}
	key := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if a, ok := aliases[key]; ok {
		l.section, l.name, l.replace, l.typed = a.section, a.name, a.replace, key
		return l
	}
	if i := strings.LastIndexByte(key, '.'); i > 0 && ownSection(key[:i]) {
		l.section, l.name, l.typed = key[:i], key[i+1:], key
		l.replace = l.name == "profile"
		return l
	}
	l.section, l.name = overlaySection(key), name
	return l
}

// overlaySection finds the section whose key a flag names.
func overlaySection(key string) string {
	switch {
	case keyOf(innosimKeys(), key) != nil:
		return "innosim"
	case slices.Contains(workload.Keys(), workload.Today(key)) || workload.Today(key) == "events" || key == "working-set":
		return "workload"
	case keyOf(hostKeys(), key) != nil:
		return "host"
	}
	return "mysqld"
}

// settable are the names of ours that WithSet knows without their section.
func settable() []string {
	names := append(slices.Sorted(maps.Keys(aliases)), append(workload.Keys(), "events", "working-set")...)
	for _, k := range append(innosimKeys(), hostKeys()...) {
		names = append(names, k.name)
	}
	return names
}

// nearestOfOurs is what a name on the command line may have meant, other than a server variable.
func nearestOfOurs(key string) string {
	i := strings.LastIndexByte(key, '.')
	if i < 0 {
		if dev := strings.ReplaceAll(key, "_", "-"); slices.Contains(device.Keys(), dev) {
			return "device.data." + dev
		}
		return profile.Nearest(key, settable(), 2)
	}
	if near := profile.Nearest(key[:i], sectionNames(), 2); near != "" {
		return near + key[i:]
	}
	return ""
}

// sectionNames are the sections that are ours, without [workload.N].
func sectionNames() []string {
	names := slices.Clone(ownSections)
	for _, d := range deviceNames {
		names = append(names, "device."+d)
	}
	return names
}

func ownSection(name string) bool {
	if rest, ok := strings.CutPrefix(name, "device."); ok {
		return slices.Contains(deviceNames, rest)
	}
	if rest, ok := strings.CutPrefix(name, "workload."); ok {
		return phaseNumber(rest) > 0
	}
	return slices.Contains(ownSections, name)
}

// phaseNumber reads N of [workload.N]; 0 when it is none.
func phaseNumber(text string) int {
	n, _, refused := profile.ParseNumber(text, false)
	if refused != "" || len(text) > 4 || n < 1 || strings.Trim(text, "0123456789") != "" || text[0] == '0' {
		return 0
	}
	return int(n)
}

// ownSections are the sections that are ours, without [device.*] and [workload.N].
var ownSections = []string{"scenario", "innosim", "host", "workload", "timeline", "thresholds", "measured"}

// deviceNames are the devices that a section may describe.
var deviceNames = []string{"data", "redo", "doublewrite", "binlog", "extension"}

// deviceKeys are the keys of [device.*].
func deviceKeys() []string { return device.Keys() }
