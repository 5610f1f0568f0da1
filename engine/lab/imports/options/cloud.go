package options

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/lab/imports/server"
	"github.com/innosim/innosim/engine/profile"
)

// document goes through a JSON value and takes what can be a parameter, a flag or a row of SHOW VARIABLES or STATUS.
type document struct {
	facts *fact.Facts
	where fact.Where
	list  *server.Listing
}

// mostDepth of nested JSON is looked at.
const mostDepth = 64

// ReadJSON reads parameter groups of RDS, flags of Cloud SQL, parameters of Azure, rows of SHOW VARIABLES and SHOW
// STATUS from mysqlsh, and plain objects of name and value.
func ReadJSON(text []byte, file string, f *fact.Facts) error {
	d := document{facts: f, where: fact.Where{File: file}, list: server.NewListing(f, file, "SHOW GLOBAL STATUS")}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	for {
		var v any
		switch err := dec.Decode(&v); {
		case errors.Is(err, io.EOF):
			d.list.End()
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return errors.New("the JSON ends in the middle")
		case err != nil:
			return fmt.Errorf("the JSON cannot be read: %w", err)
		}
		d.walk(v, 0)
	}
}

// pairs are the names under which services give a parameter and its value.
var pairs = [...][2]string{
	{"ParameterName", "ParameterValue"}, {"Variable_name", "Value"}, {"VARIABLE_NAME", "VARIABLE_VALUE"}, {"name", "value"},
	{"variable_name", "value"}, {"variable_name", "variable_value"}, {"ParameterName", "RunningValue"},
}

func (d *document) walk(v any, depth int) {
	if depth > mostDepth {
		return
	}
	switch x := v.(type) {
	case []any:
		for _, e := range x {
			d.walk(e, depth+1)
		}
	case map[string]any:
		if d.object(x) {
			return
		}
		keys := make([]string, 0, len(x))
		for k := range x {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			d.member(k, x[k], depth)
		}
	}
}

// object takes an object that is one parameter.
func (d *document) object(x map[string]any) bool {
	for _, p := range pairs {
		name, ok := x[p[0]].(string)
		if !ok {
			continue
		}
		value, ok := scalar(x[p[1]])
		if !ok {
			if _, rds := x["ApplyType"]; rds {
				return true // of RDS, without a value: the engine's default
			}
			continue
		}
		d.parameter(name, value)
		return true
	}
	return false
}

func (d *document) parameter(name, value string) {
	switch {
	case name != strings.ToLower(name):
		d.list.Add(name, value, 0)
	case isVariable(name):
		d.facts.Known++
		d.facts.Settings = append(d.facts.Settings, fact.Setting{Where: d.where, Name: profile.NormalName(name), Value: value})
	}
}

// member takes a member of an object whose name is a variable's, or says what the server is.
func (d *document) member(key string, v any, depth int) {
	value, plain := scalar(v)
	switch {
	case !plain:
		d.walk(v, depth+1)
	case key == "databaseVersion":
		d.version(value)
	case key == "DBParameterGroupFamily":
		d.version(value)
	case key == "EngineVersion":
		d.facts.SetVersion(d.where, value, "")
	case isVariable(key):
		d.parameter(key, value)
	}
}

var versionText = regexp.MustCompile(`(?i)(aurora)?[-_]?(mysql|mariadb)[-_]?(\d+)[._](\d+)(?:[._](\d+))?`)

// version reads "MYSQL_8_0_31", "mysql8.0", "mariadb10.11".
func (d *document) version(text string) {
	m := versionText.FindStringSubmatch(text)
	if m == nil {
		return
	}
	v := m[3] + "." + m[4]
	if m[5] != "" {
		v += "." + m[5]
	}
	d.facts.Known++
	d.facts.SetVersion(d.where, v, strings.ToLower(m[2]))
}

func scalar(v any) (string, bool) {
	switch x := v.(type) {
	case string:
		return x, true
	case json.Number:
		return x.String(), true
	case bool:
		return strconv.FormatBool(x), true
	}
	return "", false
}

// ReadFlags reads gcloud's table of NAME and VALUE, and --database-flags=a=1,b=2.
func ReadFlags(lines *fact.Lines, file string, f *fact.Facts) {
	y := &yaml{facts: f, file: file}
	for lines.Next() {
		w := fact.Where{File: file, Line: lines.No()}
		if _, flags, ok := strings.Cut(lines.Text(), "--database-flags"); ok {
			flags, _, _ = strings.Cut(strings.TrimLeft(flags, "= "), " ")
			for pair := range strings.SplitSeq(strings.Trim(flags, `"'`), ",") {
				if name, value, ok := strings.Cut(pair, "="); ok {
					y.set(w, name, value)
				}
			}
			continue
		}
		fields := strings.Fields(lines.Text())
		if len(fields) >= 2 && fields[0] != "NAME" && fields[0] != strings.ToUpper(fields[0]) {
			y.set(w, fields[0], strings.Join(fields[1:], " "))
		}
	}
}
