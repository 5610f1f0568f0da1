package imports

import (
	"bytes"
	"regexp"
	"strings"
)

// Kind is what a file is.
type Kind struct {
	Title  string // "SHOW GLOBAL STATUS output"
	Refuse string // why it is not imported; "" when it is
	reader reader
	plain  bool // nothing is known of it but its bytes
}

// Importable reports whether an importer reads the kind.
func (k Kind) Importable() bool { return k.reader != noReader }

// Known reports whether the kind is more than "no text" or "some text": what a run says of those is as good.
func (k Kind) Known() bool { return k.Refuse != "" && !k.plain }

// Manifest reports whether options stand inside another kind of file.
func (k Kind) Manifest() bool { return k.reader == readYAML }

// Native reports whether a run reads the kind itself: scenarios, option files, lists of --options.
func (k Kind) Native() bool { return k.reader == readOptions || k.Title == scenarioTitle }

type reader uint8

const (
	noReader reader = iota
	readServer
	readSummary
	readSystem
	readSysbench
	readIostat
	readFioText
	readFioJSON
	readOptions
	readYAML
	readJSON
	readFlags
)

const scenarioTitle = "a scenario"

// HeadBytes of a file are enough to know what it is.
const HeadBytes = 1 << 16

// magic are the first bytes of archives and of other files that are no text.
var magic = [...]struct{ bytes, title string }{
	{"\x1f\x8b", "a gzip archive"}, {"PK\x03\x04", "a zip archive"}, {"BZh", "a bzip2 archive"}, {"\xfd7zXZ", "an xz archive"},
	{"\x28\xb5\x2f\xfd", "a zstd archive"}, {"7z\xbc\xaf", "a 7z archive"}, {"%PDF", "a PDF file"}, {"\x89PNG", "a picture"},
	{"\xff\xd8\xff", "a picture"}, {"<!DOCTYPE", "a web page"}, {"<html", "a web page"}, {"<!doctype", "a web page"},
}

// rule is a pattern that only files of a kind have; the first that fits decides.
type rule struct {
	pattern *regexp.Regexp
	kind    Kind
}

func r(pattern, title string, how reader) rule {
	return rule{regexp.MustCompile(pattern), Kind{Title: title, reader: how}}
}

// no is a kind that says nothing which a scenario could hold.
func no(pattern, title, why string) rule {
	return rule{regexp.MustCompile(pattern), Kind{Title: title, Refuse: why}}
}

const noUse = "it tells nothing that a scenario holds"

// rules are in the order in which they are tried: the more certain first.
var rules = [...]rule{
	r(`"fio version"`, "fio's JSON output", readFioJSON),
	no(`"sysstat"\s*:`, "iostat's JSON output", "give the output of iostat -x without -o JSON"),
	r(`(?m)^# Percona Toolkit System Summary`, "pt-summary output", readSystem),
	r(`(?m)^# (Percona Toolkit MySQL Summary|Instances|MySQL Executable|Report On Port|Status Counters).*####`,
		"pt-mysql-summary output", readSummary),
	no(`(?m)^# (Query_time|User@Host):?`, "a slow query log", "statements are not read; give two SHOW GLOBAL STATUS"),
	no(`(?m)^# (Overall|Profile|Query 1):?`, "pt-query-digest output", "statements are not read; give two SHOW GLOBAL STATUS"),
	r(`INNODB MONITOR OUTPUT`, "SHOW ENGINE INNODB STATUS output", readServer),
	r(`(?m)^(# (HELP|TYPE) )?mysql_(global_|info_schema_|version_info|up\b|exporter_)`, "mysqld_exporter text", readServer),
	r(`(?m)^fio-\d|\(groupid=\d+, jobs=\d+\)|: \(g=\d+\): rw=\w+, bs=`, "fio output", readFioText),
	no(`(?m)^File operations:|^Extra file open flags|^CPU speed:|^Total operations:.*per second`, "output of another test of sysbench",
		"only its tests of databases are read; for a device give fio's output"),
	r(`(?m)^sysbench \d|^\[\s*\d+s?\s*\].*tps: |^Threads fairness|^OLTP test statistics|^SQL statistics:`, "sysbench output", readSysbench),
	r(`(?m)^\s*\d+,\d+,[\d.]+,[\d.]+,[\d.]+,[\d.]+,[\d.]+,[\d.]+,[\d.]+`, "sysbench output", readSysbench),
	r(`(?m)^Device:?\s.*(%util|r/s)`, "iostat output", readIostat),
	no(`(?m)^Device:?\s+tps\s`, "iostat output without -x", "it has no latencies; give iostat -x"),
	no(`(?m)^procs -+memory`, "vmstat output", noUse),
	no(`(?m)^\S+.*CPU\s+%usr\s|(?m)^\S+\s+(AM|PM)?\s*CPU\s+%`, "mpstat output", noUse),
	no(`(?m)^top - `, "top output", noUse),
	no(`(?m)^Filesystem\s+`, "df output", noUse),
	no(`(?mi)^\|?\s*Id\s*\|?\s*User\s*\|?\s*Host`, "SHOW PROCESSLIST output", noUse),
	no(`(?m)^MemTotal:`, "/proc/meminfo", "give --memory"),
	r(`(?m)^\s*"?VARIABLE_NAME"?\s*[:\t,|]|(?mi)^\|\s*Variable_name\s*\||(?m)^\s*Variable_name:`, "", readServer),
	r(`(?m)^\|?\s*"?(Aborted_clients|Uptime|Questions|Threads_running|Innodb_\w+|Com_\w+)"?\s*[|\t, ]\s*"?-?\d`, "", readServer),
	r(`(?mi)^\|?\s*(buffer_flush_adaptive_total_pages|log_lsn_current|buffer_LRU_batch_flush_total_pages)\s*[|\t].*\d`,
		"INNODB_METRICS output", readServer),
	r(`(?m)^\|?\s*"?(innodb_buffer_pool_size|max_connections|innodb_page_size)"?\s*[|\t,]\s*"?\d`, "", readServer),
	r(`(?mi)^\[(innosim|scenario|workload(\.\d+)?|device\.\w+|timeline|thresholds|measured)\]`, scenarioTitle, readOptions),
	r(`(?m)^NAME\s+VALUE\s*$|--database-flags`, "a list of Cloud SQL flags", readFlags),
	r(`(?m)^\x{feff}?\[\s*(mysqld|client|server|mariadb|mysql|galera|isamchk|mysqldump)[^\]]*\]`, "an option file", readOptions),
	r(`(?m)^\s*([$#>]\s*)?(sudo\s+)?(docker|podman|nerdctl|kubectl)\s|^FROM\s+\S*(mysql|mariadb|percona)`, "a container's command", readYAML),
	r(`(?m)^\s*(apiVersion|kind|services|containers|spec|databaseFlags|settings)\s*:|aws_db_parameter_group|database_flags\s*\{`,
		"a manifest", readYAML),
	r(`(?m)^\s*[\w.\-"/]+\s*:\s*[|>][-+]?\s*$|^\s*(command|args|image|environment|config)\s*:|^\s*-\s+["']?--`, "a manifest", readYAML),
	r(`(?m)^\s*\[\s*(mysqld|server|mariadb)[^\]]*\]`, "an option file", readOptions),
	r(`(?m)^\s*[\[,"']*--[a-z][a-z0-9\-_]+|^\s*([$#>]\s*)?(\S*/)?(docker-entrypoint\.sh|mysqld|mysqld_safe|mariadbd|docker|podman|sudo|nohup|exec|CMD|ENTRYPOINT)\b.*[\s"',]--[a-z]`, "a list of --options", readOptions),
	no(`(?m)\[(Note|Warning|ERROR|System)\] `, "a server's error log", noUse),
}

// Detect tells what a file is by its first bytes.
func Detect(head []byte) Kind {
	for _, m := range magic {
		if bytes.HasPrefix(head, []byte(m.bytes)) {
			why := "give the text that the importers know"
			if strings.HasSuffix(m.title, "archive") {
				why = "archives are not opened; unpack it and give its files"
			}
			return Kind{Title: m.title, Refuse: why}
		}
	}
	text := bytes.TrimPrefix(head, []byte{0xef, 0xbb, 0xbf})
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return Kind{Title: "an empty file", Refuse: "there is nothing in it", plain: true}
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return Kind{Title: "a tar archive", Refuse: "archives are not opened; unpack it and give its files"}
	case bytes.IndexByte(text, 0) >= 0:
		return Kind{Title: "a binary file", Refuse: "give the text that the importers know", plain: true}
	}
	if json.Match(text) && !bytes.Contains(text, []byte(`"fio version"`)) && !bytes.Contains(text, []byte(`"sysstat"`)) {
		return Kind{Title: "JSON of parameters or flags", reader: readJSON}
	}
	for _, x := range rules {
		if x.pattern.Match(text) {
			return named(x.kind, text)
		}
	}
	return Kind{Title: "a text of an unknown kind", Refuse: "the importers know " + known, plain: true}
}

const known = "SHOW GLOBAL VARIABLES and STATUS, SHOW ENGINE INNODB STATUS, mysqld_exporter, pt-mysql-summary, sysbench, " +
	"iostat -x, fio, option files, manifests, parameter groups"

var (
	json     = regexp.MustCompile(`^\s*(\{\s*("|\})|\[\s*(\{|\]))`)
	counters = regexp.MustCompile(`(?mi)\b(Aborted_clients|Uptime|Questions|Threads_running|Com_select)\b`)
)

// named tells counters from variables.
func named(k Kind, text []byte) Kind {
	if k.Title == "" {
		k.Title = "SHOW GLOBAL VARIABLES output"
		if counters.Match(text) || !variables.Match(text) {
			k.Title = "SHOW GLOBAL STATUS output"
		}
	}
	return k
}

var variables = regexp.MustCompile(`(?mi)\b(auto_increment_increment|innodb_buffer_pool_size|max_connections|datadir|version)\b`)
