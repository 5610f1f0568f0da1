// Command wasm runs the scenario on its standard input and prints the digest of its events: a test compiles it for
// WebAssembly, whose arithmetic is nobody's but the standard's, and compares.
package main

import (
	"fmt"
	"io"
	"os"
	"testing/fstest"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
)

func main() {
	if err := run(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func run() error {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	sc, err := scenario.Parse(fstest.MapFS{"x.cnf": {Data: text}}, "x.cnf")
	if err != nil {
		return err
	}
	e, err := engine.New(sc.Config)
	if err != nil {
		return err
	}
	for !e.Step(1 << 20) {
	}
	fmt.Printf("%016x %d\n", e.Digest(), e.Events())
	return e.Err()
}
