package page

import (
	"bytes"
	_ "embed" // the files of assets
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed assets/uPlot.iife.min.js
var plotScript string

//go:embed assets/uPlot.min.css
var plotStyle string

//go:embed assets/uPlot.LICENSE
var plotLicence string

//go:embed assets/app.js
var appScript string

//go:embed assets/app.css
var appStyle string

// Kind says which document is drawn.
type Kind string

// Kinds of documents, by the command that prints them.
const (
	Run      Kind = "run"
	Compare  Kind = "compare"
	Sweep    Kind = "sweep"
	Validate Kind = "validate"
)

var whole = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="innosim">
<title>{{.Title}}</title>
<link rel="icon" href="data:,">
<style>
{{.PlotStyle}}
{{.AppStyle}}
</style>
</head>
<body data-kind="{{.Kind}}">
<main id="main"></main>
<noscript>The charts need JavaScript; the numbers are in the source of this page.</noscript>
<script type="application/json" id="data">{{.Data}}</script>
<script>
/*
{{.Licence}}
*/
{{.PlotScript}}
</script>
<script>
{{.AppScript}}
</script>
</body>
</html>
`))

// Write makes the page of a document.
func Write(w io.Writer, kind Kind, title string, document []byte) error {
	if !json.Valid(document) {
		return fmt.Errorf("page: the document of %s is no JSON", kind)
	}
	var safe bytes.Buffer
	json.HTMLEscape(&safe, document) // no tag can end the script
	return whole.Execute(w, map[string]any{
		"Title": title, "Kind": string(kind), "Data": template.JS(safe.String()),
		"PlotStyle": template.CSS(plotStyle), "AppStyle": template.CSS(appStyle),
		"PlotScript": template.JS(plotScript), "AppScript": template.JS(appScript),
		"Licence": template.JS(strings.ReplaceAll(plotLicence, "*/", "")),
	})
}
