package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/profile"
)

// ignoredGroups are option-file groups of other programs, and of the server in other ways of running.
const ignoredGroups = "" +
	"mysqld_safe safe_mysqld mysqld_multi client mysql mysqldump mysqladmin mysqlcheck " +
	"mysqlimport mysqlshow mysqlslap mysqlbinlog mysqlpump mysqlsh mysqltest mysqlhotcopy " +
	"mysql_upgrade mysql_config_editor mysql.server mysql_server mysql_cluster myisamchk " +
	"isamchk myisampack manager embedded mariadb-client client-mariadb mariadb_safe " +
	"mariadb_client mariadbd-safe mariadbd_safe xtrabackup xbstream sst ndbd ndb_mgmd ndb_mgm " +
	"garbd mysqlrouter router default backup perl odbc pt-stalk prompt instance-manager " +
	"mariabackup"

func ignoredGroup(name string) bool {
	if slices.Contains(strings.Fields(ignoredGroups), name) {
		return true
	}
	for _, prefix := range []string{
		"client-", "client_", "mysqldump-", "mariadb-dump", "mariadb-backup", "mariadb-check",
		"mysqld_safe-", "mariadb-admin", "mariadb-slap", "mariadb-import", "mariadb-show", "mariadb-binlog",
		"mariadb-upgrade", "mariadb-safe", "pt-", "mysql-",
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	number, multi := strings.CutPrefix(name, "mysqld") // [mysqld1] of mysqld_multi
	return multi && number != "" && strings.Trim(number, "0123456789") == ""
}

// serverGroup reports whether some server reads a group.
func serverGroup(name string) bool {
	switch name {
	case "mysqld", "server", "mariadb", "mariadbd", "client-server", "galera":
		return true
	}
	for _, prefix := range []string{"mysqld-", "mariadb-", "mariadbd-"} {
		if series, ok := strings.CutPrefix(name, prefix); ok && series != "" &&
			strings.Trim(series, "0123456789.") == "" {
			return true
		}
	}
	return false
}

// reads reports whether the row's server reads a group.
func reads(row profile.Profile, name string) bool {
	series := row.Version.Series()
	switch name {
	case "mysqld", "server", "mysqld-" + series:
		return true
	case "mariadb", "mariadbd", "client-server", "galera", "mariadb-" + series, "mariadbd-" + series:
		return row.Vendor == profile.MariaDB
	}
	return false
}

// server reads the server's groups and starts it.
func (p *parser) server() {
	var given []profile.Assignment
	var at []line
	for _, l := range p.lines {
		if group := strings.ToLower(l.section); !serverGroup(group) || !reads(p.sc.Profile, group) {
			continue
		}
		if a, ok := p.option(l); ok {
			given, at = append(given, a), append(at, l)
		}
	}
	p.given(given, at)
	out := p.sc.resolve(given)
	where := func(index int, name string) Fault {
		if index >= 0 && index < len(at) {
			return at[index].fault("")
		}
		return Fault{File: p.r.file(), Name: name}
	}
	for _, r := range out.Refused {
		f := where(r.Index, r.Name)
		f.Text, f.Allowed, f.Nearest = r.Text, r.Allowed, r.Nearest
		p.fault(f)
	}
	for _, n := range out.Notes {
		f := where(n.Index, n.Name)
		if f.Text = n.Text; profile.NormalName(f.Name) != n.Name {
			f.Text = n.Name + " " + n.Text
		}
		p.warn(f)
	}
	p.sc.Settings = out.Settings
	p.unfelt()
	if n := out.Settings.PageSize; n != modelledPage {
		p.sc.Skip = append(p.sc.Skip, "innodb_page_size = "+profile.FormatSize(n)+
			" is not modelled: B-trees, undo and doublewrite are those of 16K pages")
	}
}

// unfelt names the settings whose value the model does not follow.
func (p *parser) unfelt() {
	for _, s := range p.sc.Given {
		if s.Why = profile.Unfelt(p.sc.Profile, p.sc.machine, &p.sc.Settings, s.Name); s.Why != "" {
			p.sc.NotModelled = append(p.sc.NotModelled, s)
		}
	}
}

// modelledPage is the only page size that is simulated, bytes.
const modelledPage = 16 << 10

// file names the first file, for faults that no line has.
func (r *reader) file() string {
	if len(r.sections) > 0 {
		return r.sections[0].file
	}
	return ""
}

// resolve starts the server with assignments, between the defaults of the modifiers and what these insist on.
func (s *Scenario) resolve(given []profile.Assignment) profile.Outcome {
	var under, over []profile.Assignment
	if n := s.poolDefault(); n > 0 {
		under = append(under, profile.Assignment{Name: "innodb_buffer_pool_size", Value: strconv.FormatInt(n, 10)})
	}
	for _, m := range s.modifiers() {
		under, over = append(under, m.Defaults...), append(over, m.Settings...)
	}
	out := profile.Resolve(s.Profile, s.machine, append(append(under, given...), over...))
	for _, r := range out.Refused {
		r.Index -= len(under)
	}
	for i := range out.Notes {
		out.Notes[i].Index -= len(under)
	}
	return out
}

// given keeps the last line of each modelled variable.
func (p *parser) given(given []profile.Assignment, at []line) {
	for i, a := range given {
		last := true
		for _, b := range given[i+1:] {
			last = last && b.Name != a.Name
		}
		if last {
			value := a.Value
			if a.Bare {
				value = "ON"
			}
			p.sc.Given = append(p.sc.Given, Setting{File: at[i].file, Line: at[i].no, Name: a.Name, Value: value})
		}
	}
}

// option tells what the server makes of a line; ok when the model uses it.
func (p *parser) option(l line) (a profile.Assignment, ok bool) {
	name, loose := strings.CutPrefix(profile.NormalName(l.name), "loose_")
	a = profile.Assignment{Name: name, Value: l.value, Bare: l.bare}
	status := p.prefixes(&a)
	if old, ok := oldNames[a.Name]; ok && status != profile.Unknown {
		a.Name = old
	}
	switch status {
	case profile.Listed, profile.OptionOnly:
		g := p.sc.Profile.Generation
		if v, found := profile.Find(a.Name, g); found && v.Default(g) != "" {
			return a, true
		}
		p.unmodelled(l, name, "not modelled")
	case profile.Ignored:
		p.unmodelled(l, name, p.sc.Profile.Name+" accepts and ignores it")
	case profile.Plugin:
		p.unmodelled(l, name, "of a plugin, not modelled")
	case profile.Elsewhere:
		if l.file == builtinFile {
			break // our own choice for other servers, not the user's
		}
		f := l.fault("not in " + p.sc.Profile.Name + "; known to " + profile.Where(a.Name))
		p.report(f, !loose)
	default:
		p.unknown(l, a.Name, loose)
	}
	return a, false
}

// oldNames are other names of a variable.
var oldNames = map[string]string{"tx_isolation": "transaction_isolation"}

// prefixes takes skip-, disable-, enable- and maximum- off a name that is not known with them.
func (p *parser) prefixes(a *profile.Assignment) profile.Status {
	row := p.sc.Profile
	status := row.Status(a.Name)
	if status != profile.Unknown {
		return status
	}
	for _, x := range [...]struct{ prefix, value string }{
		{"skip_", "0"}, {"disable_", "0"}, {"enable_", "1"}, {"maximum_", ""},
	} {
		base, cut := strings.CutPrefix(a.Name, x.prefix)
		if !cut || row.Status(base) == profile.Unknown {
			continue
		}
		if x.value == "" {
			return profile.OptionOnly // a limit for sessions
		}
		a.Name, a.Value, a.Bare = base, x.value, false
		return row.Status(base)
	}
	if row.Vendor == profile.MariaDB {
		return p.beginning(a)
	}
	return status
}

// beginning completes the beginning of a name that fits one variable only, as MariaDB does.
func (p *parser) beginning(a *profile.Assignment) profile.Status {
	full := ""
	for _, name := range p.sc.Profile.Accepted() {
		if strings.HasPrefix(name, a.Name) {
			if full != "" {
				return profile.Unknown
			}
			full = name
		}
	}
	if full == "" {
		return profile.Unknown
	}
	a.Name = full
	return p.sc.Profile.Status(full)
}

func (p *parser) unmodelled(l line, name, why string) {
	s := Setting{File: l.file, Line: l.no, Name: name, Value: l.value, Why: why}
	p.sc.NotModelled = append(p.sc.NotModelled, s)
}

func (p *parser) report(f Fault, isError bool) {
	if isError {
		p.fault(f)
		return
	}
	f.Text += "; ignored"
	p.warn(f)
}

// unknown reports a name that no server knows.
func (p *parser) unknown(l line, name string, loose bool) {
	f := l.fault("unknown variable")
	f.Nearest = profile.Nearest(name, p.sc.Profile.Accepted(), 2)
	if f.Nearest == "" && l.file == commandLine {
		f.Nearest = nearestOfOurs(l.key())
	}
	p.report(f, !loose && (f.Nearest != "" || l.args && l.file == commandLine))
}
