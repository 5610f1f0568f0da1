package reproduce

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed experiments/*.cnf
var files embed.FS

// Files are the embedded scenarios.
var Files = func() fs.FS {
	sub, err := fs.Sub(files, "experiments")
	if err != nil {
		panic(err)
	}
	return sub
}()

// Setting is a name and a value that an arm sets over the experiment's scenario, as flags of run do.
type Setting struct{ Name, Value string }

// Settings reads "name=value" separated by blanks; a value with a blank in it is not needed anywhere.
func settings(text string) []Setting {
	var out []Setting
	for _, one := range strings.Fields(text) {
		name, value, _ := strings.Cut(one, "=")
		out = append(out, Setting{name, value})
	}
	return out
}

// Figure is one number of an arm: a result of the run, or one made of results.
type Figure struct {
	Metric    string  // name of a result of a scenario; "import_seconds", "rows" and "gain" are made of results
	Over      string  // of "gain": the arm that this one is compared with; of what: see Of
	Of        string  // of "gain": the result that is compared
	Rows      float64 // of "import_seconds": rows of the dump
	Published float64 // 0: not published
}

// Arm is one configuration of an experiment.
type Arm struct {
	Name    string
	Set     []Setting
	Figures []Figure
	Quick   bool   // also run by the short version
	Blocked string // why it cannot be predicted though its scenario can, such as a fit that failed; "" when it can
	Fit     *Fit   // a value is fitted to a published figure instead of being assumed
	Fitted  string // what of the experiment was chosen by this arm's published figure, which is then no prediction; "" nothing
}

// Fit finds the value of a key with which an arm gives its published figure.
type Fit struct {
	Key       string // of the scenario
	Low, High float64
	Unit      string // of the value, such as "us"
	Result    string // name of the result that is fitted
	Target    float64
}

// Open is a fact that the publication leaves open.
type Open struct {
	Fact    string
	Assumed string
	Others  []Other  // further assumptions, each of which is predicted for Arms
	Arms    []string // beginnings of the names of the arms; none: the assumption is only stated
}

// Other is another assumption: what it is, and what it sets.
type Other struct {
	Text string
	Set  []Setting
}

// Experiment is one publication.
type Experiment struct {
	Name, Title, Source string
	File                string // of Files
	Options             string // an option file that the publication prints, of Files; "" none
	Arms                []Arm
	// Then makes the arms that need what others have fitted, for an assumption, "" the base; nil without.
	Then       func(o *Outcomes, variant string) []Arm
	Open       []Open
	Statements []Statement
	Notes      func(*Outcomes) []string // what follows from the outcomes; nil without
}

// Experiments are the published experiments, by name.
func Experiments() []*Experiment {
	return []*Experiment{bulkImport(), cloudSQLGenerations(), cloudSQLWrites(), perconaLRU(), rdsAtomic()}
}

// Names of the experiments.
func Names() []string {
	var names []string
	for _, e := range Experiments() {
		names = append(names, e.Name)
	}
	return names
}

// arm finds an arm by name.
func arm(all []Arm, name string) *Arm {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}
