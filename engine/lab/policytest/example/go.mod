module example.com/steadyflush

go 1.26.0

require (
	github.com/innosim/innosim v0.0.0
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/HdrHistogram/hdrhistogram-go v1.4.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace github.com/innosim/innosim => ../../../..
