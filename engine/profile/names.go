package profile

import (
	_ "embed" // lists of names
	"slices"
	"sort"
	"strings"
)

//go:embed data/variables.txt
var variableNames string

//go:embed data/options.txt
var optionNames string

// catalogues are the servers whose names are listed, by the letter that the lists use.
const catalogues = "mysql-5.7 mysql-8.0 mysql-8.4 mysql-9.7 percona-5.7 percona-8.0 percona-8.4 " +
	"mariadb-10.11 mariadb-11.4 mariadb-12.1 mysql-5.6 mysql-8.0.19"

// pluginPrefixes begin names that belong to a plugin, a component or a storage engine of its own.
const pluginPrefixes = "" +
	"wsrep_ rocksdb_ tokudb_ validate_password group_replication_ rpl_semi_sync_ audit_log " +
	"server_audit ndb mysqlx_ keyring clone_ authentication_ caching_sha2_password " +
	"sha256_password spider_ connect_ mroonga_ columnstore s3_ query_response_time feedback_ " +
	"simple_password_check cracklib_ file_key_management hashicorp_ aws_key handlersocket " +
	"innodb_memcached daemon_memcached mysql_firewall ddl_rewriter version_tokens telemetry. " +
	"component_ dragnet. syseventlog. mysql_option_tracker gssapi_ auth_socket oqgraph_ " +
	"sphinx_ pbxt_ sql_error_log userstat_ performance_schema_ percona_telemetry " +
	"encryption_udf data_masking"

// Status is what a server does with a name in its option file.
type Status uint8

// Statuses of a name.
const (
	Unknown    Status = iota // of no server in the lists
	Listed                   // a variable of this server
	OptionOnly               // an option of this server that is not a variable
	Ignored                  // accepted and without effect
	Plugin                   // by its prefix, of a plugin
	Elsewhere                // of another server only
)

// NormalName returns a name as the lists have it: lower case, underscores.
func NormalName(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "-", "_")
}

// Status tells what the row's server does with a name, which must be normal.
func (p Profile) Status(name string) Status {
	letter := p.letter()
	in, here := lookup(variableNames, name)
	if here && strings.Contains(in, letter) || slices.Contains(strings.Fields(p.Extra), name) {
		return Listed
	}
	on, there := lookup(optionNames, name)
	switch {
	case there && strings.Contains(on, letter):
		return OptionOnly
	case there && strings.Contains(on, strings.ToLower(letter)):
		return Ignored
	case isPlugin(name):
		return Plugin
	case here || there:
		return Elsewhere
	}
	return Unknown
}

// Where names the servers that know a name, for messages: "mysql-5.7, mariadb-11.4".
func Where(name string) string {
	in, _ := lookup(variableNames, name)
	on, _ := lookup(optionNames, name)
	var out []string
	for i, c := range strings.Fields(catalogues) {
		if strings.ContainsRune(strings.ToUpper(in+on), rune('A'+i)) {
			out = append(out, c)
		}
	}
	return strings.Join(out, ", ")
}

// Names returns every variable of the row's server, sorted.
func (p Profile) Names() []string {
	names := append(filter(variableNames, p.letter()), strings.Fields(p.Extra)...)
	sort.Strings(names)
	return names
}

// Accepted returns every name that the row's server takes in an option file.
func (p Profile) Accepted() []string {
	return append(p.Names(), filter(optionNames, p.letter()+strings.ToLower(p.letter()))...)
}

// Catalogues returns the servers whose variables are listed.
func Catalogues() []string { return strings.Fields(catalogues) }

func (p Profile) letter() string {
	for i, c := range strings.Fields(catalogues) {
		if c == p.Catalogue {
			return string(rune('A' + i))
		}
	}
	return "?"
}

func isPlugin(name string) bool {
	for _, prefix := range strings.Fields(pluginPrefixes) {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// lookup finds the line "name letters" of a list.
func lookup(list, name string) (letters string, found bool) {
	if name == "" || strings.ContainsAny(name, " #\n") {
		return "", false
	}
	i := strings.Index(list, "\n"+name+" ")
	if i < 0 {
		return "", false
	}
	rest := list[i+len(name)+2:]
	return rest[:strings.IndexByte(rest, '\n')], true
}

func filter(list, letters string) []string {
	var out []string
	for line := range strings.Lines(list) {
		name, in, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && name != "#" && strings.ContainsAny(in, letters) {
			out = append(out, name)
		}
	}
	sort.Strings(out)
	return out
}
