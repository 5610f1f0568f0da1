package profile

import (
	"errors"
	"fmt"
	"strings"
)

// Lookup finds a row by name. A vendor and a full version find the row of their series: "mysql-8.4.8" is
// mysql-8.4. Rows of the caller's own come first.
func Lookup(name string, own ...Profile) (Profile, error) {
	rows := append(append([]Profile(nil), own...), Rows()...)
	names := make([]string, len(rows))
	for i, p := range rows {
		names[i] = p.Name
		if strings.EqualFold(p.Name, name) {
			return p, nil
		}
	}
	for _, p := range rows {
		if p.covers(name) {
			return p, nil
		}
	}
	for _, p := range rows {
		if strings.HasPrefix(strings.ToLower(name), p.Name+".") {
			return p, nil
		}
	}
	text := fmt.Sprintf("server %s: not in the catalogue", name)
	if near := Nearest(strings.ToLower(name), names, 3); near != "" {
		return Profile{}, errors.New(text + "; did you mean " + near + "?")
	}
	return Profile{}, errors.New(text + "; known are " + strings.Join(names, ", "))
}
