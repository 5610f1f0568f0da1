package report

import (
	"encoding/xml"
	"fmt"
	"io"
)

// JUnit's elements, as continuous integration servers read them.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Time     string      `xml:"time,attr"` // simulated seconds
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit prints the thresholds as test cases: expression, wanted and found value.
func JUnit(w io.Writer, r *Run) error {
	s := junitSuite{Name: r.Header.Scenario, Tests: len(r.Thresholds), Time: fmt.Sprintf("%.3f", r.Result.Simulated.Seconds())}
	if s.Name == "" {
		s.Name = "innosim"
	}
	for _, v := range r.Thresholds {
		c := junitCase{Class: s.Name, Name: fmt.Sprintf("%s %s %s", v.Name, v.Op, number(v.Limit).Exact())}
		if !v.OK {
			s.Failures++
			found := "not measured"
			if v.Known {
				found = number(v.Value).Exact()
			}
			message := fmt.Sprintf("%s: wanted %s %s, found %s", v.Name, v.Op, number(v.Limit).Exact(), found)
			c.Failure = &junitFailure{message, fmt.Sprintf("digest %s, seed %d", r.Header.Digest, r.Header.Seed)}
		}
		s.Cases = append(s.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	out := xml.NewEncoder(w)
	out.Indent("", "  ")
	if err := out.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
